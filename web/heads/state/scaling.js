import { scaleOfHead } from "../../kit/state/look.js";

/**
 * Changes of heads: each can be scaled (0 is off), soloed, or picked for comparison. Functions return the changed fields of the look.
 *
 * @typedef {import("../../kit/state/look.js").Look} Look
 */

/** Whether any head is changed. @param {Look} look */
export const isScaled = ({ scales }) => Object.keys(scales).length > 0;

/** The factors for the core. @param {Look} look @param {number} heads */
export const factorsOf = (look, heads) =>
  Float32Array.from({ length: heads }, (_, head) => scaleOfHead(look, head));

/** @param {Look} look @param {number} head @param {number} scale @returns {Partial<Look>} */
export function scaled({ scales }, head, scale) {
  const { [head]: _, ...others } = scales;
  return { scales: scale === 1 ? others : { ...others, [head]: scale } };
}

/** The heads that are off. @param {Look} look @param {number} heads */
export const mutedOf = (look, heads) =>
  [...Array(heads).keys()].filter((head) => scaleOfHead(look, head) === 0);

/** Whether only this head is on. @param {Look} look @param {number} head @param {number} heads */
export const isSolo = (look, head, heads) =>
  heads > 1 && scaleOfHead(look, head) !== 0 && mutedOf(look, heads).length === heads - 1;

/** Switches all other heads off, or on again if they are off. @param {Look} look @param {number} head @param {number} heads @returns {Partial<Look>} */
export function soloed(look, head, heads) {
  if (isSolo(look, head, heads)) return { scales: {} };
  const others = [...Array(heads).keys()].filter((other) => other !== head);
  return { scales: Object.fromEntries(others.map((other) => [other, 0])) };
}

/** @param {Look} look @param {number} head @returns {Partial<Look>} with the head added, or removed if it was picked */
export const picking = ({ picked }, head) => ({
  picked: picked.includes(head) ? picked.filter((other) => other !== head) : [...picked, head],
});
