import { words } from "./words.js";

/** Words of a figure's menu and of its files. */
export const FILES = words("files", {
  more: "Figure options",
  save: "Download",
  kinds: "Download as a file",
  /** @param {string} file */
  file: (file) => `Download ${file}`,
});
