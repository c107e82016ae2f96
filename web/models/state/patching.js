import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { rowOf } from "./rows.js";

/** @import { HeadPatch } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { ModelRun } from "./model-run.js" */
/** @import { LayerPatches, Patches } from "./transformer.js" */

// Activation patching: numbers of one run, put into another.

/**
 * Numbers of another run of the same model, to put into a run.
 *
 * @typedef {object} Patch
 * @property {ModelRun} from
 * @property {"output" | "pattern" | "values" | "stream"} what  of a head, its output before W_O, its attention weights, or its values; or the
 *   stream before a layer
 * @property {number} layer
 * @property {number} [head]  of all but the stream. Heads that share values are patched together
 * @property {number} [position]  the only token whose numbers are replaced; all if left out
 * @property {number} [fromPosition]  the token of the other run, for another number of tokens; `position` if left out
 */

/** @typedef {{ tokens: number, layers: number, heads: number, runs: WeakSet<ModelRun> }} Sizes runs: those of the model */

/** @type {readonly Patch["what"][]} */
const KINDS = ["output", "pattern", "values", "stream"];

/**
 * Patches by layer, for a run of `tokens` tokens.
 * @param {Patch | readonly Patch[]} given @param {Sizes} sizes @returns {Promise<Patches>}
 */
export async function patchesIn(given, sizes) {
  /** @type {Record<number, { heads: HeadPatch[], stream: { token: number, row: Float32Array }[] }>} */
  const patches = {};
  for (const patch of Array.isArray(given) ? given : [given]) {
    check(patch, sizes);
    const { heads, stream } = (patches[patch.layer] ??= { heads: [], stream: [] });
    if (patch.what === "stream") stream.push(...rowsOfStream(patch, sizes.tokens));
    else heads.push(await headPatch(patch, sizes.tokens));
  }
  return patches;
}

/** @param {Patch} patch @param {Sizes} sizes */
function check({ from, what, layer, head, position, fromPosition = position }, sizes) {
  const { tokens, layers, heads, runs } = sizes;
  if (!KINDS.includes(what))
    throw modelRefusal("config", "patch_kind", { what: show(what), kinds: KINDS.join(", ") });
  requirePlace("layer", layer, layers);
  if (what !== "stream") requirePlace("head", head, heads);
  if (!runs.has(from)) throw modelRefusal("config", "patch_from", { from: show(from) });
  const others = from.tokens.length;
  if (position !== undefined) requirePlace("token", position, tokens);
  if (fromPosition !== undefined) requirePlace("token", fromPosition, others);
  if (others !== tokens && (position === undefined || what === "pattern"))
    throw modelRefusal("config", "patch_tokens", { tokens, others });
}

/** @param {string} what @param {unknown} place @param {number} count */
export function requirePlace(what, place, count) {
  if (!(Number.isInteger(place) && Number(place) >= 0 && Number(place) < count))
    throw modelRefusal("config", "no_place", { what, place: show(place), last: count - 1 });
}

/** @param {Patch} patch @param {number} tokens @returns {LayerPatches["stream"]} */
function rowsOfStream({ from, layer, position, fromPosition = position }, tokens) {
  const rows = from.hidden(layer);
  if (position !== undefined) return [{ token: position, row: rowOf(rows, Number(fromPosition)) }];
  return Array.from({ length: tokens }, (_, token) => ({ token, row: rowOf(rows, token) }));
}

/** @param {Patch} patch @param {number} tokens @returns {Promise<HeadPatch>} */
async function headPatch({ from, what, layer, head = 0, position, fromPosition = position }, tokens) {
  const of = /** @type {HeadPatch["of"]} */ (what);
  const { head: own, numbers } = await from.ofHead(of, layer, head);
  if (position === undefined) return { of, head: own, token: -1, numbers };
  const width = numbers.shape[1];
  const data = new Float32Array(tokens * width);
  data.set(rowOf(numbers, Number(fromPosition)), position * width);
  return { of, head: own, token: position, numbers: { data, shape: [tokens, width] } };
}

/** Head h of a tensor (H, T, n). @param {TensorOutput} tensor @param {number} head @returns {TensorOutput} (T, n) */
export function headOf({ data, shape: [, rows, width] }, head) {
  const size = rows * width;
  return { data: data.slice(head * size, (head + 1) * size), shape: [rows, width] };
}

/** Columns of head h of a tensor (T, H · n). @param {TensorOutput} tensor @param {number} head @param {number} heads @returns {TensorOutput} (T, n) */
export function columnsOf({ data, shape: [rows, all] }, head, heads) {
  const width = all / heads;
  const out = new Float32Array(rows * width);
  for (let row = 0; row < rows; row++)
    out.set(data.subarray(row * all + head * width, row * all + (head + 1) * width), row * width);
  return { data: out, shape: [rows, width] };
}
