/**
 * What a step's numbers are, told by their axes and by the operations that made them.
 *
 * @typedef {import("../../core/types.js").Step} Step
 */

/** Whether both inner axes are tokens: who looks at whom. @param {Step} step */
export const isAttention = ({ axes }) =>
  axes.length > 3 && axes.slice(-2).every((axis) => axis.startsWith("T"));

/** Whether they are shares of a whole: made by a softmax, or from what one made. @param {Step} step @param {readonly Step[]} steps @returns {boolean} */
export function areWeights(step, steps) {
  if (!isAttention(step)) return false;
  return step.op === "softmax" || inputsOf(step, steps).some((input) => areWeights(input, steps));
}

/**
 * The steps whose numbers are the same quantity, this one the last: to scale or to mask a number does not make it another.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @returns {Step[]}
 */
export function sameQuantity(step, steps) {
  const before = ["scale", "mask"].includes(step.op) ? inputsOf(step, steps) : [];
  return [...before.flatMap((input) => sameQuantity(input, steps)), step];
}

/** @param {Step} step @param {readonly Step[]} steps */
export const inputsOf = ({ inputs }, steps) => steps.filter(({ id }) => inputs.includes(id));

/** The attention weights, before dropout. @param {{ readonly steps: readonly Step[] }} picture @returns {Step} */
export const attentionIn = ({ steps }) => /** @type {Step} */ (steps.find((step) => areWeights(step, steps)));

/** Weights whose attention says something. @type {readonly string[]} */
export const MEANT = ["constructed", "trained"];
