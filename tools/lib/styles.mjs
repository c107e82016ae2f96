import { readFileSync, writeFileSync } from "node:fs";
import { transformSync } from "esbuild";

/** @param {string} file */
export function minifyStyles(file) {
  const { code } = transformSync(readFileSync(file, "utf8"), {
    loader: "css",
    minify: true,
    target: "chrome123",
  });
  writeFileSync(file, code);
}
