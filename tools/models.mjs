// npm run models: trains the model at the default settings and writes its weights to models/; -- --check only compares.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { runMain } from "./lib/user-error.mjs";
import { buildWasm } from "./lib/wasm.mjs";

await runMain(async () => {
  await ensurePackages();
  await buildWasm();
  // Imported only now: they need the built core.
  const { DEFAULT_FILE } = await import("../web/kit/state/default-model.js");
  const { trainedBytes } = await import("./lib/default-model.mjs");
  const file = inRoot("models", DEFAULT_FILE);
  const bytes = await trainedBytes();
  const stands = existsSync(file) && readFileSync(file).equals(bytes);
  if (process.argv.includes("--check")) {
    if (!stands) console.error(`models/${DEFAULT_FILE} is not what training gives: npm run models`);
    return stands ? 0 : 1;
  }
  mkdirSync(inRoot("models"), { recursive: true });
  if (!stands) writeFileSync(file, bytes);
  return 0;
});
