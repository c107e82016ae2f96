// No work is wasted: a figure paints once for each picture, whether it is in view or comes into view later, and hundreds of steps add no nodes and listeners.
import assert from "node:assert/strict";
import test from "node:test";
import { drawn, ready } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab({
  "article.html": `<!doctype html><html lang="en"><title>Article</title><link rel="icon" href="icon.svg">
    <script type="module" src="headscope.js"></script>
    <mha-explainer loading="eager" tokens="The cat sat down" heads="2" d-model="8"></mha-explainer>`,
});

/** A page with one figure more, `figure`. Each figure counts its paintings. @param {{ below?: boolean }} [where] below: far below the window */
async function openWithFigure({ below = false } = {}) {
  const { page, seen, close } = await browser.open("?step=weights");
  await ready(page);
  await page.evaluate(async (below) => {
    const { prototype } = CanvasRenderingContext2D;
    const clear = prototype.clearRect;
    prototype.clearRect = function (...box) {
      const { host } = /** @type {any} */ (this.canvas.getRootNode());
      if (host) host.paintings = (host.paintings ?? 0) + 1;
      clear.apply(this, box);
    };
    const add = () => {
      const figure = /** @type {any} */ (document.createElement("mha-figure"));
      figure.draw = () => ({ height: 40, marks: [] });
      if (below) figure.style.marginTop = "300vh";
      document.body.append(figure);
      return figure;
    };
    const figure = add();
    Object.assign(window, { add, figure });
    await figure.updateComplete;
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(figure)); // after the figure's own
  }, below);
  return { page, seen, close };
}

/** Paintings since the last call. @param {Page} page @returns {Promise<number>} */
const paintings = (page) => page.evaluate("figure.paintings + (figure.paintings = 0)");

/** Waits for a painting of the figure. @param {Page} page */
const painted = (page) => page.waitForFunction(() => /** @type {any} */ (window).figure.paintings > 0);

test("a figure that is painted outside the window is not painted again when it comes into view; a removed figure is not painted any more", async () => {
  const { page, seen, close } = await openWithFigure({ below: true });
  await paintings(page);
  await page.evaluate("figure.paint()");
  await painted(page); // after a while without a new picture
  assert.equal(await paintings(page), 1);
  for (const y of [1e6, 0, 1e6]) {
    await page.evaluate((y) => scrollTo(0, y), y);
    await drawn(page);
    await drawn(page);
  }
  assert.equal(await paintings(page), 0);
  await page.evaluate("scrollTo(0, 0)");
  await drawn(page);
  await page.evaluate(async () => {
    const { figure, add } = /** @type {any} */ (window);
    const later = add();
    await later.updateComplete;
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(later));
    figure.paint();
    figure.remove();
    later.paintings = 0;
    later.paint();
    Object.assign(window, { later });
  });
  await page.waitForFunction(() => /** @type {any} */ (window).later.paintings > 0); // waits as long, and began later
  assert.equal(await paintings(page), 0);
  seen.assertQuiet();
  await close();
});

test("two paintings in one task start one motion", async () => {
  const { page, seen, close } = await openWithFigure();
  await page.evaluate("figure.scrollIntoView()");
  await drawn(page);
  const most = await page.evaluate(async () => {
    const { figure } = /** @type {any} */ (window);
    const places = Float32Array.of(0, 0, 4, 4);
    const flight = () => ({ from: places, to: places, rgba: Uint8ClampedArray.of(0, 0, 0, 255) });
    figure.draw = () => ({ height: 40, marks: [], flight });
    await figure.updateComplete;
    figure.paint();
    figure.paint();
    await null;
    const perFrame = [];
    for (let i = 0; i < 12; i++) {
      figure.paintings = 0;
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve)); // after the callbacks of this frame
      perFrame.push(figure.paintings);
    }
    return Math.max(...perFrame);
  });
  assert.equal(most, 1);
  seen.assertQuiet();
  await close();
});

/** Changes, as many of each value, so that both counts are at the last one. */
const TIMES = IS_NIGHTLY ? 504 : 24;
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
  const { page, seen, close } = await browser.open("article.html", {
    reducedMotion: "reduce",
    isFresh: true,
    viewport: { width: 1440, height: 240 }, // few paintings
  });
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
    for (const value of values) {
      await change(page, name, [value], 1);
      await drawn(page); // with all that loads when it is first shown
    }
    await change(page, name, values, values.length);
    // A part that arrives late adds nodes once; a leak adds nodes in each round.
    const counts = [await measure()];
    for (let isSteady = false; !isSteady && counts.length < 4;) {
      await change(page, name, values, TIMES);
      const [few, many] = [counts[counts.length - 1], await measure()];
      isSteady =
        many.nodes < few.nodes + TIMES * MOST.nodes &&
        many.listeners < few.listeners + TIMES * MOST.listeners;
      counts.push(many);
      assert.ok(isSteady || counts.length < 4, `${name}: ${JSON.stringify(counts)}`);
    }
  }
  seen.assertQuiet();
  await close();
});
