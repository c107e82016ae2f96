import { oneOf, refuseMisspelt, show, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { isFloat, tensorArgument, vectorArgument, optionalTensor, optionalMask } from "./tensor-argument.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { ForwardInput } from "./types.js" */

const FILLS = /** @type {const} */ (["-inf", "-1e9"]);
const EMPTY_ROWS = /** @type {const} */ (["zero", "nan"]);
const NO_DROPOUT = { p: 0, seed: 0 };

/** Names of the arguments of a forward pass. */
const KNOWN = [
  ...["query", "key", "value", "past", "causal", "keyPaddingMask", "attnMask", "maskFill", "softmaxEmptyRow"],
  ...["dropout", "headScale", "fault", "trace", "needWeights", "needPresent"],
];

/**
 * Reads each argument of a forward pass once and checks it as far as possible without the layer. Returns them in the order of
 * Inputs and ForwardOptions in src/boundary.
 * @param {Boundary} boundary
 * @param {ForwardInput} input
 */
export function readForward(boundary, input) {
  const { query, key, value, keyPaddingMask, attnMask, headScale, causal, maskFill, softmaxEmptyRow } =
    input ?? {};
  const { past, dropout, fault, trace, needWeights, needPresent } = input ?? {};
  if (query === undefined)
    throw refusal("shape", "no_query", "query is missing (expected { data, shape: [B, T_q, d_model] })");
  refuseMisspelt("forward", input, KNOWN);
  const { p, seed } = readDropout(dropout);
  const wrong = oneOf("fault", fault, boundary.names.fault);
  const [pastKey, pastValue] = readPast(past);
  const tensors = [
    tensorArgument("query", query),
    optionalTensor("key", key),
    optionalTensor("value", value),
    optionalMask("key padding mask", keyPaddingMask, isFloat), // in a plain array, 1 is padding, too
    optionalMask("attention mask", attnMask),
    headScale === undefined || headScale === null ? undefined : scale(headScale),
    pastKey,
    pastValue,
  ];
  const finiteFill = oneOf("maskFill", maskFill, FILLS) === "-1e9";
  const nanRows = oneOf("softmaxEmptyRow", softmaxEmptyRow, EMPTY_ROWS) === "nan";
  const [traced, weights] = [Boolean(trace ?? true), Boolean(needWeights ?? true)]; // null selects the default too
  const present = Boolean(needPresent ?? past !== undefined);
  boundary.read(...tensors);
  const place = boundary.names.fault.indexOf(wrong);
  return {
    tensors,
    options: [Boolean(causal), finiteFill, nanRows, p, seed, place, traced, weights, present],
    needWeights: weights,
  };
}

/** @param {ForwardInput["past"]} past */
function readPast(past) {
  if (past === undefined || past === null) return [undefined, undefined];
  const { key, value } = past;
  return [
    tensorArgument("past key", /** @type {any} */ (key)),
    tensorArgument("past value", /** @type {any} */ (value)),
  ];
}

/** @param {ForwardInput["dropout"]} dropout */
function readDropout(dropout) {
  if (!dropout) return NO_DROPOUT;
  if (typeof dropout !== "object")
    throw refusal("config", "dropout_no_object", "dropout {value} is not an object (expected {example})", {
      ...{ value: show(dropout), example: "{ p: 0.1, seed: 0 }" },
    });
  const { p, seed } = dropout;
  if (!(Number.isFinite(p) && p >= 0 && p < 1))
    throw refusal("config", "dropout_out_of_range", "dropout p {p} is not in [0, 1)", { p: show(p) });
  return { p, seed: wholeNumber("dropout seed", seed ?? 0, 0) };
}

/** @param {unknown} factors */
function scale(factors) {
  if (typeof factors !== "object")
    throw refusal(
      "config",
      "head_scale_no_array",
      "head_scale {factors} is not an array of num_heads factors",
      {
        factors: show(factors),
      },
    );
  return vectorArgument("head_scale", /** @type {import("./types.js").Numbers} */ (factors), "config");
}
