import { HIDDEN } from "./bug-layer.js";
import { standardSlopes } from "./layer.js";

/**
 * Random numbers for a bug's layer.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 */

/** The layer with random numbers, as the arrays of a reader's file. @param {import("./bug-layer.js").BugLayer} layer @returns {Map<string, SavedArray>} */
export function arraysOf({ sizes, causal, lengths, isAdded, window, alibi, rope, rank }) {
  const { B, T, Tk, past, dModel, H, kvHeads, dK, dV, width } = sizes;
  const next = random();
  const numbers = (/** @type {number} */ spread, /** @type {number[]} */ ...shape) =>
    saved(
      Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => spread * next()),
      shape,
    );
  const spread = 1.4 / Math.sqrt(dModel); // scores of different sizes, so that maps have a pattern
  const into = rank ?? dModel;
  const all = {
    x: numbers(1, B, T, dModel),
    wQ: numbers(spread, dModel, H * width),
    wK: numbers(spread, into, kvHeads * dK),
    wV: numbers(spread, into, kvHeads * dV),
    wO: numbers(spread, H * dV, dModel),
    ...(rank
      ? { wDKV: numbers(spread, dModel, rank), wKR: numbers(spread, dModel, width - dK) }
      : {
          bQ: numbers(1, H * dK),
          bK: numbers(1, kvHeads * dK),
          bV: numbers(1, kvHeads * dV),
          bO: numbers(1, dModel),
        }),
    ...(past && { past_key: numbers(1, B, kvHeads, past, dK), past_value: numbers(1, B, kvHeads, past, dV) }),
    ...(lengths && {
      key_padding_mask: saved(
        Float32Array.from({ length: B * T }, (_, i) => Number(i % T >= lengths[Math.floor(i / T)])),
        [B, T],
      ),
    }),
    ...(isAdded && {
      attn_mask: saved(
        Float32Array.from({ length: T * Tk }, (_, i) => (i % Tk > Math.floor(i / Tk) ? HIDDEN : 0)),
        [T, Tk],
      ),
    }),
    ...(window && { window: saved([window]) }),
    ...(alibi && { alibi: saved(Float32Array.from(standardSlopes(H)), [H]) }),
    ...(rope && { rope: { ...saved([]), text: "half" } }),
    num_heads: saved([H]),
    causal: saved([Number(causal)]),
  };
  return new Map(Object.entries(all).map(([name, array]) => [name, { ...array, name }]));
}

/** @param {ArrayLike<number>} data @param {number[]} [shape] @returns {SavedArray} */
const saved = (data, shape = []) => ({ name: "", dtype: "<f4", data: Float32Array.from(data), shape });

const SEED = 7;

/** A generator of numbers with mean 0 and variance 1, the same in each page: Park and Miller's. */
function random() {
  let state = SEED;
  return () => {
    state = (state * 48271) % 2147483647;
    return Math.sqrt(12) * (state / 2147483647 - 0.5);
  };
}
