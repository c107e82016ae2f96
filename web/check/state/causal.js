/**
 * Whether what was saved looks as if no query saw the keys after it.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 */

const BLOCKED = -1e4; // what code puts in place of a score is as low as this, or lower

/** @param {number} score */
export const isBlocked = (score) => score <= BLOCKED;

/**
 * Null where nothing tells. A mask that was read the wrong way round, or that takes the diagonal too, is one.
 * @param {ReadonlyMap<string, SavedArray>} known @param {number} T
 * @returns {boolean | null}
 */
export function looksCausal(known, T) {
  if (T < 2) return false;
  const attention = known.get("attention");
  if (attention && areMaps(attention, T)) return isMasked(attention, T, (weight) => !(Math.abs(weight) > 0));
  const scores = known.get("scores");
  return scores && areMaps(scores, T) && isMasked(scores, T, isBlocked) ? true : null;
}

/** @param {SavedArray} array @param {number} T */
const areMaps = ({ shape, data }, T) => data.length > 0 && shape.slice(-2).every((size) => size === T);

/**
 * Whether all of one side of the diagonal is blocked, in rows that have both sides: a row in which all is blocked can hold anything.
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
