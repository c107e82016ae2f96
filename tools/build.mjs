// npm run build: sets up what is missing, and builds dist/ (the npm package), build/site/ (the pages) and build/python/ (the wheel).
import { ensureIfAptCan, WHEEL_TOOLS } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  await ensureIfAptCan(WHEEL_TOOLS, "the Python package is not built without them");
  await ensurePackages();
  // A static import would load the module before ensurePackages() installs the packages that the module imports.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
});
