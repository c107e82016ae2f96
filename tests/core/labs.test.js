// Functions of the core that labs use.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { HeadscopeError, loadCore } from "../../web/core/index.js";
import { fitOfWords } from "./head-fit-case.js";
import { readFixture } from "./fixture.js";
import { bitsOf } from "./model-bits.js";

const core = await loadCore();
const WORDS = ["a", "bird", "saw", "a", "cat"];

test("without positions a vector depends on its word only", () => {
  const x = core.embed(WORDS, { dModel: 10, seed: 3 });
  const bare = core.embed(WORDS, { dModel: 10, seed: 3, positions: false });
  assert.deepEqual(bare.shape, [1, 5, 10]);
  for (let at = 0; at < 50; at++)
    assert.equal(bare.data[at], at % 10 < x.word[1] ? x.data[at] : 0, `feature ${at % 10}`);
});

test("rows are put back in their tokens' order, and the remaining difference is returned", () => {
  const straight = { data: [0, 1, 10, 11, 20, 21], shape: [1, 3, 2] };
  const shuffled = { data: [20, 21.5, 0, 1, 10.25, 11], shape: [1, 3, 2] };
  const { rows, apart, largest } = core.putBack(straight, shuffled, [2, 0, 1]);
  assert.deepEqual([...rows.data], [0, 1, 10.25, 11, 20, 21.5]);
  assert.deepEqual([...apart.data], [0, 0.25, 0.5]);
  assert.equal(largest, 0.5);
});

test("asymmetry is 0 for S = Sᵀ and 1 for S = −Sᵀ", () => {
  const scores = { data: [1, 2, 2, 5, 0, 3, -3, 0], shape: [1, 2, 2, 2] };
  assert.deepEqual([...core.asymmetry(scores).data], [0, 1]);
});

/** The attention of a head so built. @param {import("../../web/core/built-head.js").HeadDials} dials */
function attentionOf(dials) {
  const layer = core.createLayer({ dModel: 64, numHeads: 1, dK: 8 });
  layer.setWeights(core.buildHead({ dModel: 64, dK: 8 }, dials));
  const tokens = Array.from({ length: 12 }, (_, i) => `w${i}`);
  const run = layer.forward({ query: core.embed(tokens, { dModel: 64, seed: 1 }) });
  const { data } = /** @type {import("../../web/core/types.js").TensorOutput} */ (run.attention);
  run.dispose();
  layer.dispose();
  return (/** @type {number} */ i, /** @type {number} */ j) => data[12 * i + j];
}

test("a built head attends as its dials say", () => {
  assert.ok(attentionOf({ offset: -6, place: 1, sharpness: 6 })(7, 1) > 0.98);
  assert.ok(attentionOf({ offset: 2, place: 1, sharpness: 6 })(7, 9) > 0.98);
  assert.ok(attentionOf({ first: 1, sharpness: 6 })(7, 0) > 0.9);
  assert.ok(attentionOf({ word: 1, sharpness: 12 })(7, 7) > 0.9);
  assert.equal(attentionOf({})(7, 3), Math.fround(1 / 12));
});

test("steps towards target attention are PyTorch's, also through JavaScript", async () => {
  for (const { name, settings, tensors } of await readFixture("head_fit")) {
    const fit = core.createHeadFit({
      ...{ x: tensors.x, wanted: tensors.wanted, seed: 1 },
      ...{ heads: Number(settings.heads), dK: Number(settings.d_k) },
    });
    assert.equal(fit.train(0).step, 0, name);
    const [before, after] = [fit.train(0).loss, fit.train(200).loss];
    assert.ok(after < before, name);
    assert.deepEqual(fit.found().maps.shape, tensors.maps.shape, name);
    fit.dispose();
  }
});

test("the same seed gives the same bits as natively", () => {
  const text = readFileSync(new URL("../fixtures/head_fit_bits.txt", import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  assert.equal(lines.length, 2);
  for (const line of lines) {
    const [heads, steps, bits] = line.split(" ");
    const fit = fitOfWords(core, Number(heads));
    fit.train(Number(steps));
    assert.equal(bitsOf(fit.found()), bits, line);
    fit.dispose();
  }
});

test("one head has a weight of 1 to spend in a row, two have 2", () => {
  const [one, two] = [1, 2].map((heads) => fitOfWords(core, heads));
  assert.ok(Math.abs(one.train(400).loss - 0.25) < 1e-3);
  // The row with one target has a weight of 1 too much. Spread over all twelve keys it costs least: 1/12, in one of two rows.
  assert.ok(Math.abs(two.train(400).loss - 1 / 24) < 1e-3);
  one.dispose();
  two.dispose();
  assert.throws(
    () => one.train(),
    (error) => error instanceof HeadscopeError && error.code === "disposed",
  );
});

const x = core.embed(WORDS, { dModel: 8 });
const wanted = { data: new Float32Array(25).fill(1), shape: [5, 5] };
/** @type {Record<string, [() => unknown, string, RegExp]>} */
const REFUSED = {
  "an order that names a token twice": [
    () => core.putBack(x, x, [0, 1, 2, 3, 3]),
    "shape",
    /each of 5 tokens once/,
  ],
  "an order of none": [() => core.putBack(x, x, [0.5, 1, 2, 3, 4]), "shape", /order 0.5/],
  "outputs of two sizes": [
    () => core.putBack(x, core.embed(["a"], { dModel: 8 }), [0]),
    "shape",
    /\(1, 1, 8\)/,
  ],
  "scores that are not square": [
    () => core.asymmetry({ data: [1, 2], shape: [1, 1, 1, 2] }),
    "shape",
    /\(B, H, T, T\)/,
  ],
  "half a token": [() => core.buildHead({ dModel: 8, dK: 4 }, { offset: 0.5 }), "config", /offset 0.5/],
  "more than all": [() => core.buildHead({ dModel: 8, dK: 4 }, { word: 2 }), "config", /word 2/],
  "less than flat": [() => core.buildHead({ dModel: 8, dK: 4 }, { sharpness: -1 }), "config", /sharpness -1/],
  "a head of no features": [() => core.buildHead({ dModel: 8, dK: 0 }, {}), "config", /d_k 0/],
  "nothing wanted": [
    () => core.createHeadFit({ x, wanted: { data: new Float32Array(25), shape: [5, 5] }, dK: 4 }),
    "shape",
    /nothing is wanted/,
  ],
  "what is wanted of other tokens": [
    () => core.createHeadFit({ x, wanted: { data: [1], shape: [1, 1] }, dK: 4 }),
    "shape",
    /\(5, 5\)/,
  ],
  "too many heads": [() => core.createHeadFit({ x, wanted, heads: 17, dK: 4 }), "config", /1 to 16/],
};
for (const [what, [ask, code, said]] of Object.entries(REFUSED))
  test(`refused: ${what}`, () => {
    assert.throws(ask, (error) => {
      assert.ok(error instanceof HeadscopeError);
      assert.equal(error.code, code);
      assert.match(error.message, said);
      return true;
    });
  });
