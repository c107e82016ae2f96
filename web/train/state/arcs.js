import { isCut, headKey } from "./removal.js";
import { specialists } from "../../kit/state/training-tasks.js";

/**
 * Attention of the heads from one blank of the sentence.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {{ layer: number, head: number, to: number, weight: number, name: string, cut: boolean }} Arc
 * @typedef {{ cut: import("../../core/types.js").Cut, to: number, weight: number, isCut: boolean }} Edge   an edge of a layer, for all its heads; weight: the largest among them
 */

const LEAST = 0.1; // share of a blank's weight; thinner arcs are not drawn

/** The selected blank. @param {State} state */
export const blankIn = ({ prediction, blank }) =>
  prediction?.blanks[Math.min(blank, prediction.blanks.length - 1)];

/** One head's weight on a word, from the blank. @param {State} state @param {number} layer @param {number} head @param {number} query @param {number} key */
export function weightIn({ prediction }, layer, head, query, key) {
  const { data, shape } = /** @type {NonNullable<typeof prediction>} */ (prediction).attention[layer];
  return data[(head * shape[2] + query) * shape[3] + key];
}

/** The cut of an edge: to the noun, to the telling word, or to another position. @param {import("../../core/types.js").Blank} blank @param {number} layer @param {number} to @returns {import("../../core/types.js").Cut} */
export function cutAt({ kind, noun, tells }, layer, to) {
  return { layer, from: kind, to: to === noun ? "noun" : to === tells ? "tells" : to };
}

/** Arcs that are thick enough to see, and all cut arcs, with weight 0. @param {State} state @param {import("../../kit/state/training-tasks.js").Task} task @returns {Arc[]} */
export function arcsIn(state, task) {
  const { prediction, config, away, whole } = state;
  const blank = blankIn(state);
  if (!prediction || !config || !blank) return [];
  const { numHeads, layers } = config;
  const arcs = Array.from({ length: layers * numHeads * prediction.tokens.length }, (_, i) => {
    const [rest, to] = [Math.floor(i / prediction.tokens.length), i % prediction.tokens.length];
    const [layer, head] = [Math.floor(rest / numHeads), rest % numHeads];
    const weight = weightIn(state, layer, head, blank.position, to);
    return { layer, head, to, weight, name: headKey(layer, head), cut: false };
  }).filter(({ weight, name }) => weight >= LEAST && !away.off.includes(name));
  const found = specialists(task, whole?.kinds ?? {});
  const gone = away.cuts.flatMap((cut) => {
    const to = typeof cut.to === "number" ? cut.to : blank[cut.to];
    if (cut.from !== blank.kind || to === null || to >= prediction.tokens.length) return [];
    const head =
      found.find((job) => job.layer === cut.layer && job.kind === cut.from && job.to === cut.to)?.head ?? 0;
    return { layer: cut.layer, head, to, weight: 0, name: headKey(cut.layer, head), cut: true };
  });
  return [...arcs, ...gone];
}

/**
 * The arcs as edges that can be cut, layer by layer, in an order that does not change when an edge is cut.
 * @param {State} state @param {readonly Arc[]} arcs @returns {Edge[]}
 */
export function edgesIn(state, arcs) {
  const blank = blankIn(state);
  if (!blank) return [];
  /** @type {Map<string, Edge>} */
  const edges = new Map();
  for (const { layer, to, weight } of arcs) {
    const cut = cutAt(blank, layer, to);
    const known = edges.get(`${layer} ${to}`);
    if (!known || known.weight < weight)
      edges.set(`${layer} ${to}`, { cut, to, weight, isCut: isCut(state.away, cut) });
  }
  return [...edges.values()].sort((a, b) => a.cut.layer - b.cut.layer || a.to - b.to);
}
