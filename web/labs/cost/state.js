import { sumByPart, measuresOf } from "../state-measures.js";

/**
 * The cost of a layer at any length: parameters, arithmetic, memory traffic and memory held, by part of the layer. Nothing runs; all
 * numbers are those of core.cost().
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../state-measures.js").Measure} Measure
 * @typedef {import("../state-measures.js").Parts} Parts
 * @typedef {"one" | "full"} Beside  the reference: one head as wide as the model, or as many such heads as the layer has
 *
 * @typedef {object} CostTurn
 * @property {number} length  in tokens
 * @property {number} heads
 * @property {number} dModel
 * @property {Beside} beside
 *
 * @typedef {{ measures: Measure[], crossing: number }} CostAnswer  crossing: the least length at which attention takes as much arithmetic
 * as the projections
 */

export const MOST_LENGTH = 8192;
const MOST_HEADS = 128;

/** @type {Readonly<CostTurn>} */
export const FIRST_TURN = Object.freeze({ length: 4096, heads: 8, dModel: 512, beside: "one" });

/** Numbers of heads that divide a width. @param {number} dModel */
export const headsFor = (dModel) =>
  Array.from({ length: Math.min(MOST_HEADS, dModel) }, (_, i) => i + 1).filter(
    (heads) => dModel % heads === 0,
  );

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

/** Arithmetic of QKᵀ and A V, relative to the projections. @param {Parts} flops */
const shareOf = ({ projections, scores, values }) => (scores + values) / projections;

/** Cached crossings, since every change needs one. @type {Map<string, number>} */
const crossings = new Map();

/**
 * Attention is quadratic in the length and projections are linear, so that one point predicts the crossing; the core then gives the exact
 * length.
 * @param {Core} core @param {CostTurn} turn @param {Parts} flops FLOPs at the current length
 */
function crossingFrom(core, { length, heads, dModel }, flops) {
  const key = `${dModel}/${heads}`;
  const known = crossings.get(key);
  if (known) return known;
  const reached = (/** @type {number} */ T) =>
    shareOf(sumByPart(core.cost({ dModel, numHeads: heads }, { Tq: T })).flops) >= 1;
  let at = Math.max(1, Math.round(length / shareOf(flops)));
  while (!reached(at)) at++;
  while (at > 1 && reached(at - 1)) at--;
  crossings.set(key, at);
  return at;
}
