import { readFileSync, statSync } from "node:fs";
import { loadCore } from "../core/index.js";
import { check } from "../check/state/check.js";
import { MOST_BYTES, readNpz, sizeRefusal } from "../check/state/npz.js";
import { isKnown } from "../check/state/names.js";
import { reportOf } from "../check/report.js";
import { COMMAND } from "../render/words.js";
import { asJSON, harmless } from "./output.js";
import { Misuse, asMisuse, helpFor, optionsIn } from "./options.js";

/**
 * headscope check: compares the results of a reader's own code with the core.
 *
 * @typedef {import("../check/state/check.js").Checked} Checked
 */

/** @type {readonly import("./options.js").Option[]} */
const OPTIONS = [{ name: "json", says: COMMAND.checkJSON }];

const PARTS = 1; // exit code if the results differ

/** @satisfies {import("./run.js").Subcommand} */
export const CHECK_COMMAND = {
  help: () => `${COMMAND.checkUsage}\n\n${helpFor(OPTIONS)}\n${COMMAND.checkMore}\n`,

  async run(given, { stdout }) {
    /** @type {string[]} */
    const files = [];
    const found = optionsIn(given, OPTIONS, "check", files);
    if (files.length !== 1) throw new Misuse(COMMAND.oneFile);
    const checked = await checkedIn(files[0]);
    const said = harmless(reportOf(checked));
    stdout.write(found.has("json") ? asJSON({ ...checked, report: said }) : said);
    if (checked.parts) return PARTS;
  },
};

/** @param {string} file @returns {Promise<Checked>} */
async function checkedIn(file) {
  const bytes = readBytes(file);
  const core = await loadCore();
  try {
    return check(core, readNpz(bytes, isKnown));
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    return asMisuse(
      Object.assign(/** @type {Error} */ (error), { message: COMMAND.uncheckable(file, message) }),
    );
  }
}

/** Reads a regular file of limited size. @param {string} file */
function readBytes(file) {
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error(COMMAND.noFile);
    if (stat.size > MOST_BYTES) throw sizeRefusal("file_too_large", "the file", stat.size);
    return readFileSync(file);
  } catch (error) {
    throw new Misuse(COMMAND.unreadable(file, /** @type {Error} */ (error).message));
  }
}
