// Stepping leaks no memory: hundreds of steps add no nodes and listeners.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

const browser = useBrowser({
  "article.html": `<!doctype html><html lang="en"><title>Article</title><link rel="icon" href="icon.svg">
    <script type="module" src="headscope.js"></script>
    <mha-explainer loading="eager" tokens="The animal didn't cross the street because it was too tired."></mha-explainer>`,
});

/** Changes, as many of each value, so that both counts are at the last one. */
const TIMES = IS_NIGHTLY ? 504 : 48;
/** Largest numbers of nodes and listeners that may remain of each change. */
const MOST = { nodes: 0.2, listeners: 0.08 };

/** Counts of nodes and listeners after garbage collection. @param {import("playwright-core").Page} page */
async function measuring(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  return async () => {
    await drawn(page);
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (/** @type {string} */ name) => Number(metrics.find((each) => each.name === name)?.value);
    return { nodes: of("Nodes"), listeners: of("JSEventListeners") };
  };
}

/** Changes a property through values in turn, and renders each. @param {import("playwright-core").Page} page @param {string} name @param {readonly string[]} values @param {number} times */
const change = (page, name, values, times) =>
  page.evaluate(async ([name, values, times]) => {
    const element = /** @type {any} */ (document.querySelector("mha-explainer"));
    for (let i = 0; i < times; i++) {
      element[name] = values[i % values.length];
      await element.updateComplete;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, /** @type {const} */ ([name, values, times]));

test(`${TIMES} steps through the layer, and ${TIMES} wrong paths, taken and left, add no nodes and no listeners`, async () => {
  const { page, seen, close } = await browser.open("article.html", { reducedMotion: "reduce" });
  await ready(page);
  const measure = await measuring(page);
  for (const [name, values, start] of /** @type {[string, string[], Record<string, string>][]} */ ([
    ["step", ["x", "q", "q_heads", "scores", "weights", "context", "concat", "output"], {}],
    ["wrong", ["no_scale", "none", "softmax_axis", "none"], { step: "weights" }],
  ])) {
    await page.evaluate(
      (start) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), start),
      start,
    );
    for (const value of [...values, ...values]) {
      await change(page, name, [value], 1);
      await drawn(page); // with all that loads when it is first shown
    }
    const few = await measure();
    await change(page, name, values, TIMES);
    const many = await measure();
    const counts = `${name}: ${JSON.stringify({ few, many })}`;
    assert.ok(many.nodes < few.nodes + TIMES * MOST.nodes, counts);
    assert.ok(many.listeners < few.listeners + TIMES * MOST.listeners, counts);
  }
  seen.assertQuiet();
  await close();
});
