import { loadCore } from "../../web/core/index.js";
import { mask, testRefusals, zeros } from "./refuse.js";

const core = await loadCore();
const layer = core.createLayer({ dModel: 8, numHeads: 2 });
const query = zeros(2, 3, 8);

/** A value that untyped callers could pass. @type {any} */
const nothing = undefined;

testRefusals([
  [
    "nothing at all",
    () => layer.forward(nothing),
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
