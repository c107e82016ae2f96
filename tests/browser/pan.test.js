// Sentences that are longer than the window of the picture.
import assert from "node:assert/strict";
import test from "node:test";
import { useSharedTab } from "./support/index.js";
import { drawn, goTo, ready } from "./support/explainer.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

/** Shows 512 tokens on an open page. @param {Page} page */
async function showLong(page) {
  await page.evaluate(() => {
    const tokens = Array.from({ length: 512 }, (_, i) => `w${i}`);
    Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), { tokens });
  });
  await drawn(page);
  await goTo(page, "scores");
}

/** First indices of each part's window, and the positions of its cells in the figure. @param {Page} page */
const windows = (page) =>
  page.locator("mha-stage mha-figure").evaluate((it) =>
    /** @type {any} */ (it).scene.parts.map((/** @type {any} */ { step, x, y, tensor: { layout } }) => ({
      id: step.id,
      rows: layout.rows.from,
      cols: layout.cols.from,
      last: layout.cols.of - layout.cols.count,
      x: x + layout.width / 2,
      y: y + layout.height / 2,
    })),
  );

/** The left factor, the right factor and the product. @param {Page} page */
async function product(page) {
  const [left, right, result] = await windows(page);
  return { left, right, result };
}

/** @param {Awaited<ReturnType<typeof product>>} parts */
function assertTogether({ left, right, result }) {
  assert.equal(left.rows, result.rows, "queries");
  assert.equal(right.cols, result.cols, "keys");
  assert.equal(left.cols, right.rows, "features");
}

/** @type {[string, (page: Page, at: { x: number, y: number }) => Promise<unknown>, "cols" | "rows"][]} */
const WAYS = [
  ["a drag to the left", (page, { x, y }) => drag(page, x, y, -90, 0), "cols"],
  ["a drag up", (page, { x, y }) => drag(page, x, y, 0, -90), "rows"],
  [
    "a wheel that turns sideways",
    async (page, { x, y }) => {
      await page.mouse.move(x, y);
      await page.mouse.wheel(120, 0);
    },
    "cols",
  ],
  ["Shift and an arrow to the right", (page) => press(page, "Shift+ArrowRight"), "cols"],
  ["Shift and an arrow down", (page) => press(page, "Shift+ArrowDown"), "rows"],
];

/** @param {Page} page @param {number} x @param {number} y @param {number} dx @param {number} dy */
async function drag(page, x, y, dx, dy) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx, y + dy, { steps: 6 });
  await page.mouse.up();
}

/** @param {Page} page @param {string} keys */
async function press(page, keys) {
  await page.locator("mha-stage canvas").focus();
  await page.keyboard.press(keys);
}

test("if nothing can pan, Shift and an arrow key change neither the step nor the selection; 512 tokens pan by drags, the wheel and keys: both factors of a product show the same stretch, and nothing is selected; a drag that starts outside the picture pans nothing; selecting a token after a pan scrolls to the token; panning stops at the end of the sentence, and the wheel scrolls the page again", async () => {
  const { page, seen, close } = await browser.open("?step=q_heads", { reducedMotion: "reduce" });
  await ready(page);
  const state = () =>
    page.evaluate(() => {
      const { step, selection } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
      return JSON.stringify({ step, selection });
    });
  const initial = await state();
  for (const keys of ["Shift+ArrowRight", "Shift+ArrowDown", "Enter", "Shift+ArrowRight"])
    await press(page, keys);
  assert.equal(await state(), initial);
  await press(page, "Escape"); // leaves the cells

  await showLong(page);
  const selected = () =>
    page.evaluate(() =>
      JSON.stringify(/** @type {any} */ (document.querySelector("mha-explainer")).store.state.selection),
    );
  const held = await selected();
  const canvas = await page.locator("mha-stage canvas").boundingBox();
  for (const [what, pan, axis] of WAYS) {
    const before = await product(page);
    assertTogether(before);
    const at = { x: (canvas?.x ?? 0) + before.result.x, y: (canvas?.y ?? 0) + before.result.y };
    await pan(page, at);
    await drawn(page);
    const after = await product(page);
    assert.ok(
      after.result[axis] > before.result[axis],
      `${what}: ${before.result[axis]} to ${after.result[axis]}`,
    );
    assertTogether(after);
    assert.equal(await selected(), held, what);
    await page.mouse.move(at.x + 9, at.y + 9);
    await drawn(page);
    const { result } = await product(page);
    assert.deepEqual(
      [result.rows, result.cols],
      [after.result.rows, after.result.cols],
      "a hover moves none",
    );
  }

  const { result: shown } = await product(page);
  const [x, y] = [(canvas?.x ?? 0) + shown.x, (canvas?.y ?? 0) + shown.y];
  await page.mouse.click(x, y);
  await drawn(page);
  const kept = await product(page);
  const words = await page.locator("mha-words p").last().boundingBox();
  await page.mouse.move((words?.x ?? 0) + 5, (words?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 5 });
  await page.mouse.move(x - 90, y, { steps: 5 });
  await page.mouse.up();
  await drawn(page);
  assert.deepEqual(await product(page), kept);
  await press(page, "Shift+ArrowDown");
  await page.locator("mha-sentence .token").nth(400).click();
  await drawn(page);
  const part = (await windows(page))[0];
  assert.ok(part.rows <= 400 && part.rows > 300, `rows from ${part.rows}`);
  await page.evaluate(() =>
    addEventListener("wheel", (event) => Object.assign(window, { kept: event.defaultPrevented })),
  );
  await page.mouse.move(x, y);
  const turned = async () => {
    await page.mouse.wheel(120, 0);
    await drawn(page);
    return page.evaluate(() => /** @type {any} */ (window).kept);
  };
  assert.equal(await turned(), true);
  await page.evaluate(() => {
    /** @type {any} */ (document.querySelector("mha-explainer")).keyToken = 490;
  });
  await drawn(page);
  for (let i = 0; i < 6; i++) await press(page, "Shift+ArrowRight");
  await drawn(page);
  const { result: ended } = await product(page);
  assert.equal(ended.cols, ended.last);
  assert.equal(await turned(), false);
  seen.assertQuiet();
  await close();
});
