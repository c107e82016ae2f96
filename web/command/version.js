import { readFileSync } from "node:fs";

/** Version of the package, from its package.json. @returns {string} */
export const version = () =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
