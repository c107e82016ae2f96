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
 * @property {string | null} refusal  why the heads could not be scaled as was asked last
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

/** Whether anything was done to a head. @param {Look} look */
export const isScaled = ({ scales }) => Object.keys(scales).length > 0;

/** The factors that the core is given. @param {Look} look @param {number} heads */
export const factorsOf = (look, heads) =>
  Float32Array.from({ length: heads }, (_, head) => scaleOfHead(look, head));

/** @param {Look} look @param {number} head @param {number} scale @returns {Partial<Look>} */
export function scaled({ scales }, head, scale) {
  const { [head]: _, ...others } = scales;
  return { scales: scale === 1 ? others : { ...others, [head]: scale } };
}

/** Those that are off. @param {Look} look @param {number} heads */
export const mutedOf = (look, heads) =>
  [...Array(heads).keys()].filter((head) => scaleOfHead(look, head) === 0);

/** Whether no head speaks but this one. @param {Look} look @param {number} head @param {number} heads */
export const isSolo = (look, head, heads) =>
  heads > 1 && scaleOfHead(look, head) !== 0 && mutedOf(look, heads).length === heads - 1;

/** All others off; or on again, where they are. @param {Look} look @param {number} head @param {number} heads @returns {Partial<Look>} */
export function soloed(look, head, heads) {
  if (isSolo(look, head, heads)) return { scales: {} };
  const others = [...Array(heads).keys()].filter((other) => other !== head);
  return { scales: Object.fromEntries(others.map((other) => [other, 0])) };
}

/** @param {Look} look @param {number} head @returns {Partial<Look>} with the head picked, or no longer */
export const picking = ({ picked }, head) => ({
  picked: picked.includes(head) ? picked.filter((other) => other !== head) : [...picked, head],
});

/** What of it fits a picture of so many heads. @param {Look} look @param {number} heads @returns {Look} */
export const lookKept = (look, heads) => ({
  ...look,
  picked: look.picked.filter((head) => head < heads),
  scales: Object.fromEntries(Object.entries(look.scales).filter(([head]) => Number(head) < heads)),
});
