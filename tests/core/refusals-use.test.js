import { loadCore } from "../../web/core/index.js";
import { testRefusals, zeros } from "./refuse.js";

const core = await loadCore();
const layer = core.createLayer({ dModel: 8, numHeads: 2 });
const query = zeros(2, 3, 8);

/** Values that untyped callers could pass. @type {any} */
const [nothing, one] = [null, 0];

/** @type {any[]} */
const cyclic = ["a"];
cyclic.push(cyclic);

testRefusals([
  [
    "weights that are nothing",
    () => layer.setWeights(nothing),
    "config",
    "weights null are not an object of arrays (expected wQ, wK, wV, wO, bQ, bK, bV, bO, gQ, gK, sinks, wDQ, wDKV, wKR, bDQ, bDKV, bKR, gDQ, gDKV)",
  ],
  [
    "weights that are a number",
    () => layer.setWeights(/** @type {any} */ (5)),
    "config",
    "weights 5 are not an object of arrays (expected wQ, wK, wV, wO, bQ, bK, bV, bO, gQ, gK, sinks, wDQ, wDKV, wKR, bDQ, bDKV, bKR, gDQ, gDKV)",
  ],
  [
    "factors of heads that are a number",
    () => layer.forward({ query, headScale: /** @type {any} */ (0) }),
    "config",
    "head_scale 0 is not an array of num_heads factors",
  ],
  [
    "a chain from a number",
    () => core.followChain(/** @type {any} */ (5), []),
    "shape",
    "shape 5 is not an array of whole numbers",
  ],
  [
    "a chain of nothing",
    () => core.followChain(nothing, nothing),
    "shape",
    "shape null is not an array of whole numbers",
  ],
  [
    "a chain of a call that is none",
    () => core.followChain([2], /** @type {any} */ ("view")),
    "config",
    'calls "view" are not an array of { name, given }',
  ],
  [
    "nothing to put back",
    () => core.putBack(nothing, nothing, nothing),
    "shape",
    "order null is not an array of positions",
  ],
  [
    "a head of nothing",
    () => core.buildHead(nothing, nothing),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "weights that are an array",
    () => layer.setWeights(/** @type {any} */ ([1, 2])),
    "config",
    "weights (1, 2) are not an object of arrays (expected wQ, wK, wV, wO, bQ, bK, bV, bO, gQ, gK, sinks, wDQ, wDKV, wKR, bDQ, bDKV, bKR, gDQ, gDKV)",
  ],
  [
    "a head of dials that are a number",
    () => core.buildHead({ dModel: 8, dK: 2 }, /** @type {any} */ (5)),
    "config",
    "dials 5 are not an object of options",
  ],
  [
    "measures of positions without their name",
    () => layer.forward({ query }).measure(/** @type {any} */ ([0])),
    "config",
    "measure options (0) are not an object of options",
  ],
  [
    "a model of a number",
    () => core.createModel(/** @type {any} */ (64)),
    "config",
    "model options 64 are not an object of options",
  ],
  [
    "tokens that hold themselves",
    () => core.embed(cyclic, { dModel: 8 }),
    "shape",
    'tokens ("a", ("a", ("a", ("a", (…))))) are not an array of strings',
  ],
  [
    "tokens that are many and none",
    () => core.embed(/** @type {any} */ (Array(1000).fill(5)), { dModel: 8 }),
    "shape",
    `tokens (${"5, ".repeat(20)}…) are not an array of strings`,
  ],
  [
    "a fault of a long name",
    () => layer.forward({ query, fault: /** @type {any} */ ("x".repeat(1000)) }),
    "config",
    `fault "${"x".repeat(200)}…" is not known (expected one of ${core.boundary.names.fault.map((each) => `"${each}"`).join(", ")})`,
  ],
  ["heads that are one number", () => layer.prune(one), "config", "heads 0 are not an array"],
  [
    "heads with a hole",
    () => layer.prune(/** @type {any} */ ([, 0])),
    "config",
    "head undefined is not a whole number of at least 0",
  ],
  [
    "positions that are one number",
    () => layer.forward({ query }).measure({ positions: one }),
    "shape",
    "positions 0 are not an array",
  ],
  [
    "a step that is a symbol",
    () => layer.forward({ query, trace: false }).tensor(/** @type {any} */ (Symbol("q"))),
    "config",
    "no step Symbol(q) in this run (it was made with trace: false)",
  ],
  [
    "a weight that is a transpose away",
    () => core.createLayer({ dModel: 8, numHeads: 2, dK: 3 }).setWeights({ wQ: zeros(6, 8) }),
    "shape",
    "wQ has shape (6, 8), expected (8, 6); it is a transpose away, as nn.Linear's (out, in) is",
  ],
  [
    "a weight of another shape",
    () => layer.setWeights({ wO: zeros(4, 16) }),
    "shape",
    "wO has shape (4, 16), expected (8, 8)",
  ],
  [
    "a weight that is no array",
    () => layer.setWeights({ wO: /** @type {any} */ (3) }),
    "shape",
    "wO is not a tensor (expected { data, shape }, data a typed or plain array)",
  ],
  [
    "a weight of another size",
    () => layer.setWeights({ wQ: new Float32Array(10) }),
    "shape",
    "wQ: data of 10 elements does not fill shape (8, 8), which has 64",
  ],
  [
    "a weight of symbols",
    () => layer.setWeights({ wQ: /** @type {any} */ (Array(64).fill(Symbol("w"))) }),
    "shape",
    "wQ holds what is no number: TypeError: Cannot convert a Symbol value to a number",
  ],
  [
    "a bias of a layer without",
    () => layer.setWeights({ bQ: new Float32Array(8) }),
    "config",
    "bQ given to a layer without biases (create it with bias: true)",
  ],
  [
    "an unknown weight",
    () => layer.setWeights(/** @type {any} */ ({ wX: [1] })),
    "config",
    'no weight "wX" (expected wQ, wK, wV, wO, bQ, bK, bV, bO, gQ, gK, sinks, wDQ, wDKV, wKR, bDQ, bDKV, bKR, gDQ, gDKV)',
  ],
  [
    "an unknown step",
    () => layer.forward({ query }).tensor("q_head"),
    "config",
    'no step "q_head" in this run (it has: x, q, k, v, q_split, k_split, v_split, q_heads, k_heads, v_heads, k_t, scores, scaled, weights, context, context_t, context_c, concat, output)',
  ],
  [
    "a step of a run without trace",
    () => layer.forward({ query, trace: false }).tensor("q"),
    "config",
    'no step "q" in this run (it was made with trace: false)',
  ],
  [
    "backward without trace",
    () => layer.backward(layer.forward({ query, trace: false }), query),
    "config",
    "backward needs a run with trace: true",
  ],
  [
    "backward of a gradient of another shape",
    () => layer.backward(layer.forward({ query }), zeros(2, 8, 3)),
    "shape",
    "the output's gradient has shape (2, 8, 3), expected that of the output, (2, 3, 8)",
  ],
  [
    "backward of no gradient",
    () => layer.backward(layer.forward({ query }), /** @type {any} */ (undefined)),
    "shape",
    "the output's gradient is not a tensor (expected { data, shape }, data a typed or plain array)",
  ],
  [
    "backward of a gradient of another kind of number",
    () =>
      layer.backward(
        layer.forward({ query }),
        /** @type {any} */ ({ ...query, data: new BigInt64Array(48) }),
      ),
    "shape",
    "the output's gradient holds what is no number: TypeError: Cannot mix BigInt and other types, use explicit conversions",
  ],
  [
    "backward of something else",
    () => layer.backward(/** @type {any} */ (1), query),
    "config",
    "backward needs a run of forward, got 1",
  ],
  [
    "contributions without trace",
    () => layer.forward({ query, trace: false }).contributions(),
    "config",
    "this run has no tensor context; it was made without trace",
  ],
  [
    "a fractional head to prune",
    () => layer.prune([0.5]),
    "config",
    "head 0.5 is not a whole number of at least 0",
  ],
]);
