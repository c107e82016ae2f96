import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { elements } from "./fixture.js";

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
