import { words } from "./words.js";

/** Words for saving a picture and its numbers as files. */
export const FILES = words("files", {
  save: "Download",
  kinds: "Download as a file",
  /** @param {string} file */
  file: (file) => `Download ${file}`,
});
