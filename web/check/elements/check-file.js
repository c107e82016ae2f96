import { loadCore } from "../../core/index.js";
import { check } from "../state/check.js";
import { isKnown } from "../state/names.js";
import { FAULTS } from "../../kit/text/faults.js";

/** Reads a reader's file. Loaded on first use, together with the code for archives and the words. */

/** @param {File} file @returns {Promise<import("./check.js").Shown>} @throws if the file cannot be read; the message tells what would work */
export async function checkFile(file) {
  const [core, words, { MOST_BYTES, readNpz, sizeRefusal }] = await Promise.all([
    loadCore(),
    import("../words.js"),
    import("../state/npz.js"),
  ]);
  if (file.size > MOST_BYTES) throw sizeRefusal("file_too_large", file.name, file.size);
  const checked = check(core, readNpz(new Uint8Array(await file.arrayBuffer()), isKnown));
  const { id = "" } = checked.path ?? {};
  return { file: file.name, checked, words, shows: Object.hasOwn(FAULTS, id) ? id : null };
}
