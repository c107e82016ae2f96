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
export function transposeBlock({ data, shape: [rows, columns] }) {
  const turned = new Float32Array(data.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = data[row * columns + column];
  return turned;
}

/**
 * Fits heads to target attention that the reader paints: gradient descent in the core finds the best single head and the best two.
 *
 *
 * @typedef {object} Found
 * @property {number} loss            mean squared error over the rows with a target
 * @property {number} seed            seed of the start that gave this result
 * @property {Float32Array[]} maps    (T, T) of each head
 * @property {Float32Array} together  (T, T), their sum
 *
 * @typedef {{ heads: number, start: number, step: number, loss: number }} Progress
 */

/** Limit on the words: with more, the search takes too long and the cells become too small. */
export const MOST_WORDS = 32;

const HEADS = [1, 2];
/** Random starts per number of heads. Some starts get stuck in rows that put all weight on one key. */
export const STARTS = 4;
const STEPS = 400;
const AT_ONCE = 10; // steps of the search between two checks whether it was cancelled

/** The words of the target. @param {Picture} picture */
export const wantedTokens = ({ settings: { tokens } }) => tokens.slice(0, MOST_WORDS);

/**
 * Default target: “it” attends to “animal” and “tired”; in a sentence without them, each word attends to its neighbours.
 * @param {readonly string[]} tokens @returns {ReadonlySet<number>} cells, row by row
 */
export function firstWanted(tokens) {
  const at = (/** @type {string} */ word) => tokens.findIndex((token) => token.toLowerCase() === word);
  const [it, ...wanted] = [at("it"), at("animal"), at("tired")];
  if (it >= 0 && wanted.every((key) => key >= 0))
    return new Set(wanted.map((key) => it * tokens.length + key));
  return besideWanted(tokens);
}

/** Target of the neighbours: the previous and the next word. @param {readonly string[]} tokens @returns {ReadonlySet<number>} */
export function besideWanted({ length }) {
  const cells = new Set();
  for (let i = 0; i < length; i++)
    for (const j of [i - 1, i + 1]) if (j >= 0 && j < length) cells.add(i * length + j);
  return cells;
}

/** @param {ReadonlySet<number>} cells @param {number} tokens */
export const asMap = (cells, tokens) =>
  Float32Array.from({ length: tokens * tokens }, (_, at) => Number(cells.has(at)));

/** The number of rows with a target, and the largest number of keys in one row. @param {ReadonlySet<number>} cells @param {number} tokens */
export function rowsWanted(cells, tokens) {
  const rows = new Map();
  for (const cell of cells) {
    const row = Math.floor(cell / tokens);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  return { rows: rows.size, most: Math.max(0, ...rows.values()) };
}

/**
 * Searches for the best head and the best two. Can be cancelled between any two steps; all memory is then freed.
 * @param {Core} core @param {Picture} picture @param {ReadonlySet<number>} cells
 * @returns {Generator<Progress, Found[], void>} by number of heads
 */
export function* search(core, picture, cells) {
  const tokens = wantedTokens(picture);
  const x = core.embed(tokens, { dModel: picture.config.dModel, seed: picture.settings.seed });
  const shape = [tokens.length, tokens.length];
  const wanted = { data: asMap(cells, tokens.length), shape };
  /** @type {Found[]} */
  const found = [];
  for (const heads of HEADS) {
    /** @type {Found | null} */
    let best = null;
    for (let start = 1; start <= STARTS; start++) {
      const fit = core.createHeadFit({ x, wanted, heads, dK: picture.config.dK, seed: start });
      try {
        let { step, loss } = fit.train(0);
        while (step < STEPS) {
          ({ step, loss } = fit.train(AT_ONCE));
          yield { heads, start, step, loss };
        }
        if (!best || loss < best.loss) best = { loss, seed: start, ...mapsOf(core, fit.found().maps) };
      } finally {
        fit.dispose();
      }
    }
    found.push(/** @type {Found} */ (best));
  }
  return found;
}

/** @param {Core} core @param {TensorOutput} maps (1, heads, T, T) */
function mapsOf(core, maps) {
  const [, heads, tokens] = maps.shape;
  const one = tokens * tokens;
  return {
    maps: Array.from({ length: heads }, (_, head) => maps.data.slice(head * one, (head + 1) * one)),
    together: core.blend(maps, new Float32Array(heads).fill(1)).data,
  };
}
