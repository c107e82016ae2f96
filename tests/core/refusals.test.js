import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError, loadCore } from "../../web/core/index.js";

const core = await loadCore();
const layer = core.createLayer({ dModel: 8, numHeads: 2 });

/** @param {number[]} shape */
const zeros = (...shape) => ({ data: new Float32Array(shape.reduce((a, b) => a * b)), shape });
/** @param {number[]} shape */
const mask = (...shape) => ({ data: new Uint8Array(shape.reduce((a, b) => a * b)), shape });
const query = zeros(2, 3, 8);

/**
 * What is asked, and the code and message of its refusal. `any` marks what the types would not allow.
 * @type {[string, () => unknown, import("../../web/core/errors.js").ErrorCode, string][]}
 */
const REFUSALS = [
  ["heads that do not divide", () => core.createLayer({ dModel: 10, numHeads: 4 }), "config", "d_model 10 is not divisible by num_heads 4 (nearest that are: 8, 12)"],
  ["more heads than features", () => core.createLayer({ dModel: 2, numHeads: 4 }), "config", "d_model 2 is not divisible by num_heads 4 (nearest that is: 4)"],
  ["groups that do not divide", () => core.createLayer({ dModel: 8, numHeads: 4, numKvHeads: 3 }), "config", "num_heads 4 is not divisible by num_kv_heads 3 (divisors: 1, 2, 4)"],
  ["a size of 0", () => core.createLayer({ dModel: 0, numHeads: 1 }), "config", "d_model 0 is not a whole number of at least 1"],
  ["a negative size", () => core.createLayer({ dModel: 8, numHeads: -2 }), "config", "num_heads -2 is not a whole number of at least 1"],
  ["a fractional size", () => core.createLayer({ dModel: 8.5, numHeads: 1 }), "config", "d_model 8.5 is not a whole number of at least 1"],
  ["a size that is NaN", () => core.createLayer({ dModel: 8, numHeads: NaN }), "config", "num_heads NaN is not a whole number of at least 1"],
  ["an infinite size", () => core.createLayer({ dModel: 8, numHeads: 1, dK: Infinity }), "config", "d_k Infinity is not a whole number of at least 1"],
  ["a size that is a string", () => core.createLayer({ dModel: /** @type {any} */ ("8"), numHeads: 1 }), "config", 'd_model "8" is not a whole number of at least 1'],
  ["an explicit d_v of 0", () => core.createLayer({ dModel: 8, numHeads: 1, dV: 0 }), "config", "d_v 0 is not a whole number of at least 1"],
  ["a size beyond all reason", () => core.createLayer({ dModel: 2 ** 40, numHeads: 1 }), "config", "d_model 1099511627776 is more than 1073741824"],
  ["a layer beyond memory", () => core.createLayer({ dModel: 2 ** 16, numHeads: 1 }), "memory", "the layer would take 68719476736 bytes; WebAssembly's memory ends at 2147483648"],
  ["a layer with more parameters than can be counted", () => core.createLayer({ dModel: 2 ** 30, numHeads: 2 ** 30, dK: 2 ** 30 }), "shape", "shape (1073741824, 1152921504606846976) has more elements than 64 bits can count"],
  ["fused with different widths", () => core.createLayer({ dModel: 8, numHeads: 2, fused: true, dKey: 4 }), "config", "fused needs one input for query, key and value, but d_model 8, d_key 4 and d_value 4 differ"],
  ["an unknown init", () => core.createLayer({ dModel: 8, numHeads: 2, init: /** @type {any} */ ("xavier") }), "config", 'init "xavier" is not known (expected one of "random", "constructed")'],
  ["a negative seed", () => core.createLayer({ dModel: 8, numHeads: 2, seed: -1 }), "config", "seed -1 is not a whole number of at least 0"],

  ["no tokens", () => core.embed([], { dModel: 8 }), "shape", "no tokens to embed; expected at least one"],
  ["tokens that are one string", () => core.embed(/** @type {any} */ ("a b"), { dModel: 8 }), "shape", 'tokens "a b" are not an array of strings'],
  ["a width of 0", () => core.embed(["a"], { dModel: 0 }), "config", "d_model 0 is not a whole number of at least 1"],
  ["an embedding beyond memory", () => core.embed(["a"], { dModel: 2 ** 40 }), "memory", "the embedding would take 4398046511104 bytes; WebAssembly's memory ends at 2147483648"],

  ["no query", () => layer.forward(/** @type {any} */ ({})), "shape", "query is missing (expected { data, shape: [B, T_q, d_model] })"],
  ["a query that is an array", () => layer.forward({ query: /** @type {any} */ ([1, 2]) }), "shape", "query is not a tensor (expected { data, shape }, data a typed or plain array)"],
  ["data too short for its shape", () => layer.forward({ query: { data: new Float32Array(40), shape: [2, 3, 8] } }), "shape", "query: data of 40 elements does not fill shape (2, 3, 8), which has 48"],
  ["a size of 0 in a shape", () => layer.forward({ query: zeros(2, 0, 8) }), "shape", "query: size 0 is not a whole number of at least 1"],
  ["a fractional size in a shape", () => layer.forward({ query: { data: [1], shape: [0.5, 2] } }), "shape", "query: size 0.5 is not a whole number of at least 1"],
  ["a query of two dimensions", () => layer.forward({ query: zeros(3, 8) }), "shape", "query has shape (3, 8), expected (B, T_q, d_model) with d_model = 8"],
  ["a query that is a transpose away", () => layer.forward({ query: zeros(2, 8, 3) }), "shape", "query has shape (2, 8, 3), expected (B, T_q, d_model) with d_model = 8; its last two dimensions look swapped"],
  ["five dimensions", () => layer.forward({ query: zeros(1, 1, 1, 3, 8) }), "shape", "query has shape (1, 1, 1, 3, 8) of 5 dimensions (expected 1 to 4)"],
  ["a key of another batch", () => layer.forward({ query, key: zeros(1, 3, 8) }), "shape", "query has 2 batch items and key has 1; they must be equal"],
  ["key and value of different lengths", () => layer.forward({ query, key: zeros(2, 4, 8), value: zeros(2, 5, 8) }), "shape", "key has 4 positions and value has 5; they must be equal"],
  ["a key of another width", () => layer.forward({ query, key: zeros(2, 4, 6) }), "shape", "key has shape (2, 4, 6), expected (B, T_k, d_key) with d_key = 8"],
  ["a fused layer given a key", () => core.createLayer({ dModel: 8, numHeads: 2, fused: true }).forward({ query, key: query }), "config", "a fused layer reads one input; give query alone, or create the layer without fused"],
  ["a mask that does not broadcast", () => layer.forward({ query, attnMask: mask(2, 3) }), "mask", "attention mask (2, 3) does not broadcast to the scores (B, H, T_q, T_k) = (2, 2, 3, 3): counted from the last, each of its sizes must be 1 or theirs"],
  ["a padding mask of another shape", () => layer.forward({ query, keyPaddingMask: mask(3, 3) }), "mask", "key padding mask (3, 3) is not (B, T_k) = (2, 3)"],
  ["a mask without a shape", () => layer.forward({ query, attnMask: /** @type {any} */ ({ data: [1] }) }), "mask", "attention mask is not a tensor (expected { data, shape }, data a typed or plain array)"],
  ["an unknown fill", () => layer.forward({ query, maskFill: /** @type {any} */ ("-100") }), "config", 'maskFill "-100" is not known (expected one of "-inf", "-1e9")'],
  ["a dropout of 1", () => layer.forward({ query, dropout: { p: 1 } }), "config", "dropout p 1 is not in [0, 1)"],
  ["a dropout that is NaN", () => layer.forward({ query, dropout: { p: NaN } }), "config", "dropout p NaN is not in [0, 1)"],
  ["a fractional dropout below 0", () => layer.forward({ query, dropout: { p: -0.25 } }), "config", "dropout p -0.25 is not in [0, 1)"],
  ["a head scale too short", () => layer.forward({ query, headScale: [1] }), "config", "head_scale has 1 numbers, expected num_heads = 2"],
  ["an unknown fault", () => layer.forward({ query, fault: /** @type {any} */ ("typo") }), "config", 'fault "typo" is not known (expected one of "none", "view_without_transpose", "merge_without_transpose", "view_without_contiguous", "no_scale", "raw_inputs", "softmax_axis", "mask_reversed", "mask_repeat_order")'],

  ["a weight of another size", () => layer.setWeights({ wQ: new Float32Array(10) }), "shape", "wQ: data of 10 elements does not fill shape (8, 8), which has 64"],
  ["a bias of a layer without", () => layer.setWeights({ bQ: new Float32Array(8) }), "config", "bQ given to a layer without biases (create it with bias: true)"],
  ["an unknown weight", () => layer.setWeights(/** @type {any} */ ({ wX: [1] })), "config", 'no weight "wX" (expected wQ, wK, wV, wO, bQ, bK, bV, bO)'],
  ["an unknown step", () => layer.forward({ query }).tensor("q_head"), "config", 'no step "q_head" in this run (it has: x, q, k, v, q_split, k_split, v_split, q_heads, k_heads, v_heads, k_t, scores, scaled, weights, context, context_t, context_c, concat, output)'],
  ["a step of a run without trace", () => layer.forward({ query, trace: false }).tensor("q"), "config", 'no step "q" in this run (it was made with trace: false)'],
  ["backward without trace", () => layer.backward(layer.forward({ query, trace: false }), query), "config", "backward needs a run with trace: true"],
  ["backward of a gradient of another shape", () => layer.backward(layer.forward({ query }), zeros(2, 8, 3)), "shape", "the output's gradient has shape (2, 8, 3), expected that of the output, (2, 3, 8)"],
  ["backward of something else", () => layer.backward(/** @type {any} */ (1), query), "config", "backward needs a run of forward, got 1"],
  ["contributions without trace", () => layer.forward({ query, trace: false }).contributions(), "config", "this run has no tensor context; it was made without trace"],
  ["a fractional head to prune", () => layer.prune([0.5]), "config", "head 0.5 is not a whole number of at least 0"],
  ["a cost of no tokens", () => core.cost({ dModel: 8, numHeads: 2 }, { Tq: 0 }), "config", "T_q 0 is not a whole number of at least 1"],
];

for (const [what, ask, code, message] of REFUSALS) {
  test(`refused: ${what}`, () => {
    assert.throws(ask, (error) => {
      assert.ok(error instanceof HeadscopeError);
      assert.deepEqual({ code: error.code, message: error.message }, { code, message });
      return true;
    });
    assert.ok(layer.forward({ query }).output, "and the instance goes on");
  });
}

test("weights changed since the run: backward says so", () => {
  const changing = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = changing.forward({ query });
  changing.setWeights({ wO: new Float32Array(64) });
  assert.throws(() => changing.backward(run, query), { code: "config", message: "the layer's weights are not those of this run; run forward again" });
});

test("after dispose every call throws, and disposing twice is fine", () => {
  const gone = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = gone.forward({ query });
  const { output } = run;
  gone.dispose();
  gone.dispose();
  const disposed = (/** @type {string} */ what) => ({ code: "disposed", message: `this ${what} was disposed of; create it again` });
  const ofLayer = [() => gone.forward({ query }), () => gone.weights(), () => gone.setWeights({}), () => gone.prune([0]), () => gone.backward(run, query)];
  for (const call of ofLayer) assert.throws(call, disposed("layer"));
  run[Symbol.dispose]();
  const ofRun = [() => run.output, () => run.attention, () => run.steps, () => run.warnings, () => run.tensor("q"), () => run.measure(), () => run.contributions()];
  for (const call of ofRun) assert.throws(call, disposed("run"));
  assert.equal(output.data.length, 48, "what left wasm memory stays");
});

test("NaN and Inf in an input are taken, carried and shown", () => {
  const data = new Float32Array(48).fill(0.5);
  data[8] = NaN; // item 0, token 1
  data[24] = Infinity; // item 1, token 0
  const run = layer.forward({ query: { data, shape: [2, 3, 8] } });
  assert.ok(run.attention?.data.slice(0, 18).every(Number.isNaN), "every query of item 0 sees the NaN");
  assert.ok(run.output.data.slice(0, 24).every(Number.isNaN));
  assert.ok(run.tensor("x").data.includes(Infinity));
});

test("plain arrays are taken like typed ones", () => {
  const plain = { data: Array.from(query.data, (_, i) => Math.sin(i)), shape: [2, 3, 8] };
  const typed = { data: Float32Array.from(plain.data), shape: [2, 3, 8] };
  assert.deepEqual(layer.forward({ query: plain }).output, layer.forward({ query: typed }).output);
  const booleans = { data: Array.from({ length: 9 }, (_, i) => i % 3 === 1), shape: [3, 3] };
  const bytes = { data: Uint8Array.from(booleans.data, Number), shape: [3, 3] };
  assert.deepEqual(layer.forward({ query: typed, attnMask: booleans }).attention, layer.forward({ query: typed, attnMask: bytes }).attention);
});
