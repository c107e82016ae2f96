import { isAttention } from "../../kit/state/quantity.js";
import { valuesOf, orRefused } from "../state-runs.js";

/**
 * Asking and being asked: a head's scores beside their transpose, with separate queries and keys, with W_K tied to W_Q, and with raw
 * inputs.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {"own" | "tied" | "raw"} Way
 *
 * @typedef {object} RolesAnswer
 * @property {TensorOutput} scores      (1, H, T, T), scaled, before masks
 * @property {TensorOutput} turned      (1, H, T, T), each head transposed
 * @property {Float32Array} asymmetry   (H)
 */

/** @type {readonly Way[]} */
export const WAYS = ["own", "tied", "raw"];

/** Reason why the layer has no such scores, or null. @param {Picture} picture @param {Way} way @returns {"cross" | "shared" | null} */
export function whyNoScores({ call, config }, way) {
  if (call?.key || config.dKey !== config.dModel) return "cross";
  return way === "tied" && config.numKvHeads !== config.numHeads ? "shared" : null;
}

/**
 * @param {Core} core
 * @param {Picture} picture a picture without hindrance
 * @param {Way} way
 * @returns {RolesAnswer | { refused: import("../../kit/text/refusals.js").Message }} or the core's error
 */
export function rolesAnswer(core, picture, way) {
  return orRefused(() => {
    const scores = scoresOf(core, picture, way);
    const { data } = core.asymmetry(scores);
    return { scores, turned: transposed(scores), asymmetry: data };
  });
}

/** @param {Core} core @param {Picture} picture @param {Way} way */
function scoresOf(core, picture, way) {
  const call = /** @type {import("../../core/types.js").ForwardInput} */ (picture.call);
  if (way === "own") return valuesOf(picture, call, scaledIn);
  if (way === "raw") return valuesOf(picture, { ...call, fault: "raw_inputs" }, scaledIn);
  const layer = core.createLayer({ ...picture.config });
  try {
    const own = /** @type {import("../../core/index.js").Layer} */ (picture.layer).weights();
    layer.setWeights(/** @type {any} */ ({ ...own, wK: own.wQ, ...(own.bQ && { bK: own.bQ }) }));
    return valuesOf({ ...picture, layer }, call, scaledIn);
  } finally {
    layer.dispose();
  }
}

/** @param {import("../../core/index.js").Run} run @returns {TensorOutput} */
function scaledIn(run) {
  const step = run.steps.findLast((each) => isAttention(each) && each.op === "scale");
  const { data, shape } = run.tensor(/** @type {import("../../core/types.js").Step} */ (step).id);
  return { data, shape };
}

/** @param {TensorOutput} scores @returns {TensorOutput} */
function transposed({ data, shape }) {
  const tokens = shape[3];
  const turned = new Float32Array(data.length);
  for (let from = 0; from < data.length; from += tokens * tokens)
    for (let i = 0; i < tokens; i++)
      for (let j = 0; j < tokens; j++) turned[from + i * tokens + j] = data[from + j * tokens + i];
  return { data: turned, shape: shape.slice() };
}

/** Each head's scores, cached: equal arrays let the painter reuse its drawing. @type {WeakMap<Float32Array, Map<number, Float32Array>>} */
const kept = new WeakMap();

/** @param {TensorOutput} scores (1, H, T, T) @param {number} head */
export function headIn({ data, shape }, head) {
  const of = kept.get(data) ?? new Map();
  kept.set(data, of);
  const one = shape[2] * shape[3];
  const part = of.get(head) ?? data.subarray(head * one, (head + 1) * one);
  of.set(head, part);
  return part;
}
