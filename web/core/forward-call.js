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
  const { query, key, value, keyPaddingMask, attnMask, headScale, causal, maskFill, softmaxEmptyRow } =
    input ?? {};
  const { dropout, fault, trace, needWeights } = input ?? {};
  if (query === undefined)
    throw new HeadscopeError("shape", "query is missing (expected { data, shape: [B, T_q, d_model] })");
  const p = dropout ? dropout.p : 0;
  if (!(Number.isFinite(p) && p >= 0 && p < 1))
    throw new HeadscopeError("config", `dropout p ${show(p)} is not in [0, 1)`);
  const seed = wholeNumber("dropout seed", dropout?.seed ?? 0, 0);
  const wrong = FAULTS.indexOf(oneOf("fault", fault, FAULTS));
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
  const traced = trace ?? true; // null asks for the default too
  const weights = needWeights ?? true;
  // In the order of boundary.hpp's ForwardOptions.
  const switches = [
    causal,
    isAdditive(tensors.keyPaddingMask),
    isAdditive(tensors.attnMask),
    oneOf("maskFill", maskFill, ["-inf", "-1e9"]) === "-1e9",
    oneOf("softmaxEmptyRow", softmaxEmptyRow, ["zero", "nan"]) === "nan",
    traced,
    weights,
  ];
  let bits = 0;
  for (const on of switches.reverse()) bits = 2 * bits + (on ? 1 : 0);
  return { tensors, bits, p, seed, fault: wrong, needWeights: weights, fast: !traced && wrong === 0 };
}
