// npm run reference: writes docs/reference.md from tables in the sources; -- --check only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { referencePage } from "./lib/reference-page.mjs";

const FILE = "docs/reference.md";
const text = referencePage();
const isStale = readFileSync(inRoot(FILE), "utf8") !== text;
if (process.argv.includes("--check")) {
  if (isStale) console.error(`${FILE} differs from the sources: npm run reference`);
  process.exitCode = isStale ? 1 : 0;
} else if (isStale) writeFileSync(inRoot(FILE), text);
