// npm run heights [-- mask opening]: measures the labs, the opening and the row in Chromium, from narrow to wide, and writes the heights that their
// elements reserve before they load; of all of them, or of those that are named.
import { readFileSync, writeFileSync } from "node:fs";
import { rowsOf, withRows } from "./lib/heights.mjs";
import { ONE_BROWSER, ensure } from "./lib/needs.mjs";
import { ensurePackages } from "./lib/packages.mjs";
import { inRoot } from "./lib/paths.mjs";
import { step } from "./lib/progress.mjs";
import { runMain, UserError } from "./lib/user-error.mjs";

const [NARROWEST, WIDEST, BY] = [280, 1560, 5]; // px of the container
const TOKENS = "The animal didn't cross the street because it was too tired.";
const LABS = "web/labs/lab-list.js";
const OPENING = "web/opening/elements/opening-room.js";

/** @typedef {{ name: string, tag: string, file: string, place: RegExp }} Measured an element, and where its rows are */

await runMain(async () => {
  await ensurePackages();
  await ensure(ONE_BROWSER);
  // Static imports would load the modules before ensurePackages() installs the packages that the modules import.
  const { buildAll } = await import("./lib/build.mjs");
  await buildAll();
  const elements = await elementsNamed(process.argv.slice(2));
  const heights = await step("Measuring", (note) => measure(elements, note));
  for (const [i, { name, file, place }] of elements.entries()) {
    const before = readFileSync(inRoot(file), "utf8");
    const after = withRows(before, place, rowsOf(heights[i]));
    writeFileSync(inRoot(file), after);
    console.log(`${name}: ${after === before ? "unchanged" : `written to ${file}`}`);
  }
});

/** @param {readonly string[]} names none for all @returns {Promise<Measured[]>} */
async function elementsNamed(names) {
  const { KINDS } = await import("../web/labs/lab-list.js");
  /** @type {Measured[]} */
  const all = [
    ...KINDS.map((kind) => ({
      name: kind,
      tag: `<mha-lab kind="${kind}" tokens="${TOKENS}" loading="eager"></mha-lab>`,
      file: LABS,
      place: new RegExp(`\\n  ${kind}: \\{\\n(?:    (?!heights).*\\n)*    heights:`),
    })),
    {
      name: "opening",
      tag: `<mha-opening loading="eager" inside="walk"></mha-opening>`,
      file: OPENING,
      place: /\n {2}opening:/,
    },
    {
      name: "row",
      tag: `<mha-row tokens="${TOKENS}" loading="eager"></mha-row>`,
      file: "web/kit/elements/room.js",
      place: /\n {2}row:/,
    },
    {
      name: "opening-alone",
      tag: `<mha-opening loading="eager"></mha-opening>`,
      file: OPENING,
      place: /\n {2}"opening-alone":/,
    },
  ];
  const unknown = names.find((name) => !all.some((each) => each.name === name));
  if (unknown !== undefined)
    throw new UserError(
      `There is no "${unknown}" to measure; there are ${all.map(({ name }) => name).join(", ")}.`,
    );
  return all.filter(({ name }) => !names.length || names.includes(name));
}

/**
 * The heights of elements at each width. They reserve no height meanwhile.
 * @param {readonly Measured[]} elements @param {(note: string) => void} note
 * @returns {Promise<[width: number, height: number][][]>} by element
 */
async function measure(elements, note) {
  const { launchChromium } = await import("../tests/browser/support/chromium.js");
  const { startSite } = await import("../tests/browser/support/site.js");
  const { drawn } = await import("../tests/browser/support/explainer.js");
  const [site, chromium] = await Promise.all([
    startSite({ "heights.html": pageOf(elements) }),
    launchChromium(),
  ]);
  try {
    const page = await chromium.newPage({
      viewport: { width: WIDEST + 40, height: 3000 * elements.length + 3000 }, // everything is in view
      reducedMotion: "reduce",
      bypassCSP: true,
    });
    await page.goto(`${site.url}heights.html`);
    const all = page.locator(".measured > *");
    for (const i of elements.keys()) await all.nth(i).locator("mha-figure").first().waitFor();
    const heightsNow = () => all.evaluateAll((each) => each.map((one) => one.getBoundingClientRect().height));
    /** @type {[number, number][][]} */
    const heights = elements.map(() => []);
    for (let width = NARROWEST; width <= WIDEST; width += BY) {
      note(`${width} px`);
      await page.evaluate((px) => document.body.style.setProperty("width", `${px}px`), width);
      let found = [0];
      for (let same = 0; same < 2; same++) {
        await drawn(page); // canvases take their new width in the next frames
        const now = await heightsNow();
        if (String(now) !== String(found)) same = 0;
        found = now;
      }
      for (const [i, height] of found.entries()) heights[i].push([width, height]);
    }
    return heights;
  } finally {
    await chromium.close();
    await site.close();
  }
}

/** A page with the elements, and the walk into which the opening leads. @param {readonly Measured[]} elements */
function pageOf(elements) {
  return `<!doctype html><html lang="en"><head><title>Heights</title><link rel="icon" href="data:,">
  <style>body { margin: 16px; font: 16px/1.5 sans-serif } .measured > * { --mha-reserve: 1px }</style></head><body>
  <div class="measured">${elements.map(({ tag }) => tag).join("\n")}</div>
  <mha-explainer id="walk" tokens="${TOKENS}"></mha-explainer>
  <script type="module" src="modules/headscope.js"></script><script type="module" src="modules/opening.js"></script></body></html>`;
}
