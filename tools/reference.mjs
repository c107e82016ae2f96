// npm run reference: writes the README's table and docs/reference.md from the tables of the sources; -- --check only looks.
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.mjs";
import { referencePage, withTable } from "./lib/reference-page.mjs";

const check = process.argv.includes("--check");
let stale = 0;
for (const [file, text] of [
  ["docs/reference.md", referencePage()],
  ["README.md", withTable(readFileSync(inRoot("README.md"), "utf8"))],
]) {
  if (readFileSync(inRoot(file), "utf8") === text) continue;
  if (!check) writeFileSync(inRoot(file), text);
  else console.error(`${file} is not what the sources say: npm run reference`);
  stale++;
}
process.exitCode = check && stale ? 1 : 0;
