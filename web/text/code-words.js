import { words } from "./words.js";

/** What stands around a program. */
export const CODE = words("code", {
  language: "Language",
  program: "Program",
  /** @param {string} language */
  copy: (language) => `Copy the whole ${language} program`,
  /** @param {{ file: string, size: string }} what */
  download: ({ file, size }) => `Download ${file} ${size}: the page's numbers, for the program`,
  /** @param {{ text: string, id: string, shape: readonly number[] }} name */
  name: ({ text, id, shape }) => `${text}: ${id}, ${shape.join(" by ")}`,
});
