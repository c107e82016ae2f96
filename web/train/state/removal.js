/**
 * Parts removed from a model during evaluation: heads that are off, and edges that are cut.
 *
 * @typedef {import("../../core/types.js").Cut} Cut
 * @typedef {import("../../core/types.js").Prediction} Prediction
 *
 * @typedef {object} Away
 * @property {readonly string[]} off   names of heads, as headKey() gives them
 * @property {readonly Cut[]} cuts     edges to the noun or to the telling word; edges to a position apply to this sentence only
 */

/** @type {Readonly<Away>} */
export const NOTHING_AWAY = Object.freeze({ off: [], cuts: [] });

/** Name of a head in links and attributes: 1.3 is layer 1, head 3. @param {number} layer @param {number} head */
export const headKey = (layer, head) => `${layer}.${head}`;

/** @param {string} name @returns {[layer: number, head: number]} */
export const headNamed = (name) => /** @type {[number, number]} */ (name.split(".").map(Number));

/** @param {Away} away */
export const isNothing = ({ off, cuts }) => !off.length && !cuts.length;

/** @param {Cut} a @param {Cut} b */
const isSameCut = (a, b) => a.layer === b.layer && a.from === b.from && a.to === b.to;

/** @param {Away} away @param {Cut} cut */
export const isCut = ({ cuts }, cut) => cuts.some((each) => isSameCut(each, cut));

/** Removes a head, or puts it back if it was removed. @param {Away} away @param {string} name @returns {Away} */
export const withHead = (away, name) => ({
  ...away,
  off: away.off.includes(name) ? away.off.filter((each) => each !== name) : [...away.off, name].sort(),
});

/** @param {Away} away @param {Cut} cut @returns {Away} */
export const withCut = (away, cut) => ({
  ...away,
  cuts: isCut(away, cut) ? away.cuts.filter((each) => !isSameCut(each, cut)) : [...away.cuts, cut],
});

/** @typedef {{ layers: number, numHeads: number }} Sizes */

/** All heads, by name. @param {Sizes} sizes */
export const headsOf = ({ layers, numHeads }) =>
  Array.from({ length: layers * numHeads }, (_, i) => headKey(Math.floor(i / numHeads), i % numHeads));

/** @param {readonly string[]} off @param {Sizes} sizes */
const scalesOf = (off, { layers, numHeads }) =>
  Array.from({ length: layers }, (_, layer) =>
    Array.from({ length: numHeads }, (_, head) => Number(!off.includes(headKey(layer, head)))),
  );

/** The removal for all sentences, without edges to positions, which belong to one sentence. @param {Away} away @param {Sizes} sizes @returns {import("../../core/types.js").Removal} */
export const forAll = ({ off, cuts }, sizes) => ({
  ...(off.length && { headScale: scalesOf(off, sizes) }),
  cut: cuts.filter(({ to }) => typeof to !== "number"),
});

/** The removal for one sentence, without edges that the sentence lacks. @param {Away} away @param {Sizes} sizes @param {readonly import("../../core/types.js").Blank[]} blanks @param {number} length in words */
export function forSentence(away, sizes, blanks, length) {
  const fits = (/** @type {Cut} */ { from, to }) =>
    blanks.some(({ kind, ...at }) =>
      kind !== from ? false : typeof to === "number" ? to < length : at[to] !== null,
    );
  return { ...forAll(away, sizes), cut: away.cuts.filter(fits) };
}
