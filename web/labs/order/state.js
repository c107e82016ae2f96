import { drawing, valuesOf } from "../state-runs.js";

/**
 * Whether attention depends on the order of words: the same words shuffled, with and without positional encoding.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/index.js").Core} Core
 *
 * @typedef {object} OrderTurn
 * @property {boolean} positions  whether word vectors include the position
 * @property {number} seed        seed of the shuffle
 *
 * @typedef {object} OrderAnswer
 * @property {number[]} order         row i of the shuffled words is the word at order[i]
 * @property {TensorOutput} straight  (1, T, d_model), in the original order
 * @property {TensorOutput} shuffled
 * @property {Float32Array} apart     (T): the largest difference of each word's row, after undoing the shuffle
 * @property {number} largest
 * @property {boolean} follows        whether the differences are rounding only
 */

const ROUNDING = 1e-5; // share of the output's largest number: rounding by another order of summation

/** @type {Readonly<OrderTurn>} */
export const FIRST_TURN = Object.freeze({ positions: false, seed: 1 });

/**
 * A permutation other than the identity, if there is one; deterministic by seed.
 * @param {number} count @param {number} seed
 */
export function shuffle(count, seed) {
  const order = Array.from({ length: count }, (_, i) => i);
  const draw = drawing(seed);
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(draw() * (i + 1));
    [order[i], order[other]] = [order[other], order[i]];
  }
  return order.every((at, i) => at === i) ? order.reverse() : order;
}

/**
 * @param {Core} core @param {Picture} picture a picture of a layer with embedded words
 * @param {OrderTurn} turn
 * @returns {OrderAnswer}
 */
export function orderAnswer(core, picture, { positions, seed }) {
  const { tokens, keyTokens, seed: drawn } = picture.settings;
  const order = shuffle(tokens.length, seed);
  const embedded = (/** @type {readonly string[]} */ words) =>
    core.embed(words, { dModel: picture.config.dModel, seed: drawn, positions });
  const key = keyTokens.length ? embedded(keyTokens) : undefined;
  const outputOf = (/** @type {readonly string[]} */ words) =>
    valuesOf(
      picture,
      { ...picture.call, query: embedded(words), key },
      (run) => /** @type {TensorOutput} */ (run.output),
    );
  const straight = outputOf(tokens);
  const shuffled = outputOf(order.map((at) => tokens[at]));
  const { apart, largest } = core.putBack(straight, shuffled, order);
  const most = straight.data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return { order, straight, shuffled, apart: apart.data, largest, follows: largest <= ROUNDING * most };
}
