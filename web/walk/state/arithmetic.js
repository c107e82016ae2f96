import { areWeights, inputsOf } from "../../kit/state/quantity.js";

/**
 * The kind of animated arithmetic that a step has, found by its operation and axes, never by its id.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {"product" | "softmax" | "mix" | "join"} Arithmetic  a row times a column; scores to shares; value rows by their weights; heads
 * side by side
 */

/** @param {Step} step @param {readonly Step[]} steps @returns {Arithmetic | null} null if the step computes nothing, or nothing that is a sum */
export function arithmeticOf(step, steps) {
  const [first] = inputsOf(step, steps);
  if (!first) return null;
  if (step.op === "softmax") return "softmax";
  if (step.op === "matmul" && step.inputs.some((id) => isMixedBy(id, steps))) return "mix";
  if (step.op === "matmul" || step.op === "linear") return "product";
  const joins = step.op === "view" && isByHead(first) && !step.axes.includes("H");
  return joins && step.shape.length === first.shape.length - 1 ? "join" : null;
}

/** @param {string} id @param {readonly Step[]} steps */
const isMixedBy = (id, steps) => steps.some((step) => step.id === id && areWeights(step, steps));

/** Whether each token has a row for each head: the axes end in H and the features of a head. @param {Step} step */
const isByHead = ({ axes }) => axes.at(-2) === "H";
