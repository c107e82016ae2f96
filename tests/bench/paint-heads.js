/**
 * Main-thread time from an input to its paint, on the page Heads. Like paint.js, reports all rounds and the
 * fastest.
 *
 *     node tests/bench/paint-heads.js      after npm run build
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { drawn } from "../browser/support/explainer.js";
import { cellAt, openHeads } from "../browser/support/heads.js";
import { startSite } from "../browser/support/site.js";
import { ROUNDS, SAMPLES, roundOf } from "./trace.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./trace.js").Round & { input: string, size: string, tokens: number, most: number, rounds: number[] }} HeadsTime  most: what p95 is held to, ms */

/** Typing in a word: recomputes and repaints everything. */
const typed = {
  prepare: (/** @type {Page} */ page) =>
    page
      .getByRole("button", { name: "Edit" })
      .click()
      .then(() => page.keyboard.press("End")),
  act: (/** @type {Page} */ page, /** @type {number} */ i) => page.keyboard.press(i % 2 ? "Backspace" : "a"),
};

/** Selecting another token: repaints everything about the heads. */
const selected = {
  prepare: (/** @type {Page} */ page) =>
    page
      .locator("mha-maps canvas")
      .focus()
      .then(() => page.keyboard.press("Enter")),
  act: (/** @type {Page} */ page, /** @type {number} */ i) =>
    page.keyboard.press(i % 2 ? "ArrowUp" : "ArrowDown"),
};

const hovered = {
  prepare: async (/** @type {Page} */ page) => {
    for (const [i, index] of [
      [0, 1, 2, 2],
      [0, 5, 7, 3],
    ].entries())
      places[i] = await cellAt(page, index);
  },
  act: (/** @type {Page} */ page, /** @type {number} */ i) =>
    page.mouse.move(places[i % 2].x, places[i % 2].y),
};
/** @type {{ x: number, y: number }[]} */
const places = [];

const dragged = {
  prepare: async (/** @type {Page} */ page) => {
    const box = await page.locator("mha-maps .scales input").nth(3).boundingBox();
    if (!box) throw new Error("no bar to drag");
    places[0] = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await page.mouse.move(places[0].x, places[0].y);
    await page.mouse.down();
  },
  act: (/** @type {Page} */ page, /** @type {number} */ i) =>
    page.mouse.move(places[0].x + 4 + (i % 9) * 3, places[0].y),
  after: (/** @type {Page} */ page) => page.mouse.up(),
};

/** @type {{ input: string, heads: number, dModel: number, tokens: number, most: number, kind: { prepare: (page: Page) => Promise<unknown>, act: (page: Page, i: number) => Promise<unknown>, after?: (page: Page) => Promise<unknown> } }[]} */
const ROWS = [
  { input: "hovering over maps", heads: 8, dModel: 64, tokens: 12, most: 16, kind: hovered },
  { input: "dragging a head's scale", heads: 8, dModel: 64, tokens: 12, most: 16, kind: dragged },
  { input: "selecting a token", heads: 96, dModel: 192, tokens: 128, most: 100, kind: selected },
  { input: "selecting a token", heads: 8, dModel: 64, tokens: 512, most: 100, kind: selected },
  { input: "typing", heads: 8, dModel: 64, tokens: 12, most: 100, kind: typed },
];

/**
 * @param {import("playwright-core").Browser} chromium
 * @param {string} url of the site
 * @param {{ samples?: number, rounds?: number }} [options]
 * @returns {Promise<HeadsTime[]>}
 */
export async function measureHeads(chromium, url, { samples = SAMPLES, rounds = ROUNDS } = {}) {
  const times = [];
  for (const { input, heads, dModel, tokens, most, kind } of ROWS) {
    const words = Array.from({ length: tokens }, (_, i) => `w${i % 61}`).join(" ");
    const open = async (/** @type {string} */ address, /** @type {any} */ options) => {
      const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      await page.goto(new URL(address, url).href);
      return { page, close: () => context.close() };
    };
    const query = new URLSearchParams({ tokens: words, heads: String(heads), "d-model": String(dModel) });
    const { page, close } = await openHeads({ open }, `?${query}`);
    const measured = [];
    for (let round = 0; round < rounds; round++) {
      await kind.prepare(page);
      measured.push(await roundOf(page, samples, (i) => kind.act(page, i)));
      await kind.after?.(page);
      await page.keyboard.press("Escape");
      await drawn(page);
    }
    await close();
    const [quietest] = measured.toSorted((a, b) => a.p95 - b.p95);
    times.push({
      input,
      size: `${heads} heads, ${tokens} tokens`,
      tokens,
      most,
      ...quietest,
      rounds: measured.map(({ p95 }) => p95),
    });
  }
  return times;
}

/** Starts a browser and a site of its own. */
async function alone() {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  try {
    for (const { input, size, median, p95, most, rounds } of await measureHeads(chromium, site.url))
      console.log(
        `${size}: ${input}: median ${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} of ${most} ms (rounds: ${rounds.map((each) => each.toFixed(1)).join(", ")})`,
      );
  } finally {
    await chromium.close();
    await site.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await alone();
