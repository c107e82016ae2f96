// npm run release [-- --dry-run]: makes everything that a version publishes in build/release/, checks it, installs each part in a new folder, and runs the
// first example there. With --dry-run, the commit needs no tag. Publishing itself is the work of .github/workflows/publish.yml.
import { parseArgs } from "node:util";
import { BUILD_TOOLS, ensure, NOTEBOOKS, ONE_BROWSER, WHEEL_TOOLS } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { runMain, UserError } from "./lib/user-error.mjs";
import { compiledFolder } from "./lib/wasm.mjs";

await runMain(async () => {
  const isDryRun = readArguments();
  const hasOwnCore = compiledFolder() === null;
  const python = NOTEBOOKS.filter(({ name }) => /^(NumPy|venv) /.test(name));
  await ensure([...(hasOwnCore ? BUILD_TOOLS : []), ...WHEEL_TOOLS, ...python, ...ONE_BROWSER]);
  await ensurePackages();
  // A static import would load the module before ensurePackages() installs the packages that the module imports.
  const { release } = await import("./lib/release.mjs");
  await release({ isDryRun, hasOwnCore });
});

function readArguments() {
  try {
    const { values } = parseArgs({ options: { "dry-run": { type: "boolean" } } });
    return values["dry-run"] ?? false;
  } catch (error) {
    throw new UserError(`${/** @type {Error} */ (error).message}. Usage: npm run release -- [--dry-run]`);
  }
}
