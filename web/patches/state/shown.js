import { headIn, rowOf, mapOf } from "../../kit/state/head.js";
import { pathOf, selectedIn } from "../../kit/state/state.js";
import { rolloutOf } from "./rollout.js";

/**
 * What is shown over an image: the weights of one token in every head, or those on it.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../kit/state/own.js").OwnPatches} Patches
 * @typedef {ArrayLike<number> & { subarray: (from: number, to: number) => ArrayLike<number> }} Vector
 *
 * @typedef {object} Shown
 * @property {Picture & { patches: Patches }} picture
 * @property {Patches} patches
 * @property {import("../../kit/state/head.js").Head} of
 * @property {boolean} isSquare   whether the queries are patches too, so that each can ask
 * @property {boolean} isReversed whether the weights are those on the token
 * @property {"mean" | "rollout" | null} together  what is shown large in place of one head
 * @property {number} token       the token that asks, or that is looked at
 * @property {(head: number) => Vector} weightsOf  the weights of a head, one per token
 * @property {() => Vector} large  the weights that are shown large
 */

/** @param {import("../../kit/state/state.js").State} state with a picture that has patches @returns {Shown} */
export function shownIn(state) {
  const picture = /** @type {Shown["picture"]} */ (pathOf(state));
  const of = headIn(picture, selectedIn(state));
  const isSquare = of.queries === of.keys;
  const isReversed = isSquare && state.look.patchView === "reverse";
  const ways = waysOf(picture, isSquare);
  const together = ways.find((way) => way === state.look.together) ?? null;
  const token = of.query;
  const weightsOf = (/** @type {number} */ head) => vectorOf({ ...of, head }, isReversed);
  return {
    ...{ picture, patches: picture.patches, of, isSquare, isReversed, together, token, weightsOf },
    large: () =>
      together === "rollout"
        ? rolloutOf(picture.own, token, isReversed ? "column" : "row")
        : together === "mean"
          ? meanOf(picture, of, isReversed)
          : weightsOf(of.head),
  };
}

/** What can be shown in place of one head: rollout needs several layers of self-attention. @param {Picture} picture @param {boolean} isSquare @returns {("mean" | "rollout")[]} */
export const waysOf = ({ layers, config }, isSquare) => [
  ...(config.numHeads > 1 ? [/** @type {const} */ ("mean")] : []),
  ...(layers > 1 && isSquare ? [/** @type {const} */ ("rollout")] : []),
];

/** @param {import("../../kit/state/head.js").Head} of @param {boolean} isReversed @returns {Vector} */
const vectorOf = (of, isReversed) => (isReversed ? columnOf(mapOf(of), of) : rowOf(of));

/** Weights on the token at hand. @param {Float32Array} map @param {import("../../kit/state/head.js").Head} of */
const columnOf = (map, { query, queries, keys }) =>
  Float32Array.from({ length: queries }, (_, row) => map[row * keys + query]);

/** @type {WeakMap<object, Float32Array>} */
const means = new WeakMap();

/** The mean of the heads, computed by the core. @param {Picture} picture @param {import("../../kit/state/head.js").Head} of @param {boolean} isReversed */
function meanOf(picture, of, isReversed) {
  const { heads, query, keys } = of;
  const known = means.get(picture.run) ?? picture.blend(new Float32Array(heads).fill(1 / heads)).data;
  means.set(picture.run, known);
  return isReversed ? columnOf(known, of) : known.subarray(query * keys, (query + 1) * keys);
}

/** The weights of the patches among those of all tokens. @param {Patches} patches @param {Vector} weights */
export const onPatches = ({ extra, count }, weights) => weights.subarray(extra, extra + count);

/** The patch of a token, or null. @param {Patches} patches @param {number} token */
export const patchOf = ({ extra, count }, token) =>
  token >= extra && token < extra + count ? token - extra : null;

/**
 * The token that the keys lead to from a token: the grid is walked by arrows, and everything else leads into its first patch.
 * @param {Patches} patches @param {number} token @param {{ dx: number, dy: number }} by
 */
export function tokenTowards(patches, token, { dx, dy }) {
  const place = patches.placeOf(token);
  if (!place) return dx || dy ? patches.extra : token;
  const within = (/** @type {number} */ at, /** @type {number} */ size) =>
    Math.min(size - 1, Math.max(0, at));
  const row = within(place.row + dy, patches.rows);
  return patches.extra + row * patches.columns + within(place.column + dx, patches.columns);
}

/** Tokens that are no patches, by index. @param {Patches} patches @param {number} tokens number of all tokens */
export const othersOf = ({ extra, count }, tokens) =>
  Array.from({ length: tokens - count }, (_, i) => (i < extra ? i : i + count));
