import { TRANSLATION_SENTENCE } from "./translation-model.js";

/**
 * The training tasks, and the head roles to look for.
 *
 * @typedef {object} Job   a role of a head at the blanks of one kind
 * @property {string} kind
 * @property {"noun" | "tells" | "previous"} to   target of the attention: the noun that the blank refers to, the word that tells the answer, or the previous word
 * @property {"weights" | "least" | "tells" | "previous"} by   the measure; `least` is the worse one of two groups of answers
 *
 * @typedef {object} Task
 * @property {number} steps
 * @property {number} every        number of steps between checkpoints
 * @property {string} sentence     the sentence shown first
 * @property {number} batch        sentences in a training step
 * @property {readonly string[]} endings  possible last words; the first is the sentence's own
 * @property {string | null} blank kind of blank shown first; null for a translation, which has no blanks
 * @property {readonly Job[]} jobs
 *
 * @typedef {import("../../core/types.js").TaskName | "translation"} TrainedTask
 */

const DEMONSTRATION = "the animal did not cross the street because it was too";

/** Tasks by the core's names. @type {Readonly<Record<import("../../core/types.js").TaskName, Task & { blank: string }> & Record<"translation", Task>>} */
export const TASKS = {
  reference: {
    steps: 600,
    every: 25,
    batch: 16,
    sentence: `${DEMONSTRATION} tired`,
    endings: ["tired", "wide"],
    blank: "it",
    jobs: [
      { kind: "this", to: "noun", by: "weights" },
      { kind: "was", to: "noun", by: "weights" },
      { kind: "it", to: "noun", by: "least" },
      { kind: "it", to: "tells", by: "tells" },
    ],
  },
  induction: {
    steps: 300,
    every: 12,
    batch: 16,
    sentence: "k d q x m b k d q x m b",
    endings: [],
    blank: "repeat",
    jobs: [
      { kind: "repeat", to: "noun", by: "weights" },
      { kind: "repeat", to: "previous", by: "previous" },
    ],
  },
  translation: {
    steps: 500,
    every: 25,
    batch: 32,
    sentence: TRANSLATION_SENTENCE,
    endings: [],
    blank: null,
    jobs: [],
  },
};

/** Share of a blank's weight from which a head has a role. */
export const FOUND = 0.6;

/** Share of correct answers from which a kind of blank is solved. */
export const SOLVED = 0.95;

/**
 * The core's evaluation by kind and, for tasks with a role for the previous token, each head's mean weight on that token, by layer.
 * @typedef {Readonly<Record<string, import("../../core/types.js").Evaluation["kinds"][string] & { previous?: number[][] }>>} Kinds
 */
/** @typedef {Job & { layer: number, head: number, weight: number }} Found */

/**
 * The role for which a head has the largest measure, whether or not it reaches FOUND; null if the layer has no roles.
 * @param {Task} task @param {Kinds} kinds @param {number} layer @param {number} head @returns {Found | null}
 */
export function jobOf({ jobs }, kinds, layer, head) {
  const all = jobs
    .map((job) => ({ ...job, layer, head, weight: kinds[job.kind]?.[job.by]?.[layer][head] ?? NaN }))
    .filter(({ weight }) => !Number.isNaN(weight));
  return all.reduce((best, job) => (best && best.weight >= job.weight ? best : job), all[0] ?? null);
}

/** For each role, the head with the largest measure. @param {Task} task @param {Kinds} kinds @returns {Found[]} */
export function specialists({ jobs }, kinds) {
  return jobs.flatMap((job) => {
    const heads = (kinds[job.kind]?.[job.by] ?? []).flatMap((row, layer) =>
      row.map((weight, head) => ({ ...job, layer, head, weight })),
    );
    const best = heads.reduce((a, b) => (b.weight > a.weight ? b : a), heads[0]);
    return best && best.weight >= FOUND ? [best] : [];
  });
}

/** The step at which each kind was first solved, or null. @param {readonly { step: number, kinds: Kinds }[]} moments @param {string} kind */
export const solvedAt = (moments, kind) =>
  moments.find(({ kinds }) => kinds[kind].accuracy >= SOLVED)?.step ?? null;
