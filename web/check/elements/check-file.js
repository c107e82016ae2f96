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
  return { file: file.name, checked, words, shows: shownBy(checked) };
}

/** Wrong paths of options that the figure of a chapter does not have. */
const OF_OPTIONS = ["rope_style", "positions_restart", "alibi_sign", "window_off_by_one"];

/** The wrong path that a figure can show; null if it can show none. @param {import("../state/check.js").Checked} checked */
function shownBy({ path }) {
  if (!path?.isFault || OF_OPTIONS.includes(path.id)) return null;
  return Object.hasOwn(FAULTS, path.id) ? path.id : null;
}
