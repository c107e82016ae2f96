import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { randomValues, relativeDifference } from "./fixture.js";

/** @import { Fault, ForwardInput, LayerOptions, Run } from "../../web/core/index.js" */

const core = await loadCore();
const [B, T, D, H, DK] = [2, 5, 12, 3, 4];
const query = { data: randomValues(7, 1, B * T * D), shape: [B, T, D] };
const padding = { data: Uint8Array.from([0, 0, 0, 0, 1, 0, 0, 1, 1, 1]), shape: [B, T] };

/**
 * A run with weights of standard deviation 1 for queries and keys.
 * @param {Fault} fault @param {Partial<ForwardInput>} [input] @param {Partial<LayerOptions>} [options] @returns {Run}
 */
function run(fault, input = {}, options = {}) {
  const layer = core.createLayer({ dModel: D, numHeads: H, init: "small", seed: 1, ...options });
  const { wQ, wK } = layer.weights();
  for (const [name, weight] of Object.entries({ wQ, wK }))
    layer.setWeights({ [name]: weight?.data.map((value) => value * 50) });
  return layer.forward({ query, fault, ...input });
}

/** @param {Run} wrong */
const differs = (wrong, input = {}) => relativeDifference(wrong.output, run("none", input).output) > 1e-3;

/** @param {Run} run */
const ids = (run) => run.steps.map(({ id }) => id);

test("view_without_transpose mixes heads and tokens in the order of memory", () => {
  const wrong = run("view_without_transpose");
  assert.ok(!ids(wrong).includes("q_split"));
  assert.deepEqual(wrong.tensor("q_heads").shape, [B, H, T, DK]);
  assert.deepEqual(wrong.tensor("q_heads").data, wrong.tensor("q").data);
  assert.ok(differs(wrong));
  assert.deepEqual(wrong.warnings, []);
});

test("view_without_transpose is refused in a fused layer, whose slices are not contiguous", () => {
  for (const options of [{ fused: true }, { fused: true, numKvHeads: 1 }]) {
    const wrong = run("view_without_transpose", {}, options);
    assert.deepEqual(ids(wrong), ["x", "qkv", "q", "k", "v", "q_heads"]);
    const last = wrong.steps[5];
    assert.deepEqual([last.op, last.shape, last.strides, last.stage], ["view", [B, H, T, DK], null, 2]);
    const message = last.error ?? "";
    assert.match(
      message,
      /^view \(2, 3, 5, 4\) of shape \(2, 5, 12\) with strides .*view size is not compatible/,
    );
    for (const ask of [
      () => wrong.output,
      () => wrong.attention,
      () => wrong.measure(),
      () => wrong.tensor("q_heads"),
    ])
      assert.throws(ask, { code: "shape", message });
    assert.throws(() => wrong.contributions(), { code: "config" });
    assert.deepEqual(wrong.warnings, []);
    assert.throws(() => run("view_without_transpose", { trace: false }, options).output, {
      code: "shape",
      message,
    });
  }
  assert.ok(run("view_without_transpose", {}, { fused: true, numHeads: 1 }).output);
});

test("merge_without_transpose joins the heads' contexts end to end", () => {
  const wrong = run("merge_without_transpose");
  assert.deepEqual(wrong.tensor("concat").data, wrong.tensor("context").data);
  assert.deepEqual(wrong.attention, run("none").attention);
  assert.ok(differs(wrong));
});

test("view_without_contiguous is refused, with PyTorch's message and ours", () => {
  const wrong = run("view_without_contiguous");
  const last = wrong.steps.at(-1);
  assert.equal(last?.id, "concat");
  assert.deepEqual([last?.shape, last?.strides, last?.storage], [[B, T, D], null, null]);
  assert.equal(
    last?.error,
    "view (2, 5, 12) of shape (2, 5, 3, 4) with strides (60, 4, 20, 1): view size is not compatible with input tensor's size and stride " +
      "(at least one dimension spans across two contiguous subspaces). Dimensions 2 and 3 do not follow one another in memory: stride 20 is not 4 * 1. " +
      "Call contiguous() first, which copies",
  );
  assert.throws(() => wrong.output, { code: "shape", message: last?.error });
  assert.throws(() => wrong.tensor("concat"), { code: "shape", message: last?.error });
  assert.equal(wrong.tensor("context_t").data.length, B * T * D);
});

test("no_scale leaves the scores unscaled, and the softmax saturates", () => {
  const [wrong, right] = [run("no_scale"), run("none")];
  assert.ok(!ids(wrong).includes("scaled"));
  assert.deepEqual(wrong.tensor("scores").data, right.tensor("scores").data);
  const entropy = (/** @type {Run} */ each) =>
    each.measure().heads.reduce((sum, head) => sum + head.entropy, 0);
  assert.ok(entropy(wrong) < entropy(right) - 0.05);
});

test("raw_inputs splits the inputs themselves, if their widths allow it", () => {
  const wrong = run("raw_inputs");
  assert.ok(!ids(wrong).includes("q"));
  assert.deepEqual(wrong.tensor("q_split").data, query.data);
  assert.deepEqual(wrong.steps[1].inputs, ["x"]);
  assert.deepEqual(
    wrong.steps.map(({ stage }) => stage).filter((stage, i, all) => all[i - 1] !== stage),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.throws(() => run("raw_inputs", {}, { dK: 3 }), {
    code: "config",
    message: "raw_inputs needs inputs as wide as their projections: query has 12 features, its projection 9",
  });
});

test("softmax_axis makes the columns sum to 1, not the rows", () => {
  const { data } = run("softmax_axis").tensor("weights");
  for (let column = 0; column < T; column++) {
    let sum = 0;
    for (let row = 0; row < T; row++) sum += data[row * T + column];
    assert.ok(Math.abs(sum - 1) < 1e-6);
  }
  assert.ok(differs(run("softmax_axis")));
});

test("mask_reversed shows exactly what should be hidden", () => {
  const right = run("none", { causal: true }).tensor("weights").data;
  const wrong = run("mask_reversed", { causal: true }).tensor("weights").data;
  right.forEach((weight, i) => assert.ok(weight === 0 || wrong[i] === 0));
  assert.ok(differs(run("mask_reversed", { causal: true }), { causal: true }));
});

test("mask_repeat_order gives heads another item's mask", () => {
  const wrong = run("mask_repeat_order", { keyPaddingMask: padding }).tensor("weights").data;
  for (let b = 0; b < B; b++) {
    for (let h = 0; h < H; h++) {
      const item = (b * H + h) % B;
      for (let j = 0; j < T; j++)
        assert.equal(wrong[((b * H + h) * T + 0) * T + j] === 0, padding.data[item * T + j] === 1);
    }
  }
});

test("mask_as_square is right for one sentence, refused for two, and silently wrong for as many as there are words", () => {
  const of = (/** @type {number} */ sentences) => ({
    query: { data: randomValues(9, 1, sentences * T * D), shape: [sentences, T, D] },
    keyPaddingMask: {
      data: Uint8Array.from({ length: sentences * T }, (_, i) => Number(i % T >= T - Math.floor(i / T))),
      shape: [sentences, T],
    },
  });
  const two = run("mask_as_square", of(2));
  const last = two.steps.at(-1);
  assert.deepEqual([last?.id, last?.op, last?.shape], ["masked", "mask", [2, H, T, T]]);
  const message =
    "mask (2, 5) on scores (2, 3, 5, 5): The size of tensor a (5) must match the size of tensor b (2) at non-singleton dimension 2. " +
    "Sizes are matched from the last, so that B = 2 meets T_q = 5; give the mask as (B, 1, 1, T_k)";
  assert.equal(last?.error, message);
  assert.throws(() => two.output, { code: "shape", message });
  assert.throws(() => two.tensor("masked"), { code: "shape", message });

  const many = run("mask_as_square", of(T)).tensor("weights").data;
  for (let at = 0; at < many.length; at++) {
    const [query, key] = [Math.floor(at / T) % T, at % T];
    assert.equal(many[at] === 0, key >= T - query, "row i has the padding of sentence i");
  }
  const causal = run("mask_as_square", { ...of(T), causal: true }).tensor("weights").data;
  causal.forEach((weight, at) =>
    assert.equal(weight === 0, many[at] === 0 || at % T > Math.floor(at / T) % T),
  );
  // Without a trace, kernels compute: they agree with the traced definitions to 1e-6.
  const [fast, traced] = [false, true].map((trace) => run("mask_as_square", { ...of(T), trace }).output);
  assert.ok(relativeDifference(fast, traced) < 1e-6);
});

test("dropped_attention returns the weights after dropout: the output is right, and rows no longer sum to 1", () => {
  const input = { dropout: { p: 0.4, seed: 3 } };
  const [wrong, right] = [run("dropped_attention", input), run("none", input)];
  assert.deepEqual(wrong.output, right.output);
  assert.deepEqual(
    wrong.attention,
    right.tensor("dropped") && { ...right.attention, data: right.tensor("dropped").data },
  );
  const sums = core.measure(/** @type {any} */ (wrong.attention)).rowSum.data;
  assert.ok(Math.max(...sums) > 1.2 && Math.min(...sums) < 0.8);
});

test("pruned_queries makes a head attend uniformly, and the head still contributes", () => {
  const headScale = [1, 0, 0.5];
  const [wrong, right] = [run("pruned_queries", { headScale }), run("none", { headScale })];
  const weights = wrong.tensor("weights").data;
  for (let at = 0; at < weights.length; at++) {
    const isPruned = Math.floor(at / (T * T)) % H === 1;
    if (isPruned) assert.ok(Math.abs(weights[at] - 1 / T) < 1e-7);
    else assert.equal(weights[at], right.tensor("weights").data[at]);
  }
  const scaled = wrong.tensor("context_scaled").data;
  const mean = wrong.tensor("context").data;
  assert.deepEqual(
    scaled.slice(T * DK, 2 * T * DK),
    mean.slice(T * DK, 2 * T * DK),
    "as if nothing was wrong",
  );
  assert.ok(
    right
      .tensor("context_scaled")
      .data.slice(T * DK, 2 * T * DK)
      .every((value) => value === 0),
  );
  assert.ok(differs(wrong, { headScale }));
  const grouped = run("pruned_queries", { headScale: [0, 1, 1] }, { numKvHeads: 1, bias: true });
  assert.deepEqual(
    grouped.tensor("k_heads").data,
    run("none", { headScale: [0, 1, 1] }, { numKvHeads: 1, bias: true }).tensor("k_heads").data,
    "keys that others read stay",
  );
});

test("rope_style turns the pairs of the other style, in both directions", () => {
  for (const [style, other] of /** @type {const} */ ([
    ["interleaved", "half"],
    ["half", "interleaved"],
  ])) {
    const wrong = run("rope_style", {}, { rope: { style } });
    assert.deepEqual(wrong.output, run("none", {}, { rope: { style: other } }).output);
    assert.ok(relativeDifference(wrong.output, run("none", {}, { rope: { style } }).output) > 1e-3);
  }
});

test("positions_restart turns new tokens as if there was no past", () => {
  const half = { rope: /** @type {const} */ ({ style: "half" }) };
  const past = /** @type {any} */ (run("none", {}, half).present);
  const [wrong, right, alone] = [
    run("positions_restart", { past }, half),
    run("none", { past }, half),
    run("none", {}, half),
  ];
  for (const id of ["q_rope", "k_rope"]) assert.deepEqual(wrong.tensor(id).data, alone.tensor(id).data);
  assert.deepEqual(
    [wrong, right].map(({ steps }) => steps.find(({ id }) => id === "q_rope")?.attributes.first),
    [0, T],
  );
  assert.deepEqual(wrong.tensor("k_past").data, right.tensor("k_past").data);
  assert.ok(relativeDifference(wrong.output, right.output) > 1e-3);
});

test("alibi_sign adds what is to be subtracted", () => {
  const options = { alibi: true };
  const [wrong, right] = [run("alibi_sign", {}, options), run("none", {}, options)];
  const scaled = right.tensor("scaled").data;
  const biased = right.tensor("biased").data;
  wrong.tensor("biased").data.forEach((score, i) => {
    assert.ok(Math.abs(score - scaled[i] - (scaled[i] - biased[i])) < 1e-5);
  });
  assert.ok(relativeDifference(wrong.output, right.output) > 1e-3);
});

test("window_off_by_one shows one key more before the query, or after it", () => {
  /** @param {Fault} fault @param {number | [number, number]} window */
  const seen = (fault, window) =>
    Array.from(
      run(fault, {}, { window })
        .tensor("weights")
        .data.slice(0, T * T),
      (weight) => weight > 0,
    );
  const near = (/** @type {number} */ before, /** @type {number} */ after) =>
    Array.from({ length: T * T }, (_, at) => {
      const apart = Math.floor(at / T) - (at % T);
      return apart <= before && -apart <= after;
    });
  assert.deepEqual(seen("none", 2), near(1, 0));
  assert.deepEqual(seen("window_off_by_one", 2), near(2, 0));
  assert.deepEqual(seen("window_off_by_one", [1, 2]), near(2, 2));
  assert.deepEqual(seen("window_off_by_one", [-1, 1]), near(T, 2));
});

test("a wrong path without effect says why, and does not count as wrong", () => {
  const one = { query: { data: query.data.slice(0, D), shape: [1, 1, D] } };
  const single = { query: { data: query.data.slice(0, T * D), shape: [1, T, D] } };
  /** @type {[Fault, Partial<ForwardInput>, Partial<LayerOptions>, string][]} */
  const cases = [
    [
      "view_without_transpose",
      {},
      { numHeads: 1 },
      "with one head or one token the order in memory is the same",
    ],
    ["merge_without_transpose", one, {}, "with one head or one token the order in memory is the same"],
    [
      "view_without_contiguous",
      {},
      { numHeads: 1 },
      "with one head, one token or d_v = 1 these strides can be viewed",
    ],
    ["view_without_contiguous", one, {}, "with one head, one token or d_v = 1 these strides can be viewed"],
    [
      "view_without_contiguous",
      {},
      { dV: 1 },
      "with one head, one token or d_v = 1 these strides can be viewed",
    ],
    ["no_scale", {}, { numHeads: 12 }, "the square root of d_k = 1 is 1"],
    ["no_scale", one, {}, "a softmax over one key is 1"],
    ["softmax_axis", one, {}, "with one query and one key both axes are the same"],
    [
      "mask_reversed",
      { attnMask: { data: new Float32Array(T * T), shape: [T, T] } },
      {},
      "there is no boolean mask",
    ],
    ["mask_repeat_order", { causal: true }, {}, "no mask differs between batch items and is shared by heads"],
    ["mask_repeat_order", { keyPaddingMask: padding }, { numHeads: 1 }, "there is one head"],
    [
      "mask_repeat_order",
      { ...single, keyPaddingMask: { data: new Uint8Array(T), shape: [1, T] } },
      {},
      "there is one batch item",
    ],
    ["mask_as_square", { causal: true }, {}, "there is no key padding mask"],
    [
      "mask_as_square",
      { ...single, keyPaddingMask: { data: Uint8Array.of(0, 0, 0, 1, 1), shape: [1, T] } },
      {},
      "there is one batch item, whose padding is that of every query",
    ],
    ["dropped_attention", {}, {}, "there is no dropout"],
    ["pruned_queries", { headScale: [1, 0.5, 2] }, {}, "no head has a scale of 0"],
    ["rope_style", {}, {}, "there are no rotary positions"],
    ["rope_style", {}, { rope: { fraction: 0.5 } }, "two turned features are one pair in either style"],
    ["rope_style", one, { rope: true }, "a softmax over one key is 1"],
    ["positions_restart", {}, {}, "there are no rotary positions"],
    ["positions_restart", {}, { rope: true }, "there is no past"],
    ["alibi_sign", {}, {}, "there is no ALiBi"],
    ["alibi_sign", one, { alibi: true }, "a softmax over one key is 1"],
    ["window_off_by_one", {}, {}, "there is no window"],
    ["window_off_by_one", {}, { window: T }, "no key is farther away than the window reaches"],
    [
      "window_off_by_one",
      { causal: true },
      { window: [-1, 1] },
      "the causal mask hides the keys after a query",
    ],
  ];
  for (const [fault, input, options, reason] of cases) {
    const wrong = run(fault, input, options);
    assert.deepEqual(wrong.warnings, [`${fault} makes no difference here: ${reason}`]);
    assert.deepEqual(wrong.output, run("none", input, options).output);
  }
});

test("contributions exist on the right path only", () => {
  for (const fault of /** @type {const} */ ([
    "no_scale",
    "merge_without_transpose",
    "view_without_contiguous",
  ]))
    assert.throws(() => run(fault).contributions(), {
      code: "config",
      message: `this run took the wrong path ${fault}; contributions follow the right one`,
    });
});
