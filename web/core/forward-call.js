import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given, isAdditive, optional } from "./given.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { ForwardInput } from "./types.js" */

/** @typedef {ReturnType<typeof readForward>} ForwardCall */

/**
 * All that a forward pass was given, each read once and checked as far as it can be without the layer.
 * @param {Boundary} boundary
 * @param {ForwardInput} input
 */
export function readForward(boundary, input) {
  const { query, key, value, keyPaddingMask, attnMask, headScale, causal, maskFill, softmaxEmptyRow } =
    input ?? {};
  const { dropout, fault, trace, needWeights } = input ?? {};
  if (query === undefined)
    throw new HeadscopeError("shape", "query is missing (expected { data, shape: [B, T_q, d_model] })");
  const p = dropout ? dropout.p : 0;
  if (!(Number.isFinite(p) && p >= 0 && p < 1))
    throw new HeadscopeError("config", `dropout p ${show(p)} is not in [0, 1)`);
  const seed = wholeNumber("dropout seed", dropout?.seed ?? 0, 0);
  const wrong = oneOf("fault", fault, boundary.namesOf("Fault"));
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
  const switches = bitsOf(boundary, {
    causal,
    keyPaddingAdditive: isAdditive(tensors.keyPaddingMask),
    attnAdditive: isAdditive(tensors.attnMask),
    finiteFill: oneOf("maskFill", maskFill, ["-inf", "-1e9"]) === "-1e9",
    nanRows: oneOf("softmaxEmptyRow", softmaxEmptyRow, ["zero", "nan"]) === "nan",
    trace: traced,
    needWeights: weights,
  });
  return {
    tensors,
    switches,
    p,
    seed,
    fault: boundary.named("Fault", wrong),
    needWeights: weights,
    fast: !traced && wrong === "none",
  };
}

/** @param {Boundary} boundary @param {Record<string, unknown>} switches */
function bitsOf(boundary, switches) {
  let bits = 0;
  for (const name in switches) if (switches[name]) bits += boundary.named("Switch", name).value;
  return bits;
}
