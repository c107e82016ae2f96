// The lab of batches, compared with PyTorch (tests/fixtures/labs.py), with the core's messages.
import assert from "node:assert/strict";
import test from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { BATCH } from "../../web/labs/batch/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { injectAxeInSchemes, useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLab } from "./support/labs.js";
import { sample } from "./support/nightly.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const openLab = useLab(browser, "batch");
const torch = (await readFixture("labs")).find(({ name }) => name === "batch")?.tensors ?? {};
const [T, HEAD] = [12, 4];

/** @param {Page} page @param {string} name */
async function press(page, name) {
  await page.locator("mha-lab-batch").getByRole("button", { name, exact: true }).click();
  await drawn(page);
}

/** @param {Page} page @param {string} what */
const said = async (page, what) =>
  ((await page.locator(`mha-lab-batch ${what}`).first().textContent()) ?? "").replace(/\s+/g, " ").trim();

const SQUARE = "(B, T_k)";
const MANY = "as many as words, 12";

/** Asserts that the numbers of both sentences in the table agree with PyTorch. @param {readonly (readonly string[])[]} rows @param {string} name */
function assertWeights(rows, name) {
  const { data } = torch[`${name}.weights`];
  assert.equal(rows.length, 2 * T);
  rows.forEach((row, at) => {
    const first = ((Math.floor(at / T) * 8 + HEAD) * T + (at % T)) * T;
    row.slice(1, T + 1).forEach((text, key) => {
      const should = data[first + key];
      assert.ok(
        Math.abs(Number(text) - should) <= 0.006 * should,
        `[${at}, ${key}] ${text}, torch has ${should}`,
      );
    });
  });
}

test("the lab opens with two sentences and the right mask; with as many sentences as words a square mask is silently wrong, by the same amount in each row as PyTorch's", async () => {
  const { page, seen, close } = await openLab(`?head=${HEAD}&token=7`);
  assertWeights(await tableOf(page, "batch"), "right");
  await press(page, MANY);
  await press(page, SQUARE);
  const rows = await tableOf(page, "batch");
  assertWeights(rows, "square");
  rows.forEach((row, at) => {
    const should = torch.moved.data[at];
    assert.ok(
      Math.abs(Number(row[T + 1]) - should) <= 0.006 * should,
      `[${at}] ${row[T + 1]}, torch has ${should}`,
    );
  });
  const alarm = await said(page, ".alarm");
  assert.ok(alarm.startsWith(BATCH.silent), alarm);
  const count = { seePadding: 12, missWords: 36, wrong: 48, rows: 96, sentences: T };
  assert.ok(alarm.includes(BATCH.square(count)), alarm);
  const words = torch.moved.data.map((value, at) => (at < T || at - T < 4 ? value : 0));
  assert.ok(alarm.includes(`off by ${formatNumber(Math.max(...words), 2)} of its own length`), alarm);
  const cells = await page.locator("mha-lab-batch td").allInnerTexts();
  assert.ok(cells.includes("(0, 0, 12, 1)"), `${cells}`);
  const drawnNumbers = (await sceneOf(page, "batch")).map((/** @type {any} */ { text }) => text);
  assert.ok(drawnNumbers.includes(formatNumber(torch.moved.data[7], 2)), `${drawnNumbers}`);

  await press(page, "(B, 1, 1, T_k)");
  assertWeights(await tableOf(page, "batch"), "right");
  assert.equal(await page.locator("mha-lab-batch .alarm").count(), 0);
  assert.equal(await said(page, ".two p[role=status]"), BATCH.right({ rows: 96, onPadding: "0" }));
  seen.assertQuiet();
  await close();
});

test("two sentences are refused with the core's message; one sentence gives the right result, with the reason", async () => {
  const { page, seen, close } = await openLab(`?head=${HEAD}`);
  await press(page, SQUARE);
  assert.equal(
    await said(page, ".alarm"),
    "mask (2, 12) on scores (2, 8, 12, 12): The size of tensor a (12) must match the size of tensor b (2) at non-singleton dimension 2. " +
      "Sizes are matched from the last, so that B = 2 meets T_q = 12; give the mask as (B, 1, 1, T_k)",
  );
  const given = await tableOf(page, "batch");
  assert.deepEqual(
    given.map((row) => row.slice(1)),
    [Array(T).fill("0"), Array.from({ length: T }, (_, key) => String(Number(key >= 4)))],
  );
  await press(page, "(B, 1, 1, T_k)");
  assertWeights(await tableOf(page, "batch"), "right");
  await press(page, "1");
  await press(page, SQUARE);
  assert.match(
    await said(page, ".two p[role=status]"),
    /^Right, by luck\. This makes no difference here: there is one batch item/,
  );
  seen.assertQuiet();
  await close();
});

test("the keyboard moves between cells, on to the next sentence, and between heads; each is announced", async () => {
  const { page, seen, close } = await openLab(`?head=${HEAD}&token=11&key-token=0`);
  await press(page, MANY);
  await press(page, SQUARE);
  const canvas = page.locator("mha-lab-batch canvas");
  await canvas.focus();
  for (const key of ["Enter", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await drawn(page);
  const weight = (/** @type {number} */ head) =>
    formatNumber(torch["square.weights"].data[(8 + head) * T * T + 1]);
  const cell = (/** @type {number} */ head) =>
    BATCH.cell({ sentence: 1, word: "It", key: "was", weight: weight(head), how: "" });
  assert.equal(await said(page, "mha-figure + p[role=status]"), cell(HEAD));
  await page.keyboard.press("PageDown");
  await drawn(page);
  assert.equal(await said(page, "mha-figure + p[role=status]"), cell(HEAD + 1));
  seen.assertQuiet();
  await close();
});

test("typing the second sentence sets the attribute and the address", async () => {
  const { page, seen, close } = await openLab("?batch-tokens=No+way");
  const field = page.locator("mha-lab-batch input[type=text]");
  assert.equal(await field.inputValue(), "No way");
  await press(page, "(B, 1, 1, T_k)");
  await field.fill("Not now , I think ");
  await drawn(page);
  assert.equal(await field.inputValue(), "Not now , I think ", "the typed sentence stays");
  const names = (await tableOf(page, "batch")).slice(T).map(([name]) => name);
  assert.deepEqual(names.slice(0, 6), ["2: Not", "2: now", "2: ,", "2: I", "2: think", "2: [pad]"]);
  await page.waitForFunction(() => location.search.includes("batch-tokens=Not"));
  const { batchTokens } = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("mha-explainer")).state,
  );
  assert.deepEqual(batchTokens, ["Not", "now", ",", "I", "think"]);
  seen.assertQuiet();
  await close();
});

test("if a layer cannot run the batch, a message says so, and the choice stays available", async () => {
  const { page, seen, close } = await openLab();
  await press(page, MANY);
  await press(page, SQUARE);
  const set = (/** @type {object} */ to) =>
    page.evaluate(
      (change) => Object.assign(/** @type {any} */ (document.querySelector("mha-explainer")), change),
      to,
    );
  await set({ keyTokens: ["eins", "zwei"] });
  await drawn(page);
  assert.equal(await said(page, "p[role=status]"), BATCH.hindrance.cross);
  await set({ keyTokens: [], tokens: Array.from({ length: 70 }, (_, i) => `w${i}`) });
  await drawn(page);
  assert.equal(await said(page, "p[role=status]"), BATCH.hindrance.many(70, 64));
  await press(page, "2");
  assert.match(await said(page, ".alarm"), /^mask \(2, 70\) on scores/);
  seen.assertQuiet();
  await close();
});

/** What the lab can be turned to, from the one before: what the core refuses, and what is silently wrong, in the ordinary run. */
const TURNS = sample([SQUARE, MANY, "1", "(B, 1, 1, T_k)"], 0, 1);

for (const width of sample([1440, 390], 1))
  test(`axe finds nothing, however it is turned: ${width} px`, async () => {
    const { page, close } = await openLab();
    await page.setViewportSize({ width, height: 900 });
    await drawn(page);
    const axe = await injectAxeInSchemes(page);
    for (const turn of TURNS) {
      await press(page, turn);
      assert.deepEqual(await axe(), [], turn);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, turn);
    }
    await close();
  });
