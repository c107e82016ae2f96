import { valuesOf } from "../state-runs.js";

/**
 * A head in closed form: dials set its targets, and its columns of W_Q and W_K and its attention follow.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/index.js").Core} Core
 *
 * @typedef {object} Dials
 * @property {boolean} place      whether the head attends by position
 * @property {number} offset      tokens from the query to the key; negative is back
 * @property {number} word        from 0 to 1: attends to the same word
 * @property {number} first       from 0 to 1: attends to the first token
 * @property {number} sharpness   in nats
 *
 * @typedef {object} Built
 * @property {TensorOutput} wQ          (d_model, d_k)
 * @property {TensorOutput} wK
 * @property {Float32Array} attention   (T_q, T_k)
 *
 * @typedef {{ query: number, key: number }} Pair
 */

/** @type {Readonly<Dials>} */
export const FIRST_DIALS = Object.freeze({ place: true, offset: -1, word: 0, first: 0, sharpness: 3 });

export const MOST_SHARP = 12; // in nats

/** The puzzle: one word's weight on another. */
export const PUZZLE = { asks: "it", finds: "animal", enough: 0.9 };

/** Positions of the puzzle's words; null if the sentence lacks them. @param {readonly string[]} tokens @returns {Pair | null} */
export function puzzleIn(tokens) {
  const at = (/** @type {string} */ word) => tokens.findIndex((token) => token.toLowerCase() === word);
  const [query, key] = [at(PUZZLE.asks), at(PUZZLE.finds)];
  return query < 0 || key < 0 ? null : { query, key };
}

/** @param {Core} core @param {Picture} picture a picture with embedded words @param {Dials} dials @returns {Built} */
export function builtHead(core, picture, { place, ...dials }) {
  const { dModel, dK } = picture.config;
  const blocks = core.buildHead({ dModel, dK }, { ...dials, place: Number(place) });
  const call = /** @type {import("../../core/types.js").ForwardInput} */ (picture.call);
  return { ...blocks, attention: attentionBy(core, picture, blocks, call) };
}

/**
 * The attention of a single head with the given columns.
 * @param {Core} core
 * @param {Picture} picture
 * @param {import("../../core/built-head.js").HeadBlocks} blocks
 * @param {import("../../core/types.js").ForwardInput} call
 */
function attentionBy(core, picture, blocks, call) {
  const { dModel, dK } = picture.config;
  const layer = core.createLayer({ dModel, numHeads: 1, dK });
  try {
    layer.setWeights({ ...blocks });
    return valuesOf({ ...picture, layer }, call, (run) => /** @type {TensorOutput} */ (run.attention).data);
  } finally {
    layer.dispose();
  }
}

/**
 * The weight of the puzzle's first word on its second after one more word is inserted between them.
 * @param {Core} core @param {Picture} picture @param {Built} built @param {Pair} pair @param {string} word
 */
export function weightWithOneMore(core, picture, built, { query, key }, word) {
  const { tokens, seed } = picture.settings;
  const between = Math.min(query, key) + 1;
  const longer = [...tokens.slice(0, between), word, ...tokens.slice(between)];
  const x = core.embed(longer, { dModel: picture.config.dModel, seed });
  const attention = attentionBy(
    core,
    picture,
    { wQ: built.wQ, wK: built.wK },
    { query: x, causal: picture.settings.causal },
  );
  const after = (/** @type {number} */ at) => (at < between ? at : at + 1);
  return attention[after(query) * longer.length + after(key)];
}

/** Transposes a head's columns, so that the drawn matrix is wider than high. @param {TensorOutput} block @returns {Float32Array} (d_k, d_model) */
export function lying({ data, shape: [rows, columns] }) {
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column];
  return turned;
}
