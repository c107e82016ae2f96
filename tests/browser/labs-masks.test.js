// The labs of masks and of batches, compared with the core, its messages, and PyTorch (tests/fixtures/labs.py).
import assert from "node:assert/strict";
import test, { describe } from "node:test";
import { formatNumber } from "../../web/kit/draw/legend.js";
import { shareInFour } from "../../web/kit/text/share.js";
import { BATCH } from "../../web/labs/batch/words.js";
import { MASK } from "../../web/labs/mask/words.js";
import { readFixture } from "../core/fixture.js";
import { drawn } from "./support/explainer.js";
import { injectAxeInSchemes, useBrowser } from "./support/index.js";
import { sceneOf, tableOf, useLabs } from "./support/labs.js";
import { sample } from "./support/nightly.js";
import { layer, query } from "./support/walk.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useBrowser();
const useLabOf = useLabs(browser);
const fixtures = await readFixture("labs");

describe("the lab of masks", () => {
  const openLab = useLabOf("mask");
  const [{ tensors: torch }] = fixtures;
  const T = 12;

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
            if (found?.isMask && found.query === at.row && found.key === at.key)
              return { x: x + 6, y: y + 4 };
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
    const keyPaddingMask = {
      data: Uint8Array.from({ length: T }, (_, key) => Number(key < 2)),
      shape: [1, T],
    };
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
    assert.equal(
      await page.locator("mha-lab-mask").evaluate((it) => /** @type {any} */ (it).turn.padding),
      3,
    );
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
});

describe("the lab of batches", () => {
  const openLab = useLabOf("batch");
  const torch = fixtures.find(({ name }) => name === "batch")?.tensors ?? {};
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
});
