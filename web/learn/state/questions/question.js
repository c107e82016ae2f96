/**
 * A question that a figure can be asked: what is asked for is found from what the figure shows, so that it can be asked anew for another
 * sentence and other sizes. Its words stand in text/questions/, under its id.
 *
 * @typedef {import("../../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../../kit/state/settings.js").Settings} Settings
 * @typedef {import("../../../core/types.js").Step} Step
 *
 * @typedef {number | string | readonly number[] | readonly string[]} Value  a number, a shape, indices, words, or the key of a choice that is said
 *
 * @typedef {object} Ask  of whom it is asked
 * @property {Picture} picture   the figure's
 * @property {import("../../../core/index.js").Core} core   the figure's
 * @property {number} turn       0 the first time; another number asks the same of other places or sizes
 * @property {(change?: Partial<Settings>, path?: Parameters<typeof import("../../../kit/state/picture.js").compute>[2]) => Picture} compute
 *   the figure's layer on other settings; given back when the question has been put
 *
 * @typedef {object} Facts
 * @property {Readonly<Record<string, any>>} given     what its sentences name
 * @property {Value} answer
 * @property {Readonly<Record<string, Value>>} wrong   what is often answered, by the name of the misconception
 * @property {readonly Value[]} [also]                 of lines: others that are as right
 * @property {readonly string[]} [lines]               of code, one of which is asked for
 * @property {Readonly<Record<string, string | number>>} [shows]  what the figure is to show then, by attribute
 *
 * @typedef {object} Question
 * @property {string} id
 * @property {1 | 2 | 3 | 4} level
 * @property {string} about      a term of the glossary, or a subject
 * @property {"choice" | "number" | "shape" | "indices" | "line"} kind   how it is answered: picked; a number; sizes in order; numbers in any order; a line
 * @property {number} [within]   how far a number may be off
 * @property {{ tokens?: number, heads?: number, features?: number }} [needs]  the least that it can be asked of
 * @property {(ask: Ask) => Facts | null} facts   null where what is shown has not what it asks about
 */

/** One of so many, the same each time: at first the one that is meant, then others. @param {number} turn @param {number} count @param {number} [first] */
export function pick(turn, count, first = 0) {
  const meant = Math.min(first, count - 1);
  return turn === 0 ? meant : (meant + turn * STRIDE) % count;
}

const STRIDE = 5; // coprime to most sizes, so that turns go through all of them

/** One of a list. @template Item @param {number} turn @param {readonly Item[]} items @returns {Item} */
export const oneOf = (turn, items) => items[turn % items.length];

/** Sizes that layers have: d_model and heads. */
export const SIZES = /** @type {const} */ ([
  [512, 8],
  [768, 12],
  [1024, 16],
  [256, 4],
  [4096, 32],
]);

/** The steps of these ids; null where one of them does not happen. @param {Picture} picture @param {readonly string[]} ids @returns {Step[] | null} */
export function stepsOf(picture, ids) {
  const steps = ids.map((id) => picture.step(id));
  return steps.every((step) => step !== undefined) ? steps : null;
}

/** A step of a layer that is not run. @param {import("../../../core/index.js").Core} core @param {import("../../../core/types.js").LayerOptions} options @param {import("../../../core/types.js").Extent} extent @param {string} id @returns {Step} */
export const costed = (core, options, extent, id) =>
  /** @type {Step} */ (core.cost(options, extent).steps.find((step) => step.id === id));

/** @param {readonly number[]} sizes */
export const product = (sizes) => sizes.reduce((all, size) => all * size, 1);

/** Those of a tensor in the order of its axes, without gaps. @param {readonly number[]} shape */
export const rowMajor = (shape) => shape.map((_, axis) => product(shape.slice(axis + 1)));

/** @param {readonly number[]} index @param {readonly number[]} strides */
export const along = (index, strides) => index.reduce((sum, i, axis) => sum + i * strides[axis], 0);
