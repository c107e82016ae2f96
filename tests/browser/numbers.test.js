// The shown numbers, compared with PyTorch's for the same x and weights (tests/fixtures/page.py).
import assert from "node:assert/strict";
import test from "node:test";
import { MARGIN } from "../../web/kit/draw/marks.js";
import { cellOf } from "../../web/kit/draw/slices.js";
import { readFixture } from "../core/fixture.js";
import { drawn, goTo, ready, spoken, stations } from "./support/explainer.js";
import { useSharedTab } from "./support/index.js";
import { IS_NIGHTLY } from "./support/nightly.js";
import { shareSaid } from "../../web/kit/text/share.js";

/** @typedef {import("playwright-core").Page} Page */

const browser = useSharedTab();

for (const { name, settings, tensors } of await readFixture("page")) {
  const ids = Object.keys(settings).flatMap((key) => (key.endsWith(".shape") ? [key.slice(0, -6)] : []));
  /** By day the test leaves out steps before the mask, which both cases have, and steps of keys and values that are made as those of queries. */
  const looked = IS_NIGHTLY
    ? ids
    : ids.slice(Math.max(0, ids.indexOf("masked"))).filter((id) => !/^[kv](_split)?$/.test(id));

  test(`${name}: numbers, offsets, shapes and strides of every step, the keys with the most attention and the numbers of the API agree with PyTorch`, async () => {
    const { page, close } = await browser.open("?step=q_heads", {
      reducedMotion: "reduce",
      viewport: { width: 1700, height: 1400 },
    });
    await ready(page);
    if (name === "causal") await page.locator("mha-controls").getByLabel("mask").selectOption("causal");
    assert.deepEqual((await stations(page)).map((id) => id.replace("*", "")).sort(), [...ids].sort());
    const data = await page.evaluate(async () => [
      ...(await /** @type {any} */ (document.querySelector("mha-explainer")).getTensor("weights")).data,
    ]);
    assert.equal(data.length, tensors.attention.data.length);
    data.forEach((value, i) => assert.ok(Math.abs(value - tensors.attention.data[i]) < 1e-5, `at ${i}`));
    for (const [i, id] of looked.entries()) {
      await goTo(page, id);
      const shape = settings[`${id}.shape`].split("x");
      const facts = (await page.locator("mha-words :is(.shape, dl)").allInnerTexts()).join("\n");
      assert.ok(facts.includes(`= (${shape.join(", ")})`), `${id}: ${shape} in ${facts}`);
      assert.ok(
        facts.includes(settings[`${id}.strides`].split("x").join(", ")),
        `${id}: strides in ${facts}`,
      );
      const {
        data,
        shape: [rows, columns],
      } = tensors[id];
      // By day one element of each step: of the first step the first, of the second the second, and so on.
      for (let row = IS_NIGHTLY ? 0 : i % rows; row < rows; row += IS_NIGHTLY ? 1 : rows) {
        const numbers = [...data.subarray(row * columns, (row + 1) * columns)];
        const [offset, value] = numbers.splice(-2);
        await clickElement(page, numbers);
        const sum = (await page.locator("mha-tape .sum").innerText()).replace(/\s+/g, " ");
        const read = /^(\w+)\[([\d,]+)\] → .* = (\d+) → (\S+)$/.exec(sum);
        assert.ok(read, sum);
        assert.deepEqual([read[1], read[2], Number(read[3])], [id, numbers.join(), offset]);
        assertReads(read[4], value, `${id}[${numbers}]`);
        const [, index, told] = /\[([\d, ]+)\] is (\S+)\.$/.exec(await spoken(page)) ?? [];
        assert.equal(index, numbers.join(", "));
        assert.equal(told, read[4]);
      }
    }
    await goTo(page, "weights");
    const words = (await page.locator("mha-sentence .token").allTextContents()).map((word) => word.trim());
    for (const token of [1, 4, 10]) {
      await page.locator("mha-sentence .token").nth(token).click();
      await drawn(page);
      const said = (await page.locator("mha-words p").allInnerTexts()).join("\n");
      const read =
        /^(\S+) attends most to (\S+) in head (\d) \((\S+)\), to (\S+) in head (\d) \((\S+)\)\. /m.exec(said);
      assert.ok(read, said);
      assert.equal(read[1], words[token]);
      /** @type {{ head: number, weight: number, key: string }[]} */
      const best = Array.from({ length: 8 }, (_, head) => {
        const row = tensors.attention.data.subarray((head * 12 + token) * 12, (head * 12 + token + 1) * 12);
        return { head, weight: Math.max(...row), key: words[row.indexOf(Math.max(...row))] };
      }).sort((a, b) => b.weight - a.weight);
      for (const [i, at] of [2, 5].entries()) {
        /** @type {{ weight: number, key: string } | undefined} */
        const told = best.find(({ head }) => head === Number(read[at + 1]));
        assert.equal(read[at], told?.key);
        assert.equal(read[at + 2], told && shareSaid(told.weight));
        const [first] = best;
        const expected = i ? best.find(({ key }) => key !== first.key) : first; // the best key with another word
        assert.ok(Math.abs(Number(told?.weight) - Number(expected?.weight)) < 1e-5, said);
      }
    }
    await close();
  });
}

/** Clicks an element of the result where it is drawn. @param {Page} page @param {number[]} index */
async function clickElement(page, index) {
  const figure = page.locator("mha-stage mha-figure");
  const { x, y, layout } = await figure.evaluate((it) => {
    const part = /** @type {any} */ (it).scene.parts.at(-1);
    return { x: part.x, y: part.y, layout: part.tensor.layout };
  });
  const cell = cellOf(layout, index);
  assert.ok(cell, `[${index}] is not drawn`);
  const position = { x: MARGIN + x + cell.x + cell.w / 2, y: y + cell.y + cell.h / 2 };
  await page.locator("mha-stage canvas").click({ position });
}

/**
 * Rounds a number to three significant digits, as the page shows it.
 * @param {string} text @param {number} expected @param {string} what
 */
function assertReads(text, expected, what) {
  if (expected === -Infinity) return assert.equal(text, "−∞", what);
  const read = Number(text.replace("−", "-"));
  const unit = read === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(read))) - 2);
  const error = Math.abs(read - expected);
  assert.ok(
    error <= unit / 2 + 1e-5 * Math.max(1, Math.abs(expected)),
    `${what}: reads ${text}, is ${expected}`,
  );
}
