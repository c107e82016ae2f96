/**
 * Main-thread time from a change in a lab to its paint, at the default size of the page. Like paint.js,
 * reports all rounds and the fastest.
 *
 *     node tests/bench/paint-labs.js      after npm run build
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { drawn } from "../browser/support/explainer.js";
import { openLab } from "../browser/support/labs.js";
import { startSite } from "../browser/support/site.js";
import { BATCH } from "../../web/labs/batch/words.js";
import { BLOCK } from "../../web/labs/block/words.js";
import { ROLES } from "../../web/labs/roles/words.js";
import { ROUNDS, SAMPLES, roundOf } from "./trace.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./trace.js").Round & { lab: string, turn: string, most: number, rounds: number[] }} LabTime  most: what p95 is held to, ms */

const MOST = 16;

/** @typedef {(page: Page, i: number, controls: import("playwright-core").Locator) => Promise<unknown>} Act */

/** Presses one key, then the other, so that the control ends where it began. @param {string} there @param {string} back @returns {Act} */
const keys = (there, back) => (page, i) => page.keyboard.press(i % 8 < 4 ? there : back);

const dragged = keys("ArrowRight", "ArrowLeft");

const pressed = keys("Enter", "Enter");

/** Selects one of two values, then the other. @type {Act} */
const chosen = async (page, i, controls) => {
  await controls.nth(1 - (i % 2)).focus();
  return page.keyboard.press("Enter");
};

/** Presses the buttons of a choice. @param {string} name */
const buttonsOf = (name) => `[role=group][aria-label="${name}"] button`;

/** The control of each lab, as a keyboard user changes it. @type {readonly { lab: string, turn: string, control: string, act: Act }[]} */
const ROWS = [
  { lab: "mask", turn: "causal, on and off", control: "input[type=checkbox]", act: keys("Space", "Space") },
  { lab: "softmax", turn: "d_k", control: "input[type=range] >> nth=0", act: dragged },
  { lab: "softmax", turn: "temperature", control: "input[type=range] >> nth=1", act: dragged },
  { lab: "gradients", turn: "a weight, nudged", control: "input[type=range]", act: dragged },
  {
    lab: "gradients",
    turn: "another token's loss",
    control: "select >> nth=0",
    act: keys("ArrowDown", "ArrowUp"),
  },
  { lab: "dropout", turn: "p", control: "input[type=range]", act: dragged },
  { lab: "batch", turn: "how the mask is handed over", control: buttonsOf(BATCH.mask), act: chosen },
  { lab: "layer", turn: "d_k", control: "input[type=range] >> nth=0", act: dragged },
  { lab: "cost", turn: "length", control: "input[type=range] >> nth=0", act: dragged },
  { lab: "order", turn: "shuffling", control: ".turn button >> nth=-1", act: pressed },
  { lab: "roles", turn: "W_K tied to W_Q", control: buttonsOf(ROLES.way), act: chosen },
  { lab: "build", turn: "sharpness", control: "input[type=range] >> nth=-1", act: dragged },
  { lab: "chain", turn: "typing", control: ".typed input", act: keys("1", "Backspace") },
  { lab: "network", turn: "a contraction", control: ".turn button >> nth=0", act: pressed },
  { lab: "block", turn: "the last word", control: buttonsOf(BLOCK.ending), act: chosen },
];

/**
 * @param {import("playwright-core").Browser} chromium
 * @param {string} url of the site
 * @param {{ samples?: number, rounds?: number, only?: readonly string[] }} [options]
 * @returns {Promise<LabTime[]>}
 */
export async function measureLabs(chromium, url, { samples = SAMPLES, rounds = ROUNDS, only } = {}) {
  const open = async (/** @type {string} */ address, /** @type {any} */ options) => {
    const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    const page = await context.newPage();
    await page.goto(new URL(address, url).href);
    return { page, close: () => context.close() };
  };
  const times = [];
  for (const { lab, turn, control, act } of ROWS.filter((row) => only?.includes(row.lab) ?? true)) {
    const { page, close } = await openLab({ open }, lab);
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      const controls = page.locator(`mha-lab-${lab}`).locator(control);
      await controls.first().focus();
      measured.push(await roundOf(page, samples, (i) => act(page, i, controls)));
      await drawn(page);
    }
    await close();
    const [quietest] = measured.toSorted((a, b) => a.p95 - b.p95);
    times.push({ lab, turn, most: MOST, ...quietest, rounds: measured.map(({ p95 }) => p95) });
  }
  return times;
}

/** Starts a browser and a site of its own; tests the named labs, or all. */
async function alone() {
  const named = process.argv.slice(2);
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    const only = named.length ? named : undefined;
    for (const { lab, turn, median, p95, most, rounds, samples } of await measureLabs(chromium, site.url, {
      only,
    }))
      console.log(
        `${lab}: ${turn}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} of ${most} ms (rounds: ${rounds.map((each) => each.toFixed(1)).join(", ")}), ${samples} turns`,
      );
  } finally {
    await chromium.close();
    await site.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await alone();
