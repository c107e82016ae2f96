/**
 * A question about a figure. Its answer is computed from the figure, so that it can be asked again for another sentence or other sizes. Its
 * words are in words/, under its id.
 *
 * @typedef {import("../../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../../kit/state/settings.js").Settings} Settings
 * @typedef {import("../../../core/types.js").Step} Step
 *
 * @typedef {number | string | readonly number[] | readonly string[]} Value  a number, a shape, indices, words, or the key of a choice in
 * words
 *
 * @typedef {object} Ask  subject of a question
 * @property {Picture} picture   picture of the figure
 * @property {import("../../../core/index.js").Core} core   core of the figure
 * @property {number} turn       0 at first; other numbers ask about other places or sizes
 * @property {(change?: Partial<Settings>, path?: Parameters<typeof import("../../../kit/state/picture.js").compute>[2]) => Picture} compute
 *   runs the figure's layer with other settings; the result is freed after the question is put
 *
 * @typedef {object} Facts
 * @property {Readonly<Record<string, any>>} given     values for its sentences
 * @property {Value} answer
 * @property {Readonly<Record<string, Value>>} wrong   common wrong answers, by misconception
 * @property {readonly Value[]} [also]                 for lines: others that are right too
 * @property {readonly string[]} [lines]               lines of code to choose from
 * @property {Readonly<Record<string, string | number>>} [shows]  what the figure then shows, by attribute
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {1 | 2 | 3 | 4} level
 * @property {string} about      a term of the glossary, or a topic
 * @property {"choice" | "number" | "shape" | "indices" | "line"} kind   form of the answer: a choice; a number; sizes in order; numbers in
 * any order; a line
 * @property {number} [within]   tolerance of a number
 * @property {{ tokens?: number, heads?: number, features?: number }} [needs]  minimum requirements of the figure
 * @property {(ask: Ask) => Facts | null} facts   null if the figure lacks the subject
 */

/**
 * Picks one of several indices, deterministically: the intended one at first, then others.
 * @param {number} turn @param {number} count @param {number} [first]
 */
export function pick(turn, count, first = 0) {
  const meant = Math.min(first, count - 1);
  return turn === 0 ? meant : (meant + turn * STRIDE) % count;
}

const STRIDE = 5; // has no common factor with most list lengths, so that successive turns reach every index

/** Picks an item of a list. @template Item @param {number} turn @param {readonly Item[]} items @returns {Item} */
export const oneOf = (turn, items) => items[turn % items.length];

/** Typical sizes of layers: d_model and heads. */
export const SIZES = /** @type {const} */ ([
  [512, 8],
  [768, 12],
  [1024, 16],
  [256, 4],
  [4096, 32],
]);

/** The steps with these ids; null if one of them does not exist. @param {Picture} picture @param {readonly string[]} ids @returns {Step[] | null} */
export function stepsOf(picture, ids) {
  const steps = ids.map((id) => picture.step(id));
  return steps.every((step) => step !== undefined) ? steps : null;
}

/**
 * A step of a layer, by its cost, without running the layer.
 * @param {import("../../../core/index.js").Core} core
 * @param {import("../../../core/types.js").LayerOptions} options
 * @param {import("../../../core/cost.js").Extent} extent
 * @param {string} id
 * @returns {Step}
 */
export const costed = (core, options, extent, id) =>
  /** @type {Step} */ (core.cost(options, extent).steps.find((step) => step.id === id));

/** @param {readonly number[]} sizes */
export const product = (sizes) => sizes.reduce((all, size) => all * size, 1);

/** Row-major strides of a contiguous tensor. @param {readonly number[]} shape */
export const rowMajor = (shape) => shape.map((_, axis) => product(shape.slice(axis + 1)));

/** @param {readonly number[]} index @param {readonly number[]} strides */
export const along = (index, strides) => index.reduce((sum, i, axis) => sum + i * strides[axis], 0);
