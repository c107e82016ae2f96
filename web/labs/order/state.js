import { drawing } from "../state-random.js";
import { valuesOf } from "../state-runs.js";

/**
 * Whether attention knows the order of the words: the same words shuffled, with positions in their vectors and without.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/index.js").Core} Core
 *
 * @typedef {object} OrderTurn
 * @property {boolean} positions  whether a word's vector says where it stands
 * @property {number} seed        of the shuffle
 *
 * @typedef {object} OrderAnswer
 * @property {number[]} order         row i of what is shuffled is of the word at order[i]
 * @property {TensorOutput} straight  (1, T, d_model), of the words as they stand
 * @property {TensorOutput} shuffled
 * @property {Float32Array} apart     (T) of each word's row, put back: the largest difference
 * @property {number} largest
 * @property {boolean} follows        whether that is no more than rounding
 */

const ROUNDING = 1e-5; // of the output's largest number: what sums in another order come to

/** @type {Readonly<OrderTurn>} */
export const FIRST_TURN = Object.freeze({ positions: false, seed: 1 });

/**
 * An order of so many that is not the one they stand in, where there is another; the same by the same seed.
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
 * @param {Core} core @param {Picture} picture of a layer that words are embedded for
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
