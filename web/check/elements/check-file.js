import { loadCore } from "../../core/index.js";
import { check } from "../state/check.js";
import { FAULTS } from "../../kit/text/faults.js";

/** What reads a reader's file; loaded when there is one, what reads an archive and the words beside it. */

/** @param {File} file @returns {Promise<import("./check.js").Shown>} @throws for what cannot be read, with what would work */
export async function checkFile(file) {
  const [core, words, { MOST_BYTES, readNpz, sizeRefusal }] = await Promise.all([
    loadCore(),
    import("../words.js"),
    import("../state/npz.js"),
  ]);
  if (file.size > MOST_BYTES) throw sizeRefusal("file_too_large", file.name, file.size);
  const checked = check(core, readNpz(new Uint8Array(await file.arrayBuffer())));
  const { id = "" } = checked.path ?? {};
  return { file: file.name, checked, words, shows: Object.hasOwn(FAULTS, id) ? id : null };
}
