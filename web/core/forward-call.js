import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given, isAdditive, optional } from "./given.js";

/** @import { Fault, ForwardInput } from "./types.js" */

/** In the order of faults.hpp's Fault. @type {readonly Fault[]} */
const FAULTS = [
  "none",
  "view_without_transpose",
  "merge_without_transpose",
  "view_without_contiguous",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
  "mask_repeat_order",
];

/** @typedef {ReturnType<typeof readForward>} ForwardCall */

/**
 * All that a forward pass was given, each read once and checked as far as it can be without the layer.
 * @param {ForwardInput} input
 */
export function readForward(input) {
  const { query, key, value, keyPaddingMask, attnMask, headScale, ...rest } = input ?? {};
  if (query === undefined)
    throw new HeadscopeError("shape", "query is missing (expected { data, shape: [B, T_q, d_model] })");
  const trace = rest.trace ?? true; // null asks for the default too
  const needWeights = rest.needWeights ?? true;
  const { p = 0, seed = 0 } = rest.dropout || {};
  if (!(Number.isFinite(p) && p >= 0 && p < 1))
    throw new HeadscopeError("config", `dropout p ${show(p)} is not in [0, 1)`);
  wholeNumber("dropout seed", seed, 0);
  const fault = FAULTS.indexOf(oneOf("fault", rest.fault, FAULTS));
  const tensors = {
    query: given("query", query),
    key: optional("key", key),
    value: optional("value", value),
    keyPaddingMask: optional("key padding mask", keyPaddingMask, "mask"),
    attnMask: optional("attention mask", attnMask, "mask"),
    headScale: headScale
      ? given("head_scale", { data: headScale, shape: [headScale.length] }, "config")
      : undefined,
  };
  // In the order of boundary.hpp's ForwardOptions.
  const switches = [
    rest.causal,
    isAdditive(tensors.keyPaddingMask),
    isAdditive(tensors.attnMask),
    oneOf("maskFill", rest.maskFill, ["-inf", "-1e9"]) === "-1e9",
    oneOf("softmaxEmptyRow", rest.softmaxEmptyRow, ["zero", "nan"]) === "nan",
    trace,
    needWeights,
  ];
  const bits = switches.reduce((/** @type {number} */ sum, on, i) => sum | (on ? 1 << i : 0), 0);
  return { tensors, options: [bits, p, seed], fault, needWeights, fast: !trace && fault === 0 };
}
