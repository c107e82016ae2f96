/**
 * Detects attention after dropout: some weights are 0, the others are multiplied by 1 / (1 − p).
 */

const SAME = 1e-3; // relative tolerance between factors
const LEAST = 1e-5; // smaller weights are ignored

/**
 * The dropout probability p; null without dropout.
 * @param {ArrayLike<number>} theirs @param {ArrayLike<number>} ours  attention before dropout
 */
export function droppedShare(theirs, ours) {
  let [factor, zeros] = [0, 0];
  for (let i = 0; i < ours.length; i++) {
    if (theirs[i] === 0) {
      if (ours[i] > LEAST) zeros++;
    } else if (ours[i] > LEAST) {
      factor ||= theirs[i] / ours[i];
      if (!(Math.abs(theirs[i] / ours[i] / factor - 1) < SAME)) return null;
    }
  }
  return zeros && factor > 1 + SAME ? 1 - 1 / factor : null;
}
