// npm run build: sets up what is missing, and builds dist/ (the npm package), build/site/ (the pages) and build/python/ (the wheel).
import { ensureIfAptCan, WHEEL_TOOLS } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  await ensureIfAptCan(WHEEL_TOOLS, "the Python package is not built without them");
  await ensurePackages();
  // This import is dynamic, because ensurePackages() may have installed the packages of the module just before.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
});
