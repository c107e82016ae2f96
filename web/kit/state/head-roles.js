import { FOUND, jobOf } from "./training-tasks.js";

/**
 * Roles of the heads of a trained model, measured on held-out sentences.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {import("./training-tasks.js").Kinds} Kinds
 * @typedef {import("./training-tasks.js").Task} Task
 *
 * @typedef {import("./training-tasks.js").Found & { sentences: number }} Role   with the number of sentences of the measurement
 */

/** Number of held-out sentences for roles, and for weight on the previous token. */
export const COUNTED = 256;
export const MEASURED = 8;

/** The sentences for measuring weight on the previous token; null if the task has no such role. @param {Model} model @param {Task} task */
export function examplesOf(model, { jobs }) {
  const example = (/** @type {number} */ seed) => model.example({ seed: seed + 1, heldOut: true }).tokens;
  return jobs.some(({ by }) => by === "previous")
    ? Array.from({ length: MEASURED }, (_, i) => example(i))
    : null;
}

/**
 * Adds each head's mean weight on the previous token, by layer.
 * @param {Core} core @param {Model} model @param {readonly (readonly string[])[]} examples @param {Kinds} kinds @returns {Kinds}
 */
export function withPrevious(core, model, examples, kinds) {
  const { layers, numHeads } = model.config;
  const previous = Array.from({ length: layers }, () => Array.from({ length: numHeads }, () => 0));
  for (const tokens of examples)
    model.predict(tokens).attention.forEach((attention, layer) =>
      core.measure(attention).heads.forEach((measures, head) => {
        previous[layer][head] += measures.previous / examples.length;
      }),
    );
  return Object.fromEntries(Object.entries(kinds).map(([kind, each]) => [kind, { ...each, previous }]));
}

/** The role of each head, by layer and head; null for a head without one. @param {Core} core @param {Model} model @param {Task} task @returns {(Role | null)[][]} */
export function rolesOf(core, model, task) {
  const { layers, numHeads } = model.config;
  const examples = examplesOf(model, task);
  const { kinds: counted } = model.evaluate({ sentences: COUNTED });
  const kinds = examples ? withPrevious(core, model, examples, counted) : counted;
  return Array.from({ length: layers }, (_, layer) =>
    Array.from({ length: numHeads }, (_, head) => {
      const job = jobOf(task, kinds, layer, head);
      if (!job || !(job.weight >= FOUND)) return null;
      return { ...job, sentences: job.by === "previous" ? MEASURED : COUNTED };
    }),
  );
}
