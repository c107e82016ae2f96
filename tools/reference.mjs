// npm run reference: writes the pages of docs/ that follow from tables in the sources; -- --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { bugsGuide } from "./lib/bugs-guide.mjs";
import { inRoot } from "./lib/paths.mjs";
import { referencePage } from "./lib/reference-page.mjs";

const isCheck = process.argv.includes("--check");
for (const [file, text] of Object.entries({
  "docs/reference.md": referencePage(),
  "docs/guide/bugs.md": bugsGuide(),
})) {
  if (existing(file) === text) continue;
  if (isCheck) {
    console.error(`${file} differs from the sources: npm run reference`);
    process.exitCode = 1;
  } else writeFileSync(inRoot(file), text);
}

/** The text of a page; empty if there is none yet. @param {string} file */
function existing(file) {
  try {
    return readFileSync(inRoot(file), "utf8");
  } catch {
    return "";
  }
}
