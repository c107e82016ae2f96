// Presentation mode of walk, heads and training: the large picture alone, arrow keys, and bookmarks in links.
import assert from "node:assert/strict";
import test from "node:test";
import { injectAxe, useSharedTab } from "./support/index.js";
import { drawn, ready, stepOf } from "./support/explainer.js";
import { sample } from "./support/nightly.js";

const browser = useSharedTab();
const PROJECTOR = { viewport: { width: 1920, height: 1080 }, reducedMotion: /** @type {const} */ ("reduce") };

const SMALL = { width: 1280, height: 720 };

/** @param {string} address @param {string} [selector] @param {{ width: number, height: number }} [viewport] */
async function openPresented(address, selector, viewport = PROJECTOR.viewport) {
  const opened = await browser.open(address, { ...PROJECTOR, viewport });
  await ready(opened.page, selector);
  await opened.page.locator(".presenter").waitFor({ state: "attached" });
  await drawn(opened.page);
  return opened;
}

/** The selectors whose elements are visible. @param {import("playwright-core").Page} page @param {readonly string[]} selectors */
async function visible(page, selectors) {
  const seen = await Promise.all(selectors.map((each) => page.locator(each).first().isVisible()));
  return selectors.filter((_, i) => seen[i]);
}

/** Whether the page needs no scrolling. @param {import("playwright-core").Page} page */
const fits = (page) =>
  page.evaluate(
    () =>
      document.documentElement.scrollHeight <= innerHeight &&
      document.documentElement.scrollWidth <= innerWidth,
  );

test("the walk shows only picture and caption, sharp and large, and arrow keys go through every step", async () => {
  const { page, seen, close } = await openPresented("?present&step=q");
  const parts = ["#name", "mha-sentence", "mha-track", "mha-code", "mha-tape", "mha-cost", "mha-save"];
  await page.locator("mha-tour").waitFor();
  assert.deepEqual(await visible(page, [...parts, "mha-stage canvas", "mha-tour"]), [
    "mha-stage canvas",
    "mha-tour",
  ]);
  assert.ok(await fits(page));
  const { drawnAs, shownAs } = await page.locator("mha-stage canvas").evaluate((it) => {
    const canvas = /** @type {HTMLCanvasElement} */ (it);
    return { drawnAs: canvas.width, shownAs: canvas.getBoundingClientRect().width };
  });
  assert.ok(shownAs > 1800 && Math.abs(drawnAs - shownAs) < 3, `${drawnAs} px shown as ${shownAs}`);
  await page.keyboard.press("ArrowRight");
  assert.equal(await stepOf(page), "k");
  await page.keyboard.press("PageDown");
  assert.equal(await stepOf(page), "v");
  await page.keyboard.press("PageUp");
  assert.equal(await stepOf(page), "k");
  await page.waitForURL(/\?present&step=k$/);
  await drawn(page);
  const axe = await injectAxe(page);
  assert.deepEqual(await axe(), []);
  seen.assertQuiet();
  await close();
});

for (const viewport of sample([PROJECTOR.viewport, SMALL], 1))
  test(`${viewport.width} px: the story is presented scene by scene by keys: opening, three moves, all words, all heads, then the walk with the same head, and back`, async () => {
    const { page, seen, close } = await browser.open("?present", { ...PROJECTOR, viewport });
    await ready(page, "mha-opening");
    await page.locator(".presenter").waitFor({ state: "attached" });
    const scenes = ["header", "mha-opening canvas", "mha-row canvas", "mha-train-small", "mha-stage canvas"];
    /** @param {string} canvas @param {string} [title] */
    const shows = async (canvas, title) => {
      await page.locator(canvas).first().waitFor();
      if (title) await page.getByRole("heading", { name: title }).waitFor();
      await drawn(page);
      assert.deepEqual(await visible(page, scenes), [canvas]);
      assert.ok(await fits(page), `${title ?? canvas} fits`);
    };
    await shows("mha-opening canvas", "What does it mean here?");
    await page.keyboard.press("ArrowLeft");
    await shows("mha-opening canvas", "What does it mean here?");
    await page.keyboard.press("PageDown");
    await shows("mha-row canvas", "How does it choose?");
    await page.keyboard.press("ArrowRight");
    await shows("mha-row canvas", "How does every word choose?");
    await page.keyboard.press("ArrowRight");
    await shows("mha-row canvas", "How does every head choose?");
    await page.keyboard.press("ArrowRight");
    await shows("mha-stage canvas");
    const { step, head, training } = await page.evaluate(
      () => /** @type {any} */ (document.querySelector("mha-explainer")).state,
    );
    assert.deepEqual([step, head, training], ["query", 0, "step=125"]);
    await page.keyboard.press("ArrowRight");
    assert.equal(await stepOf(page), "key");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await shows("mha-row canvas", "How does every head choose?");
    await page.getByRole("button", { name: "Back to one word" }).click();
    await page.keyboard.press("ArrowLeft");
    await shows("mha-opening canvas", "What does it mean here?");
    assert.equal(new URL(page.url()).search, "?present");
    seen.assertQuiet();
    await close();
  });

test("a button sets bookmarks, which are part of the link and survive a reload", async () => {
  const { page, close } = await openPresented("?present=step=x;step=scores%26head=5", "mha-explainer", SMALL);
  const state = () =>
    page.evaluate(() => {
      const { step, head } = /** @type {any} */ (document.querySelector("mha-explainer"));
      return { step, head };
    });
  const at = (/** @type {unknown} */ wanted) =>
    page.waitForFunction((text) => {
      const { step, head } = /** @type {any} */ (document.querySelector("mha-explainer"));
      return text === JSON.stringify({ step, head });
    }, JSON.stringify(wanted));
  await page.keyboard.press("PageDown");
  await at({ step: "x", head: 2 });
  await page.keyboard.press("ArrowRight");
  await at({ step: "scores", head: 5 });
  await page.keyboard.press("ArrowRight");
  assert.deepEqual(await state(), { step: "scores", head: 5 }, "the last bookmark is current");
  await page.keyboard.press("1");
  await at({ step: "x", head: 2 });
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).act(new URLSearchParams("step=weights"));
  });
  await page.waitForURL(/step=weights$/);
  await page.getByRole("button", { name: "Bookmark this" }).click();
  assert.match(page.url(), /present=step=x;step=scores%26head=5;step=weights&step=weights$/);
  await page.reload();
  await ready(page);
  await page.locator(".presenter button[aria-current=true]").waitFor({ state: "attached" });
  assert.equal(await page.locator(".presenter button[aria-current=true]").innerText(), "3");
  await page.getByRole("button", { name: "Remove this bookmark" }).click();
  assert.doesNotMatch(page.url(), /weights&/);
  await page.getByRole("button", { name: "Leave" }).click();
  await page.waitForURL(/\/\?step=weights$/);
  assert.ok(await page.locator("#name").isVisible());
  await close();
});

test("the heads show all maps and one large head, and arrow keys go from head to head", async () => {
  const { page, close } = await openPresented("heads.html?present");
  const parts = ["#name", "mha-sentence", "mha-adds", "mha-measured", "mha-save", "mha-as-table"];
  assert.deepEqual(await visible(page, [...parts, "mha-maps canvas", "mha-one-head canvas"]), [
    "mha-maps canvas",
    "mha-one-head canvas",
  ]);
  assert.ok(await fits(page));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).head),
    7,
  );
  await close();
});

test("training shows its curve and its maps, and one press continues training", async () => {
  const { page, close } = await openPresented("train.html?present=seed=3", "mha-train");
  const parts = [
    "header",
    "mha-train-bar",
    "mha-train-sentence",
    "mha-taking-away",
    "mha-train-words",
    "mha-as-table",
  ];
  const pictures = ["mha-train-learning canvas", "mha-train-maps canvas"];
  assert.deepEqual(await visible(page, [...parts, ...pictures]), pictures);
  assert.ok(await fits(page));
  await page.keyboard.press("PageDown");
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector("mha-train")).seed === 3);
  await close();
  const { page: other, close: leave } = await openPresented("train.html?present", "mha-train");
  await other.keyboard.press("PageDown");
  await other.waitForFunction(
    () => /** @type {any} */ (document.querySelector("mha-train")).store.state.step > 0,
  );
  await other.keyboard.press("PageDown");
  assert.equal(
    await other.evaluate(() => /** @type {any} */ (document.querySelector("mha-train")).store.state.pace),
    null,
  );
  await leave();
});
