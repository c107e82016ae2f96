// Numbers of a layer: the quantity of each step, sums of rows and columns, the names of numbers in prose, and costs.
import assert from "node:assert/strict";
import test from "node:test";
import { areWeights, isAttention, sameQuantity } from "../../web/kit/state/quantity.js";
import { layerPicture, pictureOf, words } from "./support/pictures.js";
import { loadCore } from "../../web/core/index.js";
import { compare } from "../../web/kit/state/compare.js";
import { DEFAULTS } from "../../web/kit/state/settings.js";
import { areShares, sumsOf } from "../../web/kit/state/sums.js";
import { valueIn } from "../../web/learn/state/figure-value.js";
import { costOf } from "../../web/kit/state/cost.js";

/** @param {import("./support/pictures.js").Picture} picture @param {(step: import("../../web/core/types.js").Step) => boolean} holds */
const idsOf = (picture, holds) => picture.steps.filter(holds).map(({ id }) => id);

test("the results of softmax are weights, also grouped or dropped; its inputs and later steps are not", () => {
  for (const [picture, expected] of /** @type {const} */ ([
    [pictureOf({ causal: true }), ["weights"]],
    [pictureOf({ kvHeads: 2 }), ["weights", "weights_groups"]],
    [layerPicture({}, { dropout: { p: 0.2, seed: 1 } }), ["weights", "dropped"]],
  ])) {
    assert.deepEqual(
      idsOf(picture, (step) => areWeights(step, picture.steps)),
      expected,
    );
    const pairs = idsOf(picture, isAttention);
    assert.ok(pairs.includes("scores") && !pairs.includes("k_t") && !pairs.includes("context"), `${pairs}`);
  }
});

test("scaling and masking keep the quantity", () => {
  const { steps } = pictureOf({ causal: true });
  for (const step of steps) {
    const expected = { scaled: ["scores", "scaled"], masked: ["scores", "scaled", "masked"] }[step.id];
    assert.deepEqual(
      sameQuantity(step, steps).map(({ id }) => id),
      expected ?? [step.id],
    );
  }
});

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

const picture = pictureOf();
const said = (/** @type {string} */ of, digits = 3) => valueIn(of, picture, core, digits);

test("a number is the tensor's, rounded to the requested digits", () => {
  const weights = picture.values("weights");
  const at = (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ j) =>
    weights[(h * 12 + i) * 12 + j];
  assert.equal(said("weights[0,4,7,1]".replace("0,4", "0, 4")), String(Number(at(4, 7, 1).toPrecision(3))));
  assert.equal(Number(said("weights[0,0,7,6]", 6)), Number(at(0, 7, 6).toPrecision(6)));
  const row = weights.subarray(7 * 12, 8 * 12);
  assert.equal(said("weights[0,0,7].max"), String(Number(Math.max(...row).toPrecision(3))));
  assert.equal(Number(said("weights[0,0,7].sum", 6)), 1);
  assert.match(said("scores[0,0].min"), /^−/, "a true minus sign");
  assert.match(
    said("weights[0,0,7,1]"),
    /^\d(\.\d+)? · 10⁻\d*[⁰¹²³⁴⁵⁶⁷⁸⁹]+$/,
    "a small one with a power of ten",
  );
});

test("shapes, strides, places and costs are translated, too", () => {
  for (const [of, expected] of [
    ["q_heads.shape", "(1, 8, 12, 8)"],
    ["q_heads.strides", "(768, 8, 64, 1)"],
    ["q_heads.offset", "0"],
    ["q_heads.storage", "view"],
    ["context_c.bytes", "6144"],
    ["q.size", "768"],
    ["heads", "8"],
    ["d-model", "64"],
    ["d-k", "8"],
    ["kv-heads", "8"],
    ["tokens", "12"],
    ["tokens[7]", "it"],
    ["parameters", "16,384"],
    ["weights", "constructed"],
    ["weights.shape", "(1, 8, 12, 12)"],
  ])
    assert.equal(said(of), expected, of);
  const { flops } = core.cost({ dModel: 64, numHeads: 8 }, { Tq: 12 });
  assert.equal(Number(said("flops").replace(",", "")), flops);
});

test("missing values give a message with the existing ones", () => {
  for (const [of, message] of [
    ["", /names no number; write weights/],
    ["<b>", /names no number/],
    ["weight[0]", /there is no step "weight"; the steps are x, q/],
    ["weights[0,9,0,0]", /weights\[0,9,0,0\] is not there; weights has shape \(1, 8, 12, 12\)/],
    ["weights[0,-1,0,0]", /is not there/],
    ["weights[a]", /is not there/],
    ["weights[0,0,0,0,0]", /is not there/],
    ["weights[0,0]", /are 144 numbers; name one by 4 indices, or ask for \.sum \.max \.min/],
    ["weights[0,0].mean", /weights has no \.mean; there is \.sum \.max \.min/],
    ["q.colour", /q has no \.colour; there is .*\.strides/],
    ["tokens[12]", /tokens\[12\] is not there; the sentence has 12/],
  ])
    assert.throws(() => said(/** @type {string} */ (of)), {
      name: "RangeError",
      message: /** @type {RegExp} */ (message),
    });
});

const SETTINGS = { ...DEFAULTS, tokens: words(6), dModel: 24, heads: 4 };

/** The cost summed from the steps of a real run. @param {Partial<import("../../web/kit/state/settings.js").Settings>} change */
function done(change) {
  const { steps, dispose } = pictureOf({ ...SETTINGS, ...change });
  const told = steps.map(({ id, flops, bytesRead, bytesWritten }) => [id, flops, bytesRead, bytesWritten]);
  dispose();
  return told;
}

for (const [name, change] of Object.entries({
  "one sentence": {},
  "a causal mask": { causal: true },
  "shared keys and values": { kvHeads: 2 },
  "two sentences": { keyTokens: words(9) },
  "a batch of two": { batchTokens: words(4) },
  "a batch of two of one length": { batchTokens: words(6), causal: true },
  "a batch that asks other words": { batchTokens: words(8), keyTokens: words(3) },
}))
  test(`the cost computed without a run, with ${name}, equals the run's, step by step`, () => {
    const batch = /** @type {{ batchTokens?: readonly string[] }} */ (change).batchTokens;
    const lengths = batch && [SETTINGS.tokens.length, batch.length];
    const { steps } = costOf(core, { ...SETTINGS, ...change }, null, undefined, lengths);
    const told = steps.map(({ id, flops, bytesRead, bytesWritten }) => [id, flops, bytesRead, bytesWritten]);
    assert.deepEqual(told, done(change));
  });

test("the cost of a known model size uses the same sentence and default settings", () => {
  const size = { dModel: 768, heads: 12 };
  const cost = costOf(core, { ...SETTINGS, kvHeads: 2 }, size);
  assert.equal(cost.parameters, 4 * 768 * 768, "heads that share nothing");
  assert.deepEqual(cost.steps.find(({ id }) => id === "scores")?.shape, [1, 12, 6, 6]);
});
