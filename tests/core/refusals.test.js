// Refusals: what configurations, forward passes and other uses are refused, and what the message says.
import { loadCore } from "../../web/core/index.js";
import { testRefusals, mask, zeros } from "./refuse.js";

const core = await loadCore();

/** Values that untyped callers could pass. @type {any} */
const [nothing, textless] = [null, Object.create(null)];

testRefusals([
  [
    "a soft cap that is 0 in single precision",
    () => core.createLayer({ dModel: 8, numHeads: 2, softcap: 1e-50 }),
    "config",
    "softcap of about 1e-50 is beyond single precision, expected 1e-37 to 1e38",
  ],
  [
    "a layer of nothing",
    () => core.createLayer(nothing),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "a size without a text",
    () => core.createLayer({ dModel: textless, numHeads: 1 }),
    "config",
    "d_model object is not a whole number of at least 1",
  ],
  [
    "an embedding without options",
    () => core.embed(["a"], nothing),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "a cost without an extent",
    () => core.cost({ dModel: 8, numHeads: 2 }, nothing),
    "config",
    "T_q undefined is not a whole number of at least 1",
  ],
  [
    "a cost of nothing",
    () => core.cost(nothing, { Tq: 2 }),
    "config",
    "d_model undefined is not a whole number of at least 1",
  ],
  [
    "heads that do not divide",
    () => core.createLayer({ dModel: 10, numHeads: 4 }),
    "config",
    "d_model 10 is not divisible by num_heads 4 (nearest d_model: 8, 12; nearest num_heads: 2, 5)",
  ],
  [
    "more heads than features",
    () => core.createLayer({ dModel: 2, numHeads: 4 }),
    "config",
    "d_model 2 is not divisible by num_heads 4 (nearest d_model: 4; nearest num_heads: 2)",
  ],
  [
    "heads that do not divide, and would have to be shared",
    () => core.createLayer({ dModel: 60, numHeads: 8, numKvHeads: 4 }),
    "config",
    "d_model 60 is not divisible by num_heads 8 (nearest d_model: 56, 64; nearest num_heads: 4, 12)",
  ],
  [
    "heads that are shared by more than any that divide",
    () => core.createLayer({ dModel: 64, numHeads: 6, numKvHeads: 3 }),
    "config",
    "d_model 64 is not divisible by num_heads 6 (nearest d_model: 60, 66)",
  ],
  [
    "heads that do not divide the largest width",
    () => core.createLayer({ dModel: 2 ** 30, numHeads: 3 }),
    "config",
    "d_model 1073741824 is not divisible by num_heads 3 (nearest d_model: 1073741823, 1073741826; nearest num_heads: 2, 4)",
  ],
  [
    "groups that do not divide",
    () => core.createLayer({ dModel: 8, numHeads: 4, numKvHeads: 3 }),
    "config",
    "num_heads 4 is not divisible by num_kv_heads 3 (divisors: 1, 2, 4)",
  ],
  [
    "a size of 0",
    () => core.createLayer({ dModel: 0, numHeads: 1 }),
    "config",
    "d_model 0 is not a whole number of at least 1",
  ],
  [
    "a negative size",
    () => core.createLayer({ dModel: 8, numHeads: -2 }),
    "config",
    "num_heads -2 is not a whole number of at least 1",
  ],
  [
    "a fractional size",
    () => core.createLayer({ dModel: 8.5, numHeads: 1 }),
    "config",
    "d_model 8.5 is not a whole number of at least 1",
  ],
  [
    "a size that is NaN",
    () => core.createLayer({ dModel: 8, numHeads: NaN }),
    "config",
    "num_heads NaN is not a whole number of at least 1",
  ],
  [
    "an infinite size",
    () => core.createLayer({ dModel: 8, numHeads: 1, dK: Infinity }),
    "config",
    "d_k Infinity is not a whole number of at least 1",
  ],
  [
    "a size that is a string",
    () => core.createLayer({ dModel: /** @type {any} */ ("8"), numHeads: 1 }),
    "config",
    'd_model "8" is not a whole number of at least 1',
  ],
  [
    "an explicit d_v of 0",
    () => core.createLayer({ dModel: 8, numHeads: 1, dV: 0 }),
    "config",
    "d_v 0 is not a whole number of at least 1",
  ],
  [
    "a size beyond all reason",
    () => core.createLayer({ dModel: 2 ** 40, numHeads: 1 }),
    "config",
    "d_model 1099511627776 is more than 1073741824",
  ],
  [
    "a layer beyond memory",
    () => core.createLayer({ dModel: 2 ** 16, numHeads: 1 }),
    "memory",
    "the layer would take 68719476736 bytes; WebAssembly's memory ends at 2147483648",
  ],
  [
    "a layer with more parameters than can be counted",
    () => core.createLayer({ dModel: 2 ** 30, numHeads: 2 ** 30, dK: 2 ** 30 }),
    "shape",
    "shape (1073741824, 1152921504606846976) has more elements than 64 bits can count",
  ],
  [
    "fused with different widths",
    () => core.createLayer({ dModel: 8, numHeads: 2, fused: true, dKey: 4 }),
    "config",
    "fused needs one input for query, key and value, but d_model 8, d_key 4 and d_value 4 differ",
  ],
  [
    "an unknown init",
    () => core.createLayer({ dModel: 8, numHeads: 2, init: /** @type {any} */ ("xavier") }),
    "config",
    'init "xavier" is not known (expected one of "random", "small", "constructed")',
  ],
  [
    "a negative seed",
    () => core.createLayer({ dModel: 8, numHeads: 2, seed: -1 }),
    "config",
    "seed -1 is not a whole number of at least 0",
  ],
  ["no tokens", () => core.embed([], { dModel: 8 }), "shape", "no tokens to embed; expected at least one"],
  [
    "tokens that are one string",
    () => core.embed(/** @type {any} */ ("a b"), { dModel: 8 }),
    "shape",
    'tokens "a b" are not an array of strings',
  ],
  [
    "tokens with a hole",
    () => core.embed(/** @type {any} */ ([, "a"]), { dModel: 8 }),
    "shape",
    'tokens (undefined, "a") are not an array of strings',
  ],
  [
    "tokens beyond memory",
    () => core.embed(Array(9).fill("語".repeat(2 ** 29 - 24)), { dModel: 8 }),
    "memory",
    "tokens of 4831837992 characters are more than 16777216",
  ],
  [
    "a width of 0",
    () => core.embed(["a"], { dModel: 0 }),
    "config",
    "d_model 0 is not a whole number of at least 1",
  ],
  [
    "an embedding beyond memory",
    () => core.embed(["a"], { dModel: 2 ** 40 }),
    "memory",
    "the embedding would take 4398046511104 bytes; WebAssembly's memory ends at 2147483648",
  ],
  [
    "a cost of no tokens",
    () => core.cost({ dModel: 8, numHeads: 2 }, { Tq: 0 }),
    "config",
    "T_q 0 is not a whole number of at least 1",
  ],
  [
    "a misspelt option",
    () => core.createLayer(/** @type {any} */ ({ dModel: 8, numHeads: 2, num_kv_heads: 1 })),
    "config",
    "createLayer has no option num_kv_heads; did you mean numKvHeads?",
  ],
]);

const layer = core.createLayer({ dModel: 8, numHeads: 2 });
const query = zeros(2, 3, 8);

/** A value that untyped callers could pass. @type {any} */
const missing = undefined;

testRefusals([
  [
    "nothing at all",
    () => layer.forward(missing),
    "shape",
    "query is missing (expected { data, shape: [B, T_q, d_model] })",
  ],
  [
    "no query",
    () => layer.forward(/** @type {any} */ ({})),
    "shape",
    "query is missing (expected { data, shape: [B, T_q, d_model] })",
  ],
  [
    "a query that is an array",
    () => layer.forward({ query: /** @type {any} */ ([1, 2]) }),
    "shape",
    "query is not a tensor (expected { data, shape }, data a typed or plain array)",
  ],
  [
    "data too short for its shape",
    () => layer.forward({ query: { data: new Float32Array(40), shape: [2, 3, 8] } }),
    "shape",
    "query: data of 40 elements does not fill shape (2, 3, 8), which has 48",
  ],
  [
    "a size of 0 in a shape",
    () => layer.forward({ query: zeros(2, 0, 8) }),
    "shape",
    "query: size 0 is not a whole number of at least 1",
  ],
  [
    "a fractional size in a shape",
    () => layer.forward({ query: { data: [1], shape: [0.5, 2] } }),
    "shape",
    "query: size 0.5 is not a whole number of at least 1",
  ],
  [
    "a shape with a hole",
    () => layer.forward({ query: { data: new Float32Array(8), shape: /** @type {any} */ ([1, , 8]) } }),
    "shape",
    "query: size undefined is not a whole number of at least 1",
  ],
  [
    "a typed shape that does not fit",
    () => layer.forward({ query: { data: [1, 2], shape: /** @type {any} */ (Int32Array.of(1, 2, 1)) } }),
    "shape",
    "query has shape (1, 2, 1), expected (B, T_q, d_model) with d_model = 8",
  ],
  [
    "a shape that is a number",
    () => layer.forward({ query: { data: [1, 2], shape: /** @type {any} */ (2) } }),
    "shape",
    "query has shape () of 0 dimensions (expected 1 to 4)",
  ],
  [
    "a query of two dimensions",
    () => layer.forward({ query: zeros(3, 8) }),
    "shape",
    "query has shape (3, 8), expected (B, T_q, d_model) with d_model = 8",
  ],
  [
    "a query that is a transpose away",
    () => layer.forward({ query: zeros(2, 8, 3) }),
    "shape",
    "query has shape (2, 8, 3), expected (B, T_q, d_model) with d_model = 8; its last two dimensions look swapped",
  ],
  [
    "five dimensions",
    () => layer.forward({ query: zeros(1, 1, 1, 3, 8) }),
    "shape",
    "query has shape (1, 1, 1, 3, 8) of 5 dimensions (expected 1 to 4)",
  ],
  [
    "a key of another batch",
    () => layer.forward({ query, key: zeros(1, 3, 8) }),
    "shape",
    "query has 2 batch items and key has 1; they must be equal",
  ],
  [
    "key and value of different lengths",
    () => layer.forward({ query, key: zeros(2, 4, 8), value: zeros(2, 5, 8) }),
    "shape",
    "key has 4 positions and value has 5; they must be equal",
  ],
  [
    "a key of another width",
    () => layer.forward({ query, key: zeros(2, 4, 6) }),
    "shape",
    "key has shape (2, 4, 6), expected (B, T_k, d_key) with d_key = 8",
  ],
  [
    "a fused layer given a key",
    () => core.createLayer({ dModel: 8, numHeads: 2, fused: true }).forward({ query, key: query }),
    "config",
    "a fused layer reads one input; give query alone, or create the layer without fused",
  ],
  [
    "a mask that does not broadcast",
    () => layer.forward({ query, attnMask: mask(2, 3) }),
    "mask",
    "attention mask (2, 3) does not broadcast to the scores (B, H, T_q, T_k) = (2, 2, 3, 3): counted from the last, each of its sizes must be 1 or theirs",
  ],
  [
    "a padding mask of another shape",
    () => layer.forward({ query, keyPaddingMask: mask(3, 3) }),
    "mask",
    "key padding mask (3, 3) is not (B, T_k) = (2, 3)",
  ],
  [
    "a mask without a shape",
    () => layer.forward({ query, attnMask: /** @type {any} */ ({ data: [1] }) }),
    "mask",
    "attention mask is not a tensor (expected { data, shape }, data a typed or plain array)",
  ],
  [
    "an unknown fill",
    () => layer.forward({ query, maskFill: /** @type {any} */ ("-100") }),
    "config",
    'maskFill "-100" is not known (expected one of "-inf", "-1e9")',
  ],
  [
    "a dropout of 1",
    () => layer.forward({ query, dropout: { p: 1 } }),
    "config",
    "dropout p 1 is not in [0, 1)",
  ],
  [
    "a dropout that is NaN",
    () => layer.forward({ query, dropout: { p: NaN } }),
    "config",
    "dropout p NaN is not in [0, 1)",
  ],
  [
    "a dropout that is no number",
    () => layer.forward({ query, dropout: { p: /** @type {any} */ ("abc") } }),
    "config",
    'dropout p "abc" is not in [0, 1)',
  ],
  [
    "a dropout too close to 0 to be written",
    () => layer.forward({ query, dropout: { p: -1e-9 } }),
    "config",
    "dropout p -1e-9 is not in [0, 1)",
  ],
  [
    "a fractional dropout below 0",
    () => layer.forward({ query, dropout: { p: -0.25 } }),
    "config",
    "dropout p -0.25 is not in [0, 1)",
  ],
  [
    "a head scale too short",
    () => layer.forward({ query, headScale: [1] }),
    "config",
    "head_scale has 1 numbers, expected num_heads = 2",
  ],
  [
    "an unknown fault",
    () => layer.forward({ query, fault: /** @type {any} */ ("typo") }),
    "config",
    'fault "typo" is not known (expected one of "none", "view_without_transpose", "merge_without_transpose", "view_without_contiguous", "no_scale", "raw_inputs", "softmax_axis", "mask_reversed", "mask_repeat_order", "mask_as_square", "dropped_attention", "pruned_queries", "rope_style", "positions_restart", "alibi_sign", "window_off_by_one")',
  ],
  [
    "a misspelt argument",
    () => layer.forward(/** @type {any} */ ({ query, casual: true })),
    "config",
    "forward has no option casual; did you mean causal?",
  ],
  [
    "dropout without an object",
    () => layer.forward(/** @type {any} */ ({ query, dropout: 0.5 })),
    "config",
    "dropout 0.5 is not an object (expected { p: 0.1, seed: 0 })",
  ],
]);

/** Values that untyped callers could pass. @type {any} */
const [none, one] = [null, 0];

/** @type {any[]} */
const cyclic = ["a"];
cyclic.push(cyclic);

testRefusals([
  [
    "weights that are nothing",
    () => layer.setWeights(none),
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
    () => core.followChain(none, none),
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
    () => core.putBack(none, none, none),
    "shape",
    "order null is not an array of positions",
  ],
  [
    "a head of nothing",
    () => core.buildHead(none, none),
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
