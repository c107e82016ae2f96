// Steps of a forward pass, their attributes and their costs.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { elements, randomValues } from "./fixture.js";

const core = await loadCore();
const WORDS = "The animal didn't cross the street".split(" ");

/** @param {Partial<import("../../web/core/index.js").LayerOptions>} options @param {object} input */
function runOf(options, input = {}) {
  const layer = core.createLayer({ dModel: 16, numHeads: 4, ...options });
  const run = layer.forward({ query: core.embed(WORDS, { dModel: layer.config.dModel }), ...input });
  layer.dispose(); // a run does not need its layer
  return run;
}

/** The ids of each stage. @param {import("../../web/core/index.js").Step[]} steps */
function stages(steps) {
  /** @type {string[]} */
  const rows = [];
  for (const { id, stage } of steps) rows[stage] = rows[stage] ? `${rows[stage]} ${id}` : id;
  return rows;
}

test("self-attention has the documented steps", () => {
  const { steps } = runOf({});
  assert.deepEqual(stages(steps), [
    "x",
    "q k v",
    "q_split k_split v_split",
    "q_heads k_heads v_heads",
    "k_t scores",
    "scaled",
    "weights",
    "context",
    "context_t",
    "context_c",
    "concat",
    "output",
  ]);
  const byId = Object.fromEntries(steps.map((step) => [step.id, step]));
  assert.deepEqual(byId.q_heads, {
    id: "q_heads",
    op: "transpose",
    lane: "q",
    stage: 3,
    inputs: ["q_split"],
    weights: [],
    axes: ["B", "H", "T", "d_k"],
    shape: [1, 4, 6, 4],
    strides: [96, 4, 16, 1],
    offset: 0,
    contiguous: false,
    storage: "view",
    buffer: byId.q.buffer,
    attributes: { dims: [1, 2] },
    flops: 0,
    bytesRead: 0,
    bytesWritten: 0,
    error: null,
  });
  assert.deepEqual(byId.scores.axes, ["B", "H", "T_q", "T_k"]);
  assert.deepEqual(
    [byId.scores.flops, byId.scores.bytesRead, byId.scores.bytesWritten],
    [2 * 4 * 6 * 6 * 4, 4 * 2 * 96, 4 * 144],
  );
  assert.deepEqual(byId.q.weights, ["wQ"]);
  assert.equal(byId.context_c.storage, "copy");
  assert.equal(byId.concat.buffer, byId.context_c.buffer);
});

test("every step's tensor can be read, in logical order", () => {
  const run = runOf({});
  for (const { id, shape, strides, axes } of run.steps) {
    const tensor = run.tensor(id);
    assert.deepEqual(tensor.shape, shape, id);
    assert.deepEqual(tensor.strides, strides, id);
    assert.equal(tensor.data.length, elements(shape), id);
    assert.equal(axes.length, shape.length, id);
  }
  const [q, heads] = [run.tensor("q_split").data, run.tensor("q_heads").data];
  for (let t = 0; t < 6; t++) {
    for (let h = 0; h < 4; h++) {
      for (let d = 0; d < 4; d++) assert.equal(heads[(h * 6 + t) * 4 + d], q[(t * 4 + h) * 4 + d]);
    }
  }
  assert.deepEqual(run.tensor("weights").data, run.attention?.data);
  assert.deepEqual(run.tensor("output").data, run.output.data);
});

test("contiguous() of a contiguous tensor is a view, as in PyTorch", () => {
  for (const input of [{ numHeads: 1 }, { numHeads: 4, tokens: 1 }]) {
    const layer = core.createLayer({ dModel: 16, numHeads: input.numHeads });
    const run = layer.forward({ query: core.embed(WORDS.slice(0, input.tokens), { dModel: 16 }) });
    assert.equal(run.steps.find(({ id }) => id === "context_c")?.storage, "view");
  }
});

test("a mask, dropout and scaled heads each add their step", () => {
  const mask = { data: [false, false, false, false, false, true], shape: [1, 6] };
  const { steps } = runOf(
    { bias: true },
    { causal: true, keyPaddingMask: mask, dropout: { p: 0.5, seed: 1 }, headScale: [1, 0, 1, 2] },
  );
  assert.deepEqual(stages(steps).slice(5, 11), [
    "scaled",
    "masked",
    "weights",
    "dropped",
    "context context_scaled",
    "context_t",
  ]);
  assert.deepEqual(steps.find(({ id }) => id === "q")?.weights, ["wQ", "bQ"]);
});

test("a fused layer shows one product and three slices with an offset", () => {
  const { steps } = runOf({ fused: true, bias: true });
  assert.equal(stages(steps)[1], "qkv q k v");
  const [qkv, q, k, v] = steps.slice(1, 5);
  assert.deepEqual(qkv.weights, ["wQ", "wK", "wV", "bQ", "bK", "bV"]);
  assert.deepEqual(
    [q, k, v].map(({ op, offset, buffer, storage }) => [op, offset, buffer, storage]),
    [
      ["slice", 0, qkv.buffer, "view"],
      ["slice", 16, qkv.buffer, "view"],
      ["slice", 32, qkv.buffer, "view"],
    ],
  );
});

test("grouped heads share keys and values with stride 0, without a copy", () => {
  const run = runOf({ numKvHeads: 2 });
  assert.deepEqual(stages(run.steps).slice(3, 8), [
    "q_heads k_heads v_heads q_groups k_groups v_groups",
    "k_t scores_groups scores",
    "scaled",
    "weights",
    "weights_groups context_groups context",
  ]);
  const { shape, strides, axes, storage } = run.tensor("k_groups");
  assert.deepEqual(
    { shape, strides, axes, storage },
    {
      shape: [1, 2, 2, 6, 4],
      strides: [48, 4, 0, 8, 1], // as in PyTorch: the batch of 1 keeps its stride
      axes: ["B", "H_kv", "G", "T", "d_k"],
      storage: "view",
    },
  );
  assert.deepEqual(run.tensor("scores").shape, [1, 4, 6, 6]);
});

test("cross-attention names its inputs and both lengths", () => {
  const run = runOf({ dKey: 8 }, { key: { data: new Float32Array(3 * 8).fill(0.5), shape: [1, 3, 8] } });
  assert.deepEqual(stages(run.steps)[0], "query key value");
  assert.deepEqual(run.tensor("k_heads").axes, ["B", "H", "T_k", "d_k"]);
  assert.deepEqual(run.tensor("scores").shape, [1, 4, 6, 3]);
  assert.deepEqual(run.tensor("output").axes, ["B", "T_q", "d_model"]);
  assert.equal(run.tensor("key").buffer, run.tensor("value").buffer);
});

test("a warning names a query whose keys are all blocked, which attends to nothing", () => {
  const data = new Uint8Array(36).fill(1, 12, 18); // row 2
  const run = runOf({}, { attnMask: { data, shape: [6, 6] } });
  const heads = { id: "heads_to", parameters: { last: 3 }, message: "heads 0 to 3" };
  const effect = { id: "weights_are_0", parameters: {}, message: "so that its weights are 0" };
  const message = "batch 0, heads 0 to 3, query row 2: every key is blocked, so that its weights are 0";
  assert.deepEqual(run.warnings, [message]);
  assert.deepEqual(run.notices, [
    { id: "row_blocked", parameters: { batch: 0, heads, row: 2, effect }, message },
  ]);
  assert.deepEqual(run.attention?.data.slice(12, 18), new Float32Array(6));
  const nan = runOf({}, { attnMask: { data, shape: [6, 6] }, softmaxEmptyRow: "nan" });
  assert.ok(nan.attention?.data.slice(12, 18).every(Number.isNaN));
});

const query = { data: randomValues(3, 1, 2 * 4 * 8), shape: [2, 4, 8] };

/** @param {Partial<import("../../web/core/index.js").LayerOptions>} options @param {object} [input] */
function attributesOf(options, input = {}) {
  const run = core.createLayer({ dModel: 8, numHeads: 2, ...options }).forward({ query, ...input });
  for (const { id, op } of run.steps) assert.ok(core.operations[op], `${id} by ${op}`);
  return Object.fromEntries(run.steps.map(({ id, attributes }) => [id, attributes]));
}

test("a step has all arguments of its operation", () => {
  const mask = { data: Float32Array.from({ length: 16 }, (_, i) => i / 4), shape: [4, 4] };
  const headScale = [0.1, -2];
  const said = attributesOf(
    { fused: true, rope: true },
    { causal: true, attnMask: mask, dropout: { p: 0.3, seed: 5 }, headScale, softmaxEmptyRow: "nan" },
  );
  const broadcast = { additive: false, strides: [0, 0, 4, 1] };
  assert.deepEqual(said, {
    x: {},
    qkv: {},
    q: { dim: -1, start: 0, length: 8 },
    k: { dim: -1, start: 8, length: 8 },
    v: { dim: -1, start: 16, length: 8 },
    q_split: { sizes: [2, 4, 2, 4] },
    k_split: { sizes: [2, 4, 2, 4] },
    v_split: { sizes: [2, 4, 2, 4] },
    q_heads: { dims: [1, 2] },
    k_heads: { dims: [1, 2] },
    v_heads: { dims: [1, 2] },
    q_rope: { first: 0, base: 10000, turned: 4, scaling: 1 },
    k_rope: { first: 0, base: 10000, turned: 4, scaling: 1 },
    k_t: { dims: [-2, -1] },
    scores: {},
    scaled: { factor: 0.5 },
    masked: {
      fill: -Infinity,
      masks: [broadcast, { ...broadcast, additive: true }],
    },
    weights: { dim: -1, emptyRow: null },
    dropped: { p: 0.3, seed: 5 },
    context: {},
    context_scaled: { dim: 1, factors: headScale.map(Math.fround) },
    context_t: { dims: [1, 2] },
    context_c: {},
    concat: { sizes: [2, 4, 8] },
    output: {},
  });
});

test("numbers in attributes are the core's, to the last bit", () => {
  const factor = (/** @type {number} */ dK) => attributesOf({ dK }).scaled.factor;
  for (const dK of [1, 2, 3, 7, 8, 64, 1000]) assert.equal(factor(dK), Math.fround(1 / Math.sqrt(dK)));
  const { factors } = attributesOf({}, { headScale: [1e-30, NaN] }).context_scaled;
  assert.deepEqual(factors, [Math.fround(1e-30), null]);
  const fill = attributesOf({}, { causal: true, maskFill: "-1e9" }).masked.fill;
  assert.equal(fill, -1e9);
});

test("steps of wrong paths have their arguments", () => {
  assert.deepEqual(attributesOf({}, { fault: "softmax_axis" }).weights, { dim: -2, emptyRow: 0 });
  assert.deepEqual(attributesOf({}, { fault: "view_without_contiguous" }).concat, { sizes: [2, 4, 8] });
  const keyPaddingMask = { data: new Uint8Array(8), shape: [2, 4] };
  const [rewritten] = /** @type {any[]} */ (
    attributesOf({}, { fault: "mask_repeat_order", keyPaddingMask }).masked.masks
  );
  assert.deepEqual(rewritten.strides, [32, 16, 4, 1]);
});

test("rotary positions of keys that are longer than the queries start so that both end together, below 0 if necessary", () => {
  const key = (/** @type {number} */ tokens) => ({
    data: new Float32Array(2 * tokens * 8),
    shape: [2, tokens, 8],
  });
  assert.equal(attributesOf({ rope: true }, { key: key(7) }).q_rope.first, 3);
  assert.equal(attributesOf({ rope: true }, { key: key(1) }).q_rope.first, -3);
  assert.equal(attributesOf({ rope: true }, { key: key(1) }).k_rope.first, 0);
  assert.throws(() => core.createLayer({ dModel: 6, numHeads: 2, rope: true }), {
    code: "config",
    message: "rope turns features in pairs, but d_k 3 is odd (nearest that is even: 4)",
  });
  assert.deepEqual(core.createLayer({ dModel: 8, numHeads: 2, rope: true }).config.rope, {
    ...{ style: "interleaved", base: 10000, fraction: 1, scaling: 1 },
  });
});

test("a cost without a run includes rotary positions", () => {
  const layer = core.createLayer({ dModel: 8, numHeads: 2, rope: true });
  const { steps } = core.cost({ dModel: 8, numHeads: 2, rope: true }, { B: 2, Tq: 4 });
  assert.deepEqual(steps, layer.forward({ query }).steps);
  const { flops, bytesRead, bytesWritten } = steps.find(({ id }) => id === "q_rope") ?? {};
  assert.deepEqual({ flops, bytesRead, bytesWritten }, { flops: 3 * 64, bytesRead: 256, bytesWritten: 256 });
});

test("parameters are 4 d_model^2 without biases, whatever the heads", () => {
  for (const numHeads of [1, 12, 96, 768])
    assert.equal(core.cost({ dModel: 768, numHeads }, { Tq: 1 }).parameters, 2_359_296);
  assert.equal(
    core.cost({ dModel: 768, numHeads: 12, bias: true }, { Tq: 1 }).parameters,
    2_359_296 + 4 * 768,
  );
  assert.equal(
    core.cost({ dModel: 512, numHeads: 8, numKvHeads: 2 }, { Tq: 1 }).parameters,
    2 * 512 * 512 + 2 * 512 * 128,
  );
});

test("the cost computed without running equals the run's", () => {
  for (const options of [
    { numHeads: 4 },
    { numHeads: 4, numKvHeads: 2, bias: true },
    { numHeads: 2, fused: true, dV: 3 },
    { numHeads: 2, dKey: 5 },
  ]) {
    const layer = core.createLayer({ dModel: 8, ...options });
    const { dKey } = layer.config;
    const cross = options.dKey ? { key: { data: new Float32Array(2 * 3 * dKey), shape: [2, 3, dKey] } } : {};
    const run = layer.forward({ query: { data: new Float32Array(2 * 5 * 8), shape: [2, 5, 8] }, ...cross });
    const cost = core.cost({ dModel: 8, ...options }, { B: 2, Tq: 5, Tk: options.dKey ? 3 : undefined });
    // Only where key and value default to one tensor does the run share a buffer that the cost counts twice.
    if (!options.dKey) assert.deepEqual(cost.steps, run.steps);
    assert.deepEqual(
      cost.steps.map(({ id, shape, flops }) => [id, shape, flops]),
      run.steps.map(({ id, shape, flops }) => [id, shape, flops]),
    );
    const total = (/** @type {"flops" | "bytesRead" | "bytesWritten"} */ key) =>
      run.steps.reduce((sum, step) => sum + step[key], 0);
    assert.deepEqual(
      [cost.flops, cost.bytesRead, cost.bytesWritten],
      [total("flops"), total("bytesRead"), total("bytesWritten")],
    );
    const buffers = new Map(
      cost.steps
        .filter(({ storage }) => storage === "copy")
        .map(({ buffer, shape }) => [buffer, 4 * elements(shape)]),
    );
    assert.equal(
      cost.bytesHeld,
      [...buffers.values()].reduce((sum, bytes) => sum + bytes, 4 * cost.parameters),
    );
    layer.dispose();
  }
});

test("a key padding mask is a step of its own, as in the run", () => {
  const keyPaddingMask = { data: Uint8Array.of(0, 0, 0, 0, 1, 1), shape: [2, 3] };
  const layer = core.createLayer({ dModel: 8, numHeads: 2 });
  const run = layer.forward({ query: { data: new Float32Array(48), shape: [2, 3, 8] }, keyPaddingMask });
  assert.deepEqual(core.cost({ dModel: 8, numHeads: 2 }, { B: 2, Tq: 3, padded: true }).steps, run.steps);
  for (const each of [run, layer]) each.dispose();
});

test("sizes far beyond memory have a cost, and are compared with full-size heads", () => {
  const cost = core.cost({ dModel: 12288, numHeads: 96 }, { Tq: 2048, causal: true });
  assert.equal(cost.parameters, 4 * 12288 ** 2);
  assert.equal(cost.flops, 4 * 2 * 2048 * 12288 ** 2 + 2 * 2 * 2048 ** 2 * 12288 + 6 * 96 * 2048 ** 2);
  assert.deepEqual(cost.steps.find(({ id }) => id === "scores")?.shape, [1, 96, 2048, 2048]);
  assert.equal(cost.oneFullSizeHead.parameters, 4 * 12288 ** 2);
  assert.equal(cost.fullSizeHeads.parameters, 96 * 4 * 12288 ** 2);
  assert.ok(cost.fullSizeHeads.flops > 90 * cost.oneFullSizeHead.flops);
  assert.throws(() => core.cost({ dModel: 2 ** 20, numHeads: 1 }, { Tq: 2 ** 24 }), {
    code: "shape",
    message: "more operations or bytes than 64 bits can count",
  });
});

test("a cost computes no numbers: any sizes take at most 5 ms", () => {
  const rope = /** @type {const} */ ({ style: "half", length: 8192, low: 1, high: 4, scaling: 8 });
  const extent = { Tq: 1 };
  for (const options of [
    { dModel: 2 ** 28, numHeads: 2 ** 28, alibi: true },
    { dModel: 2 ** 25, numHeads: 1, rope },
    {
      dModel: 2 ** 20,
      numHeads: 2 ** 20,
      numKvHeads: 1,
      dK: 2,
      rope,
      sinks: true,
      qkNorm: true,
      softcap: 3,
      window: 4,
    },
    { dModel: 64, numHeads: 2 ** 20, dK: 4, rope, latent: { rank: 8, ropeWidth: 2 ** 20 } },
  ]) {
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now();
      assert.ok(core.cost(options, extent).flops > 0);
      return performance.now() - start;
    });
    assert.ok(Math.min(...times) <= 5, `${JSON.stringify(options)}: ${Math.min(...times)} ms`);
  }
});
