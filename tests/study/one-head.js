import { EVERY, least } from "./heads.js";

/**
 * One wide head against several narrow ones: the same task, width, layers and seed, with another number of heads.
 *
 * @typedef {import("../../tools/lib/one-head.mjs").TrainedTask} TrainedTask
 * @typedef {import("../../tools/lib/one-head.mjs").Entry} Entry
 */

const HEADS = [1, 2, 4, 8]; // in each layer
const SEEDS = 10;
/** Steps of training, as on the page Train. @type {Readonly<Record<TrainedTask, number>>} */
export const STEPS = { reference: 600, induction: 300, translation: 500 };
/** Share of right answers that counts as learned. */
export const SOLVED = 0.95;
const SENTENCES = 400; // unseen sentences for the share at the end

/** The share of right answers: of whole sentences in a translation, otherwise of the worst kind of blank. @param {any} model @param {number} sentences */
function rightOf(model, sentences) {
  const found = model.evaluate({ sentences });
  if ("right" in found) return found.right;
  return least(Object.values(found.kinds).map((/** @type {any} */ { accuracy }) => accuracy));
}

/** Trains one model. @param {import("../../web/core/core.js").Core} core @param {TrainedTask} task @param {number} heads @param {number} seed @returns {Entry} with one run */
export function studyHeads(core, task, heads, seed) {
  const model = core.createModel(/** @type {any} */ ({ task, numHeads: heads, seed }));
  const steps = STEPS[task];
  let solved = null;
  while (model.step < steps) {
    model.train(Math.min(EVERY, steps - model.step));
    if (solved === null && rightOf(model, 64) >= SOLVED) solved = model.step;
  }
  const right = rightOf(model, SENTENCES);
  const parameters = Object.values(model.parameters()).reduce((sum, { data }) => sum + data.length, 0);
  const width = model.config.dModel / heads;
  model.dispose();
  return { task, heads, width, parameters, steps, runs: [{ seed, right, solved }] };
}

/** Trains all models. @param {import("../../web/core/core.js").Core} core @param {(entry: Entry) => void} tell @returns {Entry[]} */
export function studyAll(core, tell) {
  const tasks = /** @type {TrainedTask[]} */ (Object.keys(STEPS));
  return tasks.flatMap((task) =>
    HEADS.map((heads) => {
      const all = Array.from({ length: SEEDS }, (_, i) => studyHeads(core, task, heads, i + 1));
      const entry = { ...all[0], runs: all.flatMap(({ runs }) => runs) };
      tell(entry);
      return entry;
    }),
  );
}
