// Sums of rows and columns of attention: the core's numbers compared with sums computed here.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { compare } from "../../web/kit/state/compare.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { areShares, sumsOf } from "../../web/kit/state/sums.js";
import { words } from "./support/pictures.js";

const core = await loadCore();
const settings = { ...DEFAULTS, tokens: words(6), dModel: 12, heads: 3 };

/** @param {import("../../web/kit/state/picture.js").Picture} picture @param {number} head */
function reckoned(picture, head) {
  const [batch, heads, rows, keys] = picture.step("weights")?.shape ?? [];
  const weights = picture.values("weights");
  const at = (/** @type {number} */ b, /** @type {number} */ i, /** @type {number} */ j) =>
    weights[((b * heads + head) * rows + i) * keys + j];
  const range = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => i);
  const sum = (/** @type {number[]} */ values) => values.reduce((all, value) => all + value, 0);
  return {
    rows: range(batch).flatMap((b) => range(rows).map((i) => sum(range(keys).map((j) => at(b, i, j))))),
    columns: range(batch).flatMap((b) => range(keys).map((j) => sum(range(rows).map((i) => at(b, i, j))))),
  };
}

for (const [fault, change, isShare] of /** @type {const} */ ([
  ["none", {}, true],
  ["softmax_axis", {}, false],
  ["softmax_axis", { keyTokens: words(4), causal: true }, false],
  ["mask_reversed", { causal: true }, true],
  ["mask_repeat_order", {}, true],
]))
  test(`${fault}, ${Object.keys(change)}: the sums of rows and columns are those of the weights; areShares() is true only for distributions`, () => {
    const { wrong } = compare(core, { ...settings, ...change }, fault);
    for (const head of [0, 1, 2]) {
      const sums = sumsOf(wrong, head);
      const expected = reckoned(wrong, head);
      for (const side of /** @type {const} */ (["rows", "columns"])) {
        assert.equal(sums[side].length, expected[side].length);
        sums[side].forEach((sum, i) => assert.ok(Math.abs(sum - expected[side][i]) < 1e-5, `${side} ${i}`));
      }
    }
    assert.equal(areShares(wrong), isShare);
  });
