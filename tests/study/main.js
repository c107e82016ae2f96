// npm run study [-- --seeds 20]: trains models with many seeds, and reports what their heads do and the
// effect of removing parts. npm run study -- --heads: trains them with one head and with several, and writes
// the results that the course shows. npm run study -- --window: the same with and without the window of layer 0.
import { writeFileSync } from "node:fs";
import { buildWasm } from "../../tools/lib/wasm.mjs";
import { ensurePackages } from "../../tools/lib/packages.mjs";
import { RESULTS, WINDOW_RESULTS } from "../../tools/lib/one-head.mjs";
import { inRoot } from "../../tools/lib/paths.mjs";
import { runMain } from "../../tools/lib/user-error.mjs";

await runMain(async () => {
  const at = process.argv.indexOf("--seeds");
  const count = at === -1 ? 20 : Number(process.argv[at + 1]);
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--seeds ${process.argv[at + 1]} is no number of seeds`);
  await ensurePackages();
  if (process.argv.includes("--window")) {
    const { studyWindow } = await import("./window.js");
    const found = JSON.stringify(await studyWindow(), null, 2);
    writeFileSync(inRoot(WINDOW_RESULTS), `${found}\n`);
    return 0;
  }
  await buildWasm();
  const { loadCore } = await import("../../web/core/index.js");
  const { studyReference } = await import("./reference.js");
  const { studyInduction } = await import("./induction.js");
  const { studyTranslation } = await import("./translation.js");
  const { printRuns, printTable } = await import("./table.js");
  const core = await loadCore();
  if (process.argv.includes("--heads")) {
    const { studyAll } = await import("./one-head.js");
    const all = studyAll(core, (each) => console.log(JSON.stringify(each)));
    writeFileSync(inRoot(RESULTS), `${JSON.stringify(all, null, 2)}\n`);
    return 0;
  }
  const seeds = Array.from({ length: count }, (_, i) => i + 1);
  printTable(
    `which noun words refer to, ${count} seeds, 600 steps`,
    seeds.map((seed) => studyReference(core, seed)),
  );
  printTable(
    `what came after this letter before, ${count} seeds, 250 steps`,
    seeds.map((seed) => studyInduction(core, seed)),
  );
  const translations = seeds.map((seed) => studyTranslation(core, seed));
  printTable(`translation of unseen sentences, ${count} seeds, 500 steps`, translations);
  printRuns(translations, "encoder: the best head's share of determiners on their noun");
  return 0;
});
