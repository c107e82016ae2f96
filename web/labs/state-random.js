/**
 * A generator of random numbers in [0, 1), deterministic by seed, for shuffled and inserted words.
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
