// The lab of masks, used by pointer and keyboard, and compared with the core and with PyTorch
// (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { MASK } from "../../web/labs/mask/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLab } from "./support/labs.js";
import { layer, query } from "./support/walk.js";
import { shareInFour } from "../../web/kit/text/share.js";

const browser = useBrowser();
const openLab = useLab(browser, "mask");
const [{ tensors: torch }] = await readFixture("labs");
const T = 12;

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {number} nth */
const said = async (page, nth) =>
  ((await page.locator("mha-lab-mask p[role=status]").nth(nth).textContent()) ?? "")
    .replace(/\s+/g, " ")
    .trim();

/** Position of a mask cell in the figure. @param {Page} page @param {number} row @param {number} key */
async function cellAt(page, row, key) {
  const figure = page.locator("mha-lab-mask mha-figure").first();
  await figure.scrollIntoViewIfNeeded();
  return figure.evaluate(
    (it, at) => {
      const { hit, width, height } = /** @type {any} */ (it).scene;
      for (let y = 0; y < height; y += 3)
        for (let x = 0; x < width; x += 3) {
          const found = hit(x, y);
          if (found?.isMask && found.query === at.row && found.key === at.key) return { x: x + 6, y: y + 4 };
        }
      throw new Error("not drawn");
    },
    { row, key },
  );
}

/** @param {Page} page @param {number} row @param {number} key */
async function press(page, row, key) {
  await page
    .locator("mha-lab-mask mha-figure")
    .first()
    .click({ position: await cellAt(page, row, key) });
  await drawn(page);
}

test("the table has the core's weights for the current mask, and the movement of each row", async () => {
  const { page, seen, close } = await openLab("?head=4");
  const padding = page.locator("mha-lab-mask input[type=number]");
  await padding.fill("2");
  await page.locator("mha-lab-mask").getByRole("button", { name: "at the start" }).click();
  await press(page, 7, 5);
  const keyPaddingMask = { data: Uint8Array.from({ length: T }, (_, key) => Number(key < 2)), shape: [1, T] };
  const attnMask = { data: new Uint8Array(T * T), shape: [T, T] };
  attnMask.data[7 * T + 5] = 1;
  const run = layer.forward({ query, causal: true, keyPaddingMask, attnMask });
  const weights = /** @type {any} */ (run.attention).data;
  const rows = await tableOf(page, "mask");
  assert.equal(rows.length, T);
  rows.forEach((row, i) =>
    assert.deepEqual(
      row.slice(1, T + 1),
      Array.from({ length: T }, (_, key) => formatNumber(weights[(4 * T + i) * T + key])),
    ),
  );
  assert.deepEqual(rows.map((row) => row[T + 1]).slice(0, -1), Array(T - 1).fill("0"));
  run.dispose();
  seen.assertQuiet();
  await close();
});

test("a row without visible keys is shown three times: NaN, uniform, and 0, as PyTorch and the core compute it", async () => {
  const { page, close } = await openLab("?head=4");
  await page.locator("mha-lab-mask input[type=number]").fill("2");
  await page.locator("mha-lab-mask").getByRole("button", { name: "at the start" }).click();
  await press(page, 1, 11); // already hidden, but painted as well
  const marks = await sceneOf(page, "mask");
  const strip = (/** @type {string} */ name) => {
    const { y } = marks.find((/** @type {any} */ { text }) => text === name);
    return marks
      .filter((/** @type {any} */ mark) => mark.y === y && mark.text !== name)
      .map((/** @type {any} */ { text }) => text);
  };
  const row = (/** @type {string} */ name) =>
    Array.from(torch[name].data.subarray((4 * T + 1) * T, (4 * T + 2) * T));
  assert.deepEqual(
    strip(MASK.picture.fills.nan),
    row("nan").map((value) => (Number.isNaN(value) ? "NaN" : "a number")),
  );
  assert.deepEqual(strip(MASK.picture.fills.large), row("large").map(shareInFour));
  assert.deepEqual(strip(MASK.picture.fills.zero), Array(T).fill("0.00"));
  assert.equal(await said(page, 0), MASK.blind("animal", formatNumber(1 / T, 2)));
  await close();
});

test("the leak alarm is silent on the right path, and names the leaking rows on wrong paths", async () => {
  const { page, close } = await openLab();
  assert.equal(await said(page, 1), MASK.sealed);
  const path = page.locator("mha-lab-mask select[aria-label]");
  for (const [fault, rows] of /** @type {const} */ ([
    ["view_without_transpose", [4, 5, 6, 7, 8, 9, 10]],
    ["merge_without_transpose", [1, 2, 4, 5, 7, 8, 10]],
  ])) {
    await path.selectOption(fault);
    await drawn(page);
    const moved = torch[`moved.${fault}`].data;
    assert.deepEqual(
      rows,
      [...moved.keys()].filter((row) => row < T - 1 && moved[row] > 1e-6),
      "as torch's do",
    );
    assert.equal(await said(page, 1), MASK.leaks(rows.join(", "), rows.length));
    const shown = (await tableOf(page, "mask")).map((row) => row[T + 1]);
    assert.deepEqual(
      shown.slice(0, -1).flatMap((value, row) => (value === "0" ? [] : [row])),
      rows,
    );
  }
  await path.selectOption("none");
  await page.locator("mha-lab-mask").getByRole("button", { name: MASK.clear }).click();
  await drawn(page);
  assert.equal(await said(page, 1), MASK.all);
  await close();
});

test("cells can be visited, blocked and opened by keyboard alone", async () => {
  const { page, close } = await openLab();
  await page.locator("mha-lab-mask mha-figure canvas").first().focus();
  for (const key of ["Enter", "ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await drawn(page);
  const painted = () =>
    page.locator("mha-lab-mask").evaluate((it) => [.../** @type {any} */ (it).turn.painted]);
  assert.deepEqual(await painted(), [6 * T + 1]);
  assert.equal(await said(page, 0), MASK.sees("because", 6, T));
  await page.keyboard.press("Enter");
  await drawn(page);
  assert.deepEqual(await painted(), []);
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (document.querySelector("mha-explainer")).step),
    "q_heads",
  );
  await close();
});

test("a drag paints the cells under it", async () => {
  const { page, close } = await openLab();
  const [from, to] = [await cellAt(page, 9, 2), await cellAt(page, 9, 6)];
  const box = await page.locator("mha-lab-mask mha-figure canvas").first().boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 4 + from.x, box.y + from.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 4 + to.x, box.y + to.y, { steps: 8 });
  await page.mouse.up();
  await drawn(page);
  const painted = await page
    .locator("mha-lab-mask")
    .evaluate((it) => [.../** @type {any} */ (it).turn.painted]);
  assert.deepEqual(
    painted.sort((a, b) => a - b),
    [2, 3, 4, 5, 6].map((key) => 9 * T + key),
  );
  await close();
});

test("impossible padding is reported, and the old padding stays", async () => {
  const { page, close } = await openLab();
  const padding = page.locator("mha-lab-mask input[type=number]");
  await padding.fill("3");
  await padding.fill("13");
  await drawn(page);
  assert.equal(
    await padding.evaluate((it) => /** @type {HTMLInputElement} */ (it).validationMessage),
    MASK.most(T),
  );
  assert.equal(await page.locator("mha-lab-mask").evaluate((it) => /** @type {any} */ (it).turn.padding), 3);
  await close();
});

test("a word that may look at nothing under a softmax over the queries has no NaN, and the lab says none", async () => {
  const { page, close } = await openLab("?token=7");
  await page
    .locator("mha-lab-mask")
    .getByRole("button", { name: MASK.block("it") })
    .click();
  await page.locator("mha-lab-mask").getByLabel(MASK.paths).selectOption("softmax_axis");
  await drawn(page);
  assert.equal(await said(page, 0), MASK.blindOverQueries("it"));
  await close();
});
