// npm run build: sets up what is missing, and builds dist/ (the package) and build/site/ (the page).
import { ensurePackages } from "./lib/packages.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  await ensurePackages();
  // Imported only now: it needs packages that ensurePackages() may have installed.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
});
