// npm run models: trains the model at the default settings and the translator, and writes their weights and the numbers of the opening; -- --check only compares.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runMain } from "./lib/user-error.mjs";
import { buildWasm } from "./lib/wasm.mjs";

await runMain(async () => {
  await ensurePackages();
  await buildWasm();
  // Imported after the build, because the module loads the core.
  const { defaultModelFiles, translationFiles } = await import("./lib/default-model.mjs");
  const files = [...(await defaultModelFiles()), ...(await translationFiles())];
  const stale = files.filter(([name, content]) => !isOnDisk(inRoot(name), content));
  if (process.argv.includes("--check")) {
    for (const [name] of stale) console.error(`${name} is not what training gives: npm run models`);
    return stale.length ? 1 : 0;
  }
  for (const [name, content] of stale) writeFileSync(inRoot(name), content);
  return 0;
});

/** @param {string} file @param {Buffer} content */
function isOnDisk(file, content) {
  return existsSync(file) && readFileSync(file).equals(content);
}
