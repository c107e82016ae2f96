// npm run format [-- --check]: formats C++ by clang-format and all other files by Prettier.
import path from "node:path";
import { parseArgs } from "node:util";
import { ensure, onPath } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { filesBelow } from "./lib/stamp.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  const { check } = parseArgs({ options: { check: { type: "boolean", default: false } } }).values;
  await ensure([
    { name: "clang-format", apt: "clang-format", brew: "clang-format", found: onPath("clang-format") },
  ]);
  await ensurePackages();
  const what = "Not formatted: run `npm run format`";
  const cpp = ["src", "tests", "examples"].flatMap((folder) => filesBelow(inRoot(folder))).filter(isCpp);
  if (cpp.length > 0)
    await run("clang-format", [...(check ? ["--dry-run", "--Werror"] : ["-i"]), ...cpp], { what });
  const prettier = inRoot("node_modules/.bin/prettier");
  await run(prettier, [check ? "--check" : "--write", "--log-level=warn", "."], { what });
});

/** @param {string} file */
function isCpp(file) {
  return (
    [".cpp", ".hpp"].includes(path.extname(file)) && !file.includes(`${path.sep}node_modules${path.sep}`)
  );
}
