import { readFileSync, writeFileSync } from "node:fs";
import { transformSync } from "esbuild";

/** @param {string} file */
export const minifyStyles = (file) => writeFileSync(file, minifiedStyles(readFileSync(file, "utf8")));

/** @param {string} styles */
export const minifiedStyles = (styles) =>
  transformSync(styles, { loader: "css", minify: true, target: "chrome123" }).code;
