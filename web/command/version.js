import { readFileSync } from "node:fs";

/** The package's, from beside the folder that this lies in. @returns {string} */
export const version = () =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
