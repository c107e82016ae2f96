// npm run build: dist/ (the package) and build/site/ (the page), setting up what that needs.
import { ensurePackages } from "./lib/packages.mjs";
import { runMain } from "./lib/trouble.mjs";

await runMain(async () => {
  await ensurePackages();
  // Only now: it imports packages that may have been missing until here.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
});
