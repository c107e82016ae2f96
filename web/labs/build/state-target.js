/**
 * Fits heads to target attention that the reader paints: gradient descent in the core finds the best single head and the best two.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/index.js").Core} Core
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

export const HEADS = [1, 2];
/** Random starts per number of heads. Some starts get stuck in rows that put all weight on one key. */
export const STARTS = 4;
export const STEPS = 400;
const AT_ONCE = 10; // steps between two checks for cancellation

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
