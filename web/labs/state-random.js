/**
 * Numbers from 0 to below 1, the same by the same seed: what a lab shuffles by, and adds.
 * @param {number} seed
 * @returns {() => number}
 */
export function drawing(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
