/**
 * The quantity that a step's numbers measure, derived from axes and operations.
 *
 * @typedef {import("../../core/types.js").Step} Step
 */

/** Whether both inner axes are tokens, as in attention. @param {Step} step */
export const isAttention = ({ axes }) =>
  axes.length > 3 && axes.slice(-2).every((axis) => axis.startsWith("T"));

/**
 * Whether the numbers are weights: made by a softmax, or derived from its result.
 * @param {Step} step @param {readonly Step[]} steps @returns {boolean}
 */
export function areWeights(step, steps) {
  if (!isAttention(step)) return false;
  return step.op === "softmax" || inputsOf(step, steps).some((input) => areWeights(input, steps));
}

/** Operations that keep the quantity of their input. */
const KEEPING = ["scale", "mask", "sink"];

/**
 * The steps with the same quantity, this step last.
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @returns {Step[]}
 */
export function sameQuantity(step, steps) {
  const before = KEEPING.includes(step.op) ? inputsOf(step, steps) : [];
  return [...before.flatMap((input) => sameQuantity(input, steps)), step];
}

/** @param {Step} step @param {readonly Step[]} steps */
export const inputsOf = ({ inputs }, steps) => steps.filter(({ id }) => inputs.includes(id));

/** The attention weights on keys, before dropout and without a sink. @param {{ readonly steps: readonly Step[] }} picture @returns {Step} */
export const attentionIn = ({ steps }) =>
  /** @type {Step} */ (steps.find((step) => areWeights(step, steps) && step.axes.at(-1) !== "T_k+1"));

/** Kinds of weights whose attention is meaningful. @type {readonly string[]} */
export const MEANT = ["constructed", "trained", "language", "translation", "vision", "checkpoint"];
