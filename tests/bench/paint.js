/**
 * Main-thread time from an input to its paint: scripting, style, layout and paint. Excludes waiting for the
 * frame, and the threads of raster and compositor.
 *
 *     node tests/bench/paint.js [--json]      after npm run build
 *
 * See trace.js for the method. On a shared machine, the same work takes up to twice as long for seconds at a
 * time. Each measurement therefore has several rounds. All are reported; the result is the round with the
 * fastest 95th percentile, because other load can only add time.
 *
 * Runs with reduced motion, so that one frame shows the whole effect of an input.
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { goTo, ready } from "../browser/support/explainer.js";
import { startSite } from "../browser/support/site.js";
import { ROUNDS, SAMPLES, roundOf } from "./trace.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("./trace.js").Round} Round
 * @typedef {Round & { input: string, step: string, tokens: number, most: number, rounds: number[] }} PaintTime  the quietest
 * round; most: limit of p95; rounds: p95 of all rounds
 */

/** Address of the walk below the site's, with self-attention: the page opens with attention to another sentence. */
export const WALK = "?step=x";

const SIZE = { dModel: 256, heads: 8 };
/** Numbers of tokens, each with limits of the 95th percentile in milliseconds: of typing, and of other inputs. */
const LIMITS = [
  { tokens: 12, typing: 25, others: 16 },
  { tokens: 32, typing: 25, others: 16 },
  { tokens: 128, typing: 30, others: 30 },
  { tokens: 512, typing: 80, others: 80 },
];
/** Steps at which each input is tested: one of each kind of picture. */
const STEPS = ["x", "q", "q_heads", "scores", "weights", "context", "context_c", "output"];

/**
 * @param {Page} page with the hosted page loaded, of a context with reduced motion
 * @param {{ samples?: number, rounds?: number }} [options]
 * @returns {Promise<PaintTime[]>}
 */
export async function measurePaint(page, { samples = SAMPLES, rounds = ROUNDS } = {}) {
  await ready(page);
  const rows = LIMITS.flatMap(({ tokens, typing, others }) =>
    STEPS.flatMap((step) =>
      Object.keys(KINDS).map((input) => ({
        input,
        step,
        tokens,
        most: input === "typing" ? typing : others,
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
async function measureRound(page, kind, step, tokens, samples) {
  await prepared(page, kind, step, tokens);
  const round = await roundOf(page, samples, (i) => kind.act(page, i));
  await page.keyboard.press("Escape");
  return round;
}

/** Shows a step with this many tokens, ready for a kind of input. @param {Page} page @param {Kind} kind @param {string} step @param {number} tokens */
export async function prepared(page, { prepare }, step, tokens) {
  await page.evaluate(
    (settings) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), settings),
    { ...SIZE, tokens: Array.from({ length: tokens }, (_, i) => `w${i % 61}`) },
  );
  await goTo(page, step);
  await prepare?.(page);
}

/**
 * @typedef {object} Kind
 * @property {(page: Page) => Promise<unknown>} [prepare]
 * @property {(page: Page, i: number) => Promise<unknown>} act   one input
 */

/** @type {Record<string, Kind>} */
export const KINDS = {
  // Types and deletes a letter of the last word, so that the number of tokens stays the same.
  typing: {
    prepare: (page) =>
      page
        .getByRole("button", { name: "Edit" })
        .click()
        .then(() => page.keyboard.press("End")),
    act: (page, i) => page.keyboard.press(i % 2 ? "Backspace" : "a"),
  },
  // Moves forth and back, with the focus on the map.
  stepping: {
    prepare: (page) => page.locator("mha-track [tabindex='0']").focus(),
    act: (page, i) => page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight"),
  },
  "selecting a cell": {
    prepare: (page) =>
      page
        .locator("mha-stage canvas")
        .focus()
        .then(() => page.keyboard.press("Enter")),
    act: (page, i) => page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][i % 4]),
  },
};

/** @param {PaintTime} time */
const line = ({ input, step, tokens, samples, median, p95, wall, most, rounds }) =>
  `T=${String(tokens).padEnd(4)} ${input.padEnd(17)} at ${step.padEnd(8)} median ${median.toFixed(1).padStart(5)} ms   p95 ${p95.toFixed(1).padStart(5)} ms of ${most} (rounds: ${rounds.map((each) => each.toFixed(1)).join(", ")})   by the wall ${wall.median.toFixed(1)} and ${wall.p95.toFixed(1)} ms, ${samples} inputs`;

/** Starts a browser and a site of its own. */
async function alone() {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    await page.goto(new URL(WALK, site.url).href);
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
