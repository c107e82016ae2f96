/**
 * Costs of an element for an article, at a quarter of the CPU's speed: the longest task of the main thread
 * while loading; the delay of the first text, compared with the article without the element; the cost of
 * twenty elements with one in view, compared with one element; and memory that stays after 200 removed
 * elements.
 *
 *     node tests/bench/article.js      after npm run build
 */
import { pathToFileURL } from "node:url";
import { launchChromium } from "../browser/support/chromium.js";
import { drawn, ready } from "../browser/support/explainer.js";
import { startSite } from "../browser/support/site.js";
import { middleMean } from "./statistics.js";
import { tasksOf } from "./trace.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */

const SLOWER = 4;
/** For each visit that measures tasks, this many measure the first text: Chromium reports paints in steps of 4 ms, an eighth of the time until that text. */
const TEXT_VISITS = 3;
const MOUNTS = 200;
const TAG = `<mha-explainer tokens="The animal didn't cross the street because it was too tired."></mha-explainer>`;
const SCRIPT = '<script type="module" src="modules/headscope.js"></script>';
const TEXT = "<h1>A post</h1><p>What every word looks at.</p>";

/** @param {string} body */
const html = (body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A post</title><link rel="icon" href="data:,"></head><body>${TEXT}${body}</body></html>`;

const PAGES = {
  "without.html": html(""),
  "one.html": html(`${TAG}${SCRIPT}`),
  "twenty.html": html(TAG.repeat(20) + SCRIPT),
};

/** @param {Browser} chromium @param {{ rounds?: number }} [options] */
export async function measureArticle(chromium, { rounds = 7 } = {}) {
  const site = await startSite(PAGES);
  const at = (/** @type {keyof typeof PAGES} */ name) => new URL(name, site.url).href;
  try {
    /** @type {{ longest: number, one: number, twenty: number }[]} */
    const visits = [];
    /** @type {{ with: number, without: number }[]} */
    const texts = [];
    for (let i = 0; i < TEXT_VISITS * rounds; i++)
      texts.push({
        with: await firstText(chromium, at("one.html")),
        without: await firstText(chromium, at("without.html")),
      });
    for (let i = 0; i < rounds; i++)
      visits.push({
        longest: Math.max(...(await tasks(chromium, at("one.html"), SLOWER))),
        one: sum(await tasks(chromium, at("one.html"), 1)),
        twenty: sum(await tasks(chromium, at("twenty.html"), 1)),
      });
    const of = (/** @type {keyof (typeof visits)[0]} */ name) => visits.map((visit) => visit[name]);
    return {
      longest: Math.min(...of("longest")),
      rounds: of("longest"),
      text: middleMean(texts.map((each) => each.with)) / middleMean(texts.map((each) => each.without)),
      twenty: Math.min(...of("twenty")) / Math.min(...of("one")),
      left: await left(chromium, at("one.html")),
    };
  } finally {
    await site.close();
  }
}

/** @param {number[]} values */
const sum = (values) => values.reduce((a, b) => a + b, 0);

/** @param {Browser} chromium @param {(page: Page) => Promise<unknown>} use */
async function onPage(chromium, use) {
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Tasks of the main thread until the figure is drawn, each in ms of the thread's clock. @param {Browser} chromium @param {string} url @param {number} slower @returns {Promise<number[]>} */
async function tasks(chromium, url, slower) {
  return /** @type {Promise<number[]>} */ (
    onPage(chromium, async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slower });
      return tasksOf(page, async () => {
        await page.goto(url);
        await ready(page);
      });
    })
  );
}

/** Time of the first paint of text, in ms after the start of navigation. @param {Browser} chromium @param {string} url @returns {Promise<number>} */
async function firstText(chromium, url) {
  return /** @type {Promise<number>} */ (
    onPage(chromium, async (page) => {
      await page.goto(url);
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length);
      return page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    })
  );
}

/** Growth of the JavaScript heap, in bytes. @param {Browser} chromium @param {string} url @returns {Promise<number>} */
async function left(chromium, url) {
  return /** @type {Promise<number>} */ (
    onPage(chromium, async (page) => {
      await page.goto(url);
      await ready(page);
      await mount(page, MOUNTS / 10); // so that caches that stay are filled
      const before = await heap(page);
      await mount(page, MOUNTS);
      return (await heap(page)) - before;
    })
  );
}

/** @param {Page} page @param {number} times */
async function mount(page, times) {
  await page.evaluate(async (times) => {
    for (let i = 0; i < times; i++) {
      const element = /** @type {any} */ (document.createElement("mha-explainer"));
      Object.assign(element, { tokens: "a b c d", heads: 2, dModel: 8, loading: "eager" });
      document.body.append(element);
      await element.loaded();
      await element.updateComplete;
      element.remove();
    }
    await new Promise((resolve) => setTimeout(resolve, 1500)); // an element frees its memory one second after its removal
  }, times);
  await drawn(page);
}

/** @param {Page} page */
async function heap(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const chromium = await launchChromium();
  console.log(await measureArticle(chromium));
  await chromium.close();
}
