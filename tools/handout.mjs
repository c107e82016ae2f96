// npm run handout: prints the handout of the course, build/site/teach/handout.html, as build/site/teach/handout.pdf.
import { BROWSERS, ensure } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { step } from "./lib/progress.mjs";
import { runMain } from "./lib/user-error.mjs";

await runMain(async () => {
  await ensurePackages();
  await ensure(BROWSERS.slice(0, 1));
  // Static imports would load the modules before ensurePackages() installs the packages that the modules import.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
  const { printHandout } = await import("./lib/handout.mjs");
  const file = inRoot("build/site/teach/handout.pdf");
  await step("Printing the handout", () => printHandout(file));
  console.log(file);
});
