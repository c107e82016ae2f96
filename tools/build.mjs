// npm run build: sets up what is missing, and builds dist/ (the npm package), build/site/ (the pages) and build/python/ (the wheel).
import { ensureIfAptCan, WHEEL_TOOLS } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  await ensureIfAptCan(WHEEL_TOOLS, "the Python package is not built without them");
  await ensurePackages();
  // A dynamic import: ensurePackages() may have installed the packages of this module just before.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
});
