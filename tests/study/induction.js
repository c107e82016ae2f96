import { EVERY, best } from "./heads.js";

const STEPS = 250;

/** @param {import("../../web/core/index.js").Core} core @param {number} seed @returns {Record<string, number>} by what is said of it */
export function studyInduction(core, seed) {
  const model = core.createModel({ task: "induction", seed });
  /** @type {Record<number, number>} */
  const first = {}; // first step at which each share of answers was correct
  while (model.step < STEPS) {
    model.train(EVERY);
    const { accuracy } = model.evaluate().kinds.repeat;
    for (const share of [0.2, 0.8]) if (accuracy >= share) first[share] ??= model.step;
  }
  const { accuracy, weights } = model.evaluate({ sentences: 512 }).kinds.repeat;
  model.dispose();
  const alone = core.createModel({ task: "induction", layers: 1, seed });
  alone.train(STEPS);
  const oneLayer = alone.evaluate().kinds.repeat.accuracy;
  alone.dispose();
  return {
    "steps from 0.2 right to 0.8": (first[0.8] ?? Infinity) - (first[0.2] ?? 0),
    "right at the end": accuracy,
    "the induction head's weight": best(weights.slice(1)).weight,
    "one layer, right at the end": oneLayer,
  };
}
