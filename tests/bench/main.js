// npm run bench [-- --quick] [--check] [--busy] [--write] [--json] [--only forward,page] [--against FOLDER]: measures headscope
// and comparable libraries; against: another checkout of headscope, which is built, runs models in turns with this one. With --serve: serves a page that measures in the reader's own browser.
import { progress, step } from "../../tools/lib/progress.mjs";
import { listen } from "../../tools/lib/server.mjs";
import { runMain } from "../../tools/lib/user-error.mjs";
import { besideBusyLoop } from "./busy.js";
import { verdict } from "./check.js";
import { tableRows } from "./figures.js";
import { readOptions } from "./options.js";
import { circumstances, writeResults } from "./results-page.js";
import { machine, setUp, versions } from "./setup.js";
import { plainTable } from "./table.js";

/** @import { Name } from "./measurements/index.js" */
/** @import { Results } from "./results.js" */
/** @import { Side } from "./sides/side.js" */

/** Measurements for both sides, in order: the last takes the most memory. `page` runs in Chromium only. @type {readonly Name[]} */
const BOTH = [
  "kernel",
  "calls",
  "train",
  "forward",
  "causal",
  "growth",
  "long",
  "models",
  "workers",
  "writes",
  "large",
];
const PAGE = "page";
const PORT = 8000; // first port to try for --serve

await runMain(async () => {
  const { quick, check, busy, write, json, serve, only, against } = readOptions(process.argv.slice(2), [
    ...BOTH,
    PAGE,
  ]);
  if (json) progress.out = process.stderr;
  await setUp();
  if (serve) return void (await serveBench());
  const show = (/** @type {Results} */ { sides, ...others }) =>
    `\n${plainTable(
      tableRows({ sides, ...others }),
      sides.map(({ name }) => name),
    )}\n`;
  // The page takes longest, so the table without it comes first.
  const begun = (/** @type {Results} */ results) => !json && console.log(show(results));
  const take = () => measure(quick, only, against, begun);
  const results = await (busy ? besideBusyLoop(take) : take());
  results.busy = busy;
  const sides = results.sides.map(({ name }) => name);
  const rows = tableRows(results);
  if (json) console.log(JSON.stringify(results, null, 2));
  else console.log(`${show(results)}\n${circumstances(results)}`);
  if (write) await writeResults(results, rows);
  if (!check) return 0;
  const { met, line } = verdict(rows, sides);
  (json ? console.error : console.log)(line);
  return met ? 0 : 1;
});

/** Serves bench.html until the process is ended. */
async function serveBench() {
  const { serveIsolated, writePages } = await import("./sides/served.js");
  await writePages();
  console.log(`http://127.0.0.1:${await listen(serveIsolated(), PORT)}/bench.html`);
}

/**
 * @param {boolean} quick
 * @param {string[]} only
 * @param {string | undefined} against
 * @param {(results: Results) => void} withoutPage receives the results before the page is measured
 * @returns {Promise<Results>}
 */
async function measure(quick, only, against, withoutPage) {
  // Imported here, because they import built files.
  const { openChromium } = await import("./sides/chromium.js");
  const { openNode } = await import("./sides/node.js");
  const { measurePage } = await import("./page.js");
  const sides = [
    await measureSide(await openChromium(against), quick, only),
    await measureSide(await openNode(against), quick, only),
  ];
  const date = new Date().toISOString().slice(0, 10);
  const results = { date, quick, machine: machine(), versions: await versions(), sides };
  if (!only.includes(PAGE)) return results;
  withoutPage(results);
  return { ...results, page: await step("Chromium, page", (note) => measurePage(quick, note)) };
}

/**
 * @param {Side} side
 * @param {boolean} quick
 * @param {string[]} only
 * @returns {Promise<Results["sides"][number]>}
 */
async function measureSide(side, quick, only) {
  /** @type {Results["sides"][number]["measured"]} */
  const measured = {};
  try {
    for (const name of BOTH.filter((each) => only.includes(each))) {
      measured[name] = await step(`${side.name}, ${name}`, (note) => side.measure(name, quick, note));
    }
  } finally {
    await side.close();
  }
  return { name: side.name, measured };
}
