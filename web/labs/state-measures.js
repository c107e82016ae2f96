/**
 * The cost of a layer, by measure and by part of the layer. All numbers are those of core.cost().
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("../core/cost.js").Cost} Cost
 * @typedef {"projections" | "scores" | "softmax" | "values"} Part
 * @typedef {"parameters" | "flops" | "moved" | "held"} MeasureName
 *
 * @typedef {Record<Part, number> & { total: number }} Parts
 *
 * @typedef {object} Measure
 * @property {MeasureName} name
 * @property {Parts} layer
 * @property {Parts} beside
 * @property {number} ratio   of the layer to the reference
 */

/** The parts of a layer, in the order in which bars draw them. @type {readonly Part[]} */
export const PARTS = ["projections", "scores", "softmax", "values"];

/** The part of a layer that a step belongs to, by its operation. @param {Step} step @returns {Part} */
export function partOf({ op, axes }) {
  if (op === "input" || op === "linear") return "projections";
  if (["scale", "mask", "softmax", "dropout"].includes(op)) return "softmax";
  return axes.at(-1) === "T_k" ? "scores" : "values";
}

/**
 * All measures of a layer and of the reference beside it.
 * @param {Cost} layer @param {Cost} beside @returns {Measure[]}
 */
export function measuresOf(layer, beside) {
  const [here, there] = [layer, beside].map(sumByPart);
  return /** @type {MeasureName[]} */ (["parameters", "flops", "moved", "held"]).map((name) => ({
    name,
    layer: here[name],
    beside: there[name],
    ratio: here[name].total / there[name].total,
  }));
}

/** @param {Cost} cost @returns {Record<MeasureName, Parts>} */
export function sumByPart({ steps, parameters, flops, bytesRead, bytesWritten, bytesHeld }) {
  const sum = (/** @type {(step: Step) => number} */ of) => {
    const parts = { projections: 0, scores: 0, softmax: 0, values: 0 };
    for (const step of steps) parts[partOf(step)] += of(step);
    return parts;
  };
  const written = sum((step) => step.bytesWritten);
  // No step writes the input and the parameters: their bytes are left when the parts' bytes are subtracted.
  const given = bytesHeld - PARTS.reduce((all, part) => all + written[part], 0);
  return {
    parameters: { projections: parameters, scores: 0, softmax: 0, values: 0, total: parameters },
    flops: { ...sum((step) => step.flops), total: flops },
    moved: { ...sum((step) => step.bytesRead + step.bytesWritten), total: bytesRead + bytesWritten },
    held: { ...written, projections: written.projections + given, total: bytesHeld },
  };
}
