import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { COMMAND } from "../render/words.js";
import { Misuse } from "./options.js";

// Text for a terminal. Names of arrays and files are foreign text: their control characters are replaced.

/** Control characters except tab and line feed, and marks that change the direction of text. */
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** @param {string} text */
export const harmless = (text) =>
  text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** JSON on one line; numbers that JSON lacks are written by name. @param {unknown} value */
export const asJSON = (value) => `${harmless(JSON.stringify(value, plain))}\n`;

/** @param {string} _ @param {unknown} value */
const plain = (_, value) => {
  if (value instanceof Float32Array) return Array.from(value);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
};

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

const WIDE = 30; // columns

/**
 * A bar on a terminal; nothing elsewhere.
 * @param {Pick<NodeJS.WriteStream, "isTTY" | "write">} stream
 */
export function progressBar(stream) {
  const put = (/** @type {string} */ text) => void (stream.isTTY && stream.write(text));
  let blocks = "";
  let bytes = 0;
  const draw = () => put(`\r${blocks}${bytes ? `  ${(bytes / 1e6).toFixed(1)} MB` : ""}`);
  return {
    /** @param {{ done: number, total: number }} progress */
    show({ done, total }) {
      const filled = Math.round((WIDE * done) / total);
      blocks = `${"█".repeat(filled)}${"░".repeat(WIDE - filled)} ${done}/${total}`;
      draw();
    },
    /** Adds bytes that have arrived from a host. @param {number} more */
    count(more) {
      bytes += more;
      draw();
    },
    clear: () => put("\r\x1b[K"),
  };
}
