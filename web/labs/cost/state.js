/**
 * What a layer costs at any length: parameters, arithmetic, memory traffic and memory held, each by the part of the layer that takes it.
 * Nothing is run; every number is the core's cost().
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/types.js").Cost} Cost
 * @typedef {"projections" | "scores" | "softmax" | "values"} Part
 * @typedef {"parameters" | "flops" | "moved" | "held"} MeasureName
 * @typedef {"one" | "full"} Beside  one head as wide as all of them, or as many heads, each as wide as the model
 *
 * @typedef {object} CostTurn
 * @property {number} length  tokens
 * @property {number} heads
 * @property {number} dModel
 * @property {Beside} beside
 *
 * @typedef {Record<Part, number> & { total: number }} Parts
 *
 * @typedef {object} Measure
 * @property {MeasureName} name
 * @property {Parts} layer
 * @property {Parts} beside
 * @property {number} ratio   of the layer to what stands beside it
 *
 * @typedef {{ measures: Measure[], crossing: number }} CostAnswer  crossing: the least length at which attention takes as much arithmetic as the projections
 */

export const MOST_LENGTH = 8192;
const MOST_HEADS = 128;

/** @type {readonly Part[]} */
export const PARTS = ["projections", "scores", "softmax", "values"];

/** @type {Readonly<CostTurn>} */
export const FIRST_TURN = Object.freeze({ length: 4096, heads: 8, dModel: 512, beside: "one" });

/** Numbers of heads that go into such a width. @param {number} dModel */
export const headsFor = (dModel) =>
  Array.from({ length: Math.min(MOST_HEADS, dModel) }, (_, i) => i + 1).filter(
    (heads) => dModel % heads === 0,
  );

/** Which part of a layer a step is of: told by what it does. @param {Step} step @returns {Part} */
export function partOf({ op, axes }) {
  if (op === "input" || op === "linear") return "projections";
  if (["scale", "mask", "softmax", "dropout"].includes(op)) return "softmax";
  return axes.at(-1) === "T_k" ? "scores" : "values";
}

/** @param {Core} core @param {CostTurn} turn @returns {CostAnswer} */
export function costAnswer(core, turn) {
  const { length, heads, dModel } = turn;
  const of = (/** @type {object} */ layer) =>
    core.cost({ dModel, numHeads: heads, ...layer }, { Tq: length });
  const layer = of({});
  const beside = of(turn.beside === "one" ? { numHeads: 1 } : { dK: dModel });
  const measures = measuresOf(layer, beside);
  return { measures, crossing: crossingFrom(core, turn, measures[1].layer) };
}

/**
 * Each measure of a layer and of what stands beside it.
 * @param {Cost} layer @param {Cost} beside @returns {Measure[]}
 */
export function measuresOf(layer, beside) {
  const [here, there] = [layer, beside].map(measured);
  return /** @type {MeasureName[]} */ (["parameters", "flops", "moved", "held"]).map((name) => ({
    name,
    layer: here[name],
    beside: there[name],
    ratio: here[name].total / there[name].total,
  }));
}

/** @param {Cost} cost @returns {Record<MeasureName, Parts>} */
function measured({ steps, parameters, flops, bytesRead, bytesWritten, bytesHeld }) {
  const sum = (/** @type {(step: Step) => number} */ of) => {
    const parts = { projections: 0, scores: 0, softmax: 0, values: 0 };
    for (const step of steps) parts[partOf(step)] += of(step);
    return parts;
  };
  const written = sum((step) => step.bytesWritten);
  // What is held and nobody has written are the input and the parameters.
  const given = bytesHeld - PARTS.reduce((all, part) => all + written[part], 0);
  return {
    parameters: { projections: parameters, scores: 0, softmax: 0, values: 0, total: parameters },
    flops: { ...sum((step) => step.flops), total: flops },
    moved: { ...sum((step) => step.bytesRead + step.bytesWritten), total: bytesRead + bytesWritten },
    held: { ...written, projections: written.projections + given, total: bytesHeld },
  };
}

/** What QKᵀ and A V take by now, for each that the projections do. @param {Parts} flops */
const shareOf = ({ projections, scores, values }) => (scores + values) / projections;

/** Known ones, since they are asked for at every turn. @type {Map<string, number>} */
const crossings = new Map();

/**
 * Attention grows with the square of the length, the projections with the length: from one point it is known about where they meet, and the
 * core says exactly.
 * @param {Core} core @param {CostTurn} turn @param {Parts} flops at the turn's length
 */
function crossingFrom(core, { length, heads, dModel }, flops) {
  const key = `${dModel}/${heads}`;
  const known = crossings.get(key);
  if (known) return known;
  const reached = (/** @type {number} */ T) =>
    shareOf(measured(core.cost({ dModel, numHeads: heads }, { Tq: T })).flops) >= 1;
  let at = Math.max(1, Math.round(length / shareOf(flops)));
  while (!reached(at)) at++;
  while (at > 1 && reached(at - 1)) at--;
  crossings.set(key, at);
  return at;
}
