import { words } from "./words.js";

/** Words of the menu of a figure, and for saving its picture and numbers as files. */
export const FILES = words("files", {
  more: "Figure options",
  save: "Download",
  kinds: "Download as a file",
  /** @param {string} file */
  file: (file) => `Download ${file}`,
});
