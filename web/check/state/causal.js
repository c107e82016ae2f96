/**
 * Detects a causal mask in saved arrays.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Sizes} Sizes
 */

const BLOCKED = -1e4; // blocked scores in readers' code are at most this

/** @param {number} score */
export const isBlocked = (score) => score <= BLOCKED;

/**
 * Null if the arrays do not decide. Inverted masks, and masks that include the diagonal, count as causal.
 * @param {ReadonlyMap<string, SavedArray>} known @param {Sizes} sizes
 * @returns {boolean | null}
 */
export function looksCausal(known, { T, Tk }) {
  if (T < 2 || T !== Tk) return T < 2 ? false : null;
  const attention = known.get("attention");
  if (attention && areMaps(attention, T)) return isMasked(attention, T, (weight) => !(Math.abs(weight) > 0));
  const scores = known.get("scores");
  return scores && areMaps(scores, T) && isMasked(scores, T, isBlocked) ? true : null;
}

/** @param {SavedArray} array @param {number} T */
const areMaps = ({ shape, data }, T) => data.length > 0 && shape.slice(-2).every((size) => size === T);

/**
 * Whether one side of the diagonal is blocked in all rows that have both sides; fully blocked rows may hold anything.
 * @param {SavedArray} array @param {number} T @param {(value: number) => boolean} blocked
 */
function isMasked({ data }, T, blocked) {
  const first = T > 2 ? 1 : 0;
  const isAll = (/** @type {(i: number, j: number) => boolean} */ side) =>
    data.every((value, flat) => {
      const [i, j] = [Math.floor(flat / T) % T, flat % T];
      return i < first || i > T - 2 || !side(i, j) || blocked(value);
    });
  return isAll((i, j) => j > i) || isAll((i, j) => j <= i);
}
