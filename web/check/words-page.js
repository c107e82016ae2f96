import { words } from "../kit/text/words.js";

/** Words around the file field. */
export const CHECK_PAGE = words("checkPage", {
  label: "Your arrays, as np.savez wrote them (.npz)",
  stays: "Choose a file, or drop it here. It is read in this browser, and goes nowhere.",
  start: "Save layer.npz to begin with",
  see: "Show this wrong path in the figure",
  row: "About this bug: its picture and public reports",
  /** @param {string} file */
  reading: (file) => `Reading ${file}…`,
  /** @param {string} file */
  table: (file) => `Step by step: ${file}`,
});
