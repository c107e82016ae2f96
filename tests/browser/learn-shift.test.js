// A chapter causes no layout shift while loading, however late its scripts arrive.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { openChapter } from "./support/learn.js";

const browser = useBrowser();

/** @type {{ name: string }[]} */
const CHAPTERS = JSON.parse(readFileSync(inRoot("web/site/learn/chapters.json"), "utf8"));
const MOST = 0.01; // limit of the total layout shift

/** In the page: records layout shifts of the document's own elements; scripts arrive late by some ms. */
const WATCH = `window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const of = sources.filter(({ node }) => node?.getRootNode() === document);
      if (of.length) shifts.push({ value, of: of.map(({ node, previousRect, currentRect }) => [node.nodeName, node.id, previousRect.y, currentRect.y].join(" ")) });
    }
  }).observe({ type: "layout-shift", buffered: true });`;

for (const { name } of CHAPTERS)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ])
    for (const late of [0, 700])
      test(`${name}: nothing moves while loading: ${width} px, scripts ${late} ms late`, async () => {
        const open = async (/** @type {string} */ address, /** @type {any} */ options) => {
          const opened = await browser.open("icon.svg", { ...options, first: WATCH });
          await opened.page.route("**/modules/**", async (route) => {
            await new Promise((resolve) => setTimeout(resolve, late));
            await route.continue().catch(() => {}); // the page may be closed already
          });
          await opened.page.goto(new URL(address, browser.url).href);
          return opened;
        };
        const { page, close } = await openChapter({ open }, name, { viewport: { width, height } });
        await drawn(page);
        const shifts = /** @type {{ value: number }[]} */ (
          await page.evaluate(() => /** @type {any} */ (window).shifts)
        );
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        assert.ok(sum <= MOST, JSON.stringify(shifts, null, 1));
        await close();
      });
