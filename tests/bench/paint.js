/**
 * How long the page's main thread works from an input to what it paints: scripting, style, layout and paint. Waiting for the frame
 * is not work and is not counted; raster and the compositor have threads of their own.
 *
 *     node tests/bench/paint.js [--json]      after npm run build
 *
 * How it is measured: trace.js. On a shared machine one and the same piece of work takes up to twice as long for seconds at a time. So everything
 * is measured in several rounds, and what counts is the round in which the slow inputs were fastest: others only ever add to it. All
 * rounds are given.
 *
 * Nothing flies (reduced motion), so that one frame is the whole answer to an input.
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { goTo, ready } from "../browser/support/explainer.js";
import { startSite } from "../browser/support/site.js";
import { roundOf } from "./trace.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("./trace.js").Round} Round
 * @typedef {Round & { input: string, step: string, tokens: number, most: number | null, rounds: number[] }} PaintTime  the quietest
 *   round; most: what p95 is held to; rounds: all their p95
 */

const SIZE = { dModel: 256, heads: 8 };
/** Tokens, and how many milliseconds the 95th percentile may take. */
const LIMITS = [
  { tokens: 32, limit: 12 },
  { tokens: 128, limit: 20 },
  { tokens: 512, limit: 60 },
];
const ROUNDS = 3;
const SAMPLES = 40;
/** Where each input is tried: one of each kind of picture. */
const STEPS = ["x", "q", "q_heads", "scores", "weights", "context", "context_c", "output"];

/**
 * @param {Page} page with the hosted page loaded, of a context with reduced motion
 * @param {{ samples?: number, rounds?: number }} [options]
 * @returns {Promise<PaintTime[]>}
 */
export async function measurePaint(page, { samples = SAMPLES, rounds = ROUNDS } = {}) {
  await ready(page);
  const rows = LIMITS.flatMap(({ tokens, limit }) =>
    STEPS.flatMap((step) =>
      Object.entries(KINDS).map(([input, { recomputes }]) => ({
        input,
        step,
        tokens,
        most: recomputes ? limit : null,
        measured: /** @type {Round[]} */ ([]),
      })),
    ),
  );
  for (let round = 0; round < rounds; round++)
    for (const { input, step, tokens, measured } of rows)
      measured.push(await measureRound(page, KINDS[input], step, tokens, samples));
  return rows.map(({ measured, ...row }) => {
    const [quietest] = measured.toSorted((a, b) => a.p95 - b.p95);
    return { ...row, ...quietest, rounds: measured.map(({ p95 }) => p95) };
  });
}

/** @param {Page} page @param {Kind} kind @param {string} step @param {number} tokens @param {number} samples @returns {Promise<Round>} */
async function measureRound(page, { prepare, act }, step, tokens, samples) {
  await page.evaluate(
    (settings) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), settings),
    { ...SIZE, tokens: Array.from({ length: tokens }, (_, i) => `w${i % 61}`) },
  );
  await goTo(page, step);
  await prepare?.(page);
  const round = await roundOf(page, samples, (i) => act(page, i));
  await page.keyboard.press("Escape");
  return round;
}

/**
 * @typedef {object} Kind
 * @property {(page: Page) => Promise<unknown>} [prepare]
 * @property {(page: Page, i: number) => Promise<unknown>} act   one input
 * @property {boolean} recomputes  whether it has a limit: it computes the layer anew, or shows another step
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  // The last word grows and shrinks, so that the number of tokens stays.
  typing: {
    prepare: (page) =>
      page
        .getByRole("button", { name: "Edit" })
        .click()
        .then(() => page.keyboard.press("End")),
    act: (page, i) => page.keyboard.press(i % 2 ? "Backspace" : "a"),
    recomputes: true,
  },
  // There and back again, the focus on the map.
  stepping: {
    prepare: (page) => page.locator("mha-track [tabindex='0']").focus(),
    act: (page, i) => page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight"),
    recomputes: true,
  },
  "selecting a cell": {
    prepare: (page) =>
      page
        .locator("mha-stage canvas")
        .focus()
        .then(() => page.keyboard.press("Enter")),
    act: (page, i) => page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][i % 4]),
    recomputes: false,
  },
};

/** @param {PaintTime} time */
const line = ({ input, step, tokens, samples, median, p95, wall, most, rounds }) =>
  `T=${String(tokens).padEnd(4)} ${input.padEnd(17)} at ${step.padEnd(8)} median ${median.toFixed(1).padStart(5)} ms   p95 ${p95.toFixed(1).padStart(5)} ms${most ? ` of ${most}` : ""} (rounds: ${rounds.map((each) => each.toFixed(1)).join(", ")})   by the wall ${wall.median.toFixed(1)} and ${wall.p95.toFixed(1)} ms, ${samples} inputs`;

/** On a browser and a site of its own. */
async function alone() {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    await page.goto(site.url);
    const times = await measurePaint(page);
    console.log(
      process.argv.includes("--json") ? JSON.stringify(times, null, 2) : times.map(line).join("\n"),
    );
  } finally {
    await chromium.close();
    await site.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await alone();
