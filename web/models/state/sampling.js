/** @import { PredictedPiece } from "./model-run.js" */

const GOLDEN = 0x9e3779b97f4a7c15n;

/** Uniform numbers in [0, 1) from a seed (splitmix64: Steele et al. 2014). @param {number} seed @returns {() => number} */
export function uniform(seed) {
  let state = BigInt(seed);
  return () => {
    state = BigInt.asUintN(64, state + GOLDEN);
    let bits = state;
    bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return Number((bits ^ (bits >> 31n)) >> 11n) / 2 ** 53;
  };
}

/**
 * Draws a piece with probability p to the power of 1 / temperature; temperature 0 takes the likeliest piece.
 * @param {readonly PredictedPiece[]} pieces the likeliest first @param {number} temperature @param {() => number} random
 */
export function chosen(pieces, temperature, random) {
  if (temperature === 0) return pieces[0];
  const most = pieces[0].probability;
  const shares = pieces.map(({ probability }) => (probability / most) ** (1 / temperature));
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  return pieces.find((_, i) => (left -= shares[i]) < 0) ?? pieces[0];
}
