import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { COMMAND } from "../render/words.js";
import { Misuse } from "./options.js";

/** Writes a file. @param {string} file @param {string | Uint8Array} content @throws {Misuse} if the system refuses the path */
export function write(file, content) {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there && !there.isFile())
      writeFileSync(file, content); // a pipe or a device
    else writeWhole(there ? realpathSync(file) : file, content);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new Misuse(COMMAND.unwritable(file, message.replaceAll(partOf(file), file)));
  }
}

/** The file that is written first. @param {string} file */
const partOf = (file) => `${file}.${process.pid}.part`;

/** Writes a file completely or not at all: if writing fails, an existing file stays. @param {string} file @param {string | Uint8Array} content */
function writeWhole(file, content) {
  const part = partOf(file);
  try {
    writeFileSync(part, content);
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}
