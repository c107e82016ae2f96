/**
 * How the heads are looked at, and what is done to them. Which head and which token are the selection's.
 *
 * @typedef {"map" | "arcs" | "products" | "plane"} View of one head
 *
 * @typedef {object} Look
 * @property {View} view
 * @property {boolean} each      whether the colours of each head reach its own largest weight
 * @property {boolean} log       whether they follow the weights' logarithm
 * @property {boolean} byEffect  whether heads stand in the order of what taking them away does
 * @property {readonly number[]} picked  heads that are set side by side
 * @property {Readonly<Record<number, number>>} scales  by head: 0 is off; those left out are 1
 * @property {import("../text/refusals.js").Message | null} refusal  why the heads could not be scaled as was asked last
 */

/** @type {Readonly<Look>} */
export const LOOK = Object.freeze({
  view: "map",
  each: false,
  log: false,
  byEffect: true,
  picked: [],
  scales: {},
  refusal: null,
});

/** @param {Look} look @param {number} head */
export const scaleOfHead = ({ scales }, head) => scales[head] ?? 1;

/** What of it fits a picture of so many heads. @param {Look} look @param {number} heads @returns {Look} */
export const lookKept = (look, heads) => ({
  ...look,
  picked: look.picked.filter((head) => head < heads),
  scales: Object.fromEntries(Object.entries(look.scales).filter(([head]) => Number(head) < heads)),
});
