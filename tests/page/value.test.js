// Numbers of a figure, by the names in prose.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { valueIn } from "../../web/learn/state/figure-value.js";
import { pictureOf } from "./support/pictures.js";

const core = await loadCore();
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
