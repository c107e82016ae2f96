/**
 * Interaction to Next Paint on the page Walk, by the browser's own event timing, which rounds to 8 ms and includes the wait for the frame.
 *
 *     node tests/bench/interactions.js      after npm run build
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { ready } from "../browser/support/explainer.js";
import { startSite } from "../browser/support/site.js";
import { KINDS, WALK, prepared } from "./paint.js";
import { ROUNDS } from "./trace.js";

/** @typedef {{ tokens: number, slower: number, most: number, inp: number, input: string, rounds: number[] }} Interaction  ms; of the quietest round; input: the slowest kind */

/** Factors by which the processor is slowed down, each with the limit in ms. */
const SPEEDS = [
  { slower: 1, most: 50 },
  { slower: 4, most: 200 },
];
const TOKENS = [12, 32];
const STEP = "weights";
const SAMPLES = 10; // of each kind of input: with fewer than 50 interactions, the browser reports the slowest
const SETTLED_MS = 150;

/** @param {import("playwright-core").Browser} chromium @param {string} url @param {{ samples?: number, rounds?: number }} [options] @returns {Promise<Interaction[]>} */
export async function measureInteractions(chromium, url, { samples = SAMPLES, rounds = ROUNDS } = {}) {
  const page = await chromium.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(observe);
  await page.goto(new URL(WALK, url).href);
  await ready(page);
  const found = [];
  for (const tokens of TOKENS)
    for (const { slower, most } of SPEEDS) {
      const slowest = [];
      for (let i = 0; i < rounds; i++)
        slowest.push(await slowestOf(page, session, { tokens, slower, samples }));
      const [quietest] = slowest.toSorted((a, b) => a.inp - b.inp);
      found.push({ tokens, slower, most, ...quietest, rounds: slowest.map(({ inp }) => inp) });
    }
  await page.close();
  return found;
}

/** The slowest interaction of a round. @param {import("playwright-core").Page} page @param {import("playwright-core").CDPSession} session @param {{ tokens: number, slower: number, samples: number }} how */
async function slowestOf(page, session, { tokens, slower, samples }) {
  const times = [];
  for (const [input, kind] of Object.entries(KINDS)) {
    await prepared(page, kind, STEP, tokens);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
    await page.evaluate("durations.length = 0");
    for (let i = 0; i < samples; i++) {
      await kind.act(page, i);
      await page.waitForTimeout(SETTLED_MS * slower);
    }
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    times.push({ input, inp: /** @type {number} */ (await page.evaluate("Math.max(0, ...durations)")) });
    await page.keyboard.press("Escape");
  }
  return times.toSorted((a, b) => b.inp - a.inp)[0];
}

/** In the page: keeps the durations of all interactions. */
function observe() {
  /** @type {number[]} */
  const durations = [];
  Object.assign(globalThis, { durations });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries()))
      if (entry.interactionId) durations.push(entry.duration);
  }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16 }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [site, chromium] = await Promise.all([startSite(), launchChromium()]);
  console.table(await measureInteractions(chromium, site.url));
  await chromium.close();
  await site.close();
}
