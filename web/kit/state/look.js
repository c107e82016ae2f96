/**
 * How heads are shown and scaled. The selected head and token are in the selection.
 *
 * @typedef {"map" | "arcs" | "text" | "products" | "plane"} View view of one head
 *
 * @typedef {object} Look
 * @property {View} view
 * @property {boolean} each      whether each head's colours run to its own largest weight
 * @property {boolean} log       whether colours use a logarithmic scale
 * @property {boolean} byEffect  whether heads are sorted by the effect of removing them
 * @property {readonly number[]} picked  heads to compare side by side
 * @property {Readonly<Record<number, number>>} scales  scale by head, 0 is off; defaults to 1
 * @property {import("../text/refusals.js").Message | null} refusal  error of refused scales, or null
 * @property {readonly number[]} asking  queries besides the selected token, whose mean the text shows
 * @property {boolean} identity   whether the sum of heads is shown with the identity as W_O
 * @property {"picture" | "map" | "reverse"} patchView  how a head's weights on an image are shown: of one query patch, all as a map, or on one key patch
 * @property {boolean} shared     whether heads share one scale over an image
 * @property {number} opacity     of the largest weight over an image
 * @property {"mean" | "rollout" | null} together  what is shown over an image in place of one head
 * @property {boolean} paints     whether a press on the image paints a patch black instead of selecting it as the query
 * @property {boolean | null} exact  whether the walk shows code, strides, cost and memory at every step; null shows them, without a switch
 */

/** Views of a head by its weights alone. @type {readonly View[]} */
export const VIEWS_OF_WEIGHTS = ["map", "arcs", "text"];

/** All views of a head; the others need queries and keys. @type {readonly View[]} */
export const VIEWS = [...VIEWS_OF_WEIGHTS, "products", "plane"];

/** @type {Readonly<Look>} */
export const LOOK = Object.freeze({
  view: "map",
  each: false,
  log: false,
  byEffect: true,
  picked: [],
  asking: [],
  scales: {},
  refusal: null,
  identity: false,
  patchView: "picture",
  shared: false,
  opacity: 0.85,
  together: null,
  paints: false,
  exact: null,
});

/** @param {Pick<Look, "scales">} look @param {number} head */
export const scaleOfHead = ({ scales }, head) => scales[head] ?? 1;

/** The look for a layer with another number of heads, without heads that do not exist. @param {Look} look @param {number} heads @returns {Look} */
export const fittingLook = (look, heads) => ({
  ...look,
  picked: look.picked.filter((head) => head < heads),
  scales: Object.fromEntries(Object.entries(look.scales).filter(([head]) => Number(head) < heads)),
});
