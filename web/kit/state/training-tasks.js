/**
 * What is trained, and what can be looked for in it.
 *
 * @typedef {object} Job   what a head may be found to do at the blanks of one kind
 * @property {string} kind
 * @property {"noun" | "tells" | "previous"} to   the word that the answer is about, the one that tells which it is, or at every word the one before
 * @property {"weights" | "least" | "tells" | "previous"} by   the figure that says so: least is the worse of two groups of answers
 *
 * @typedef {object} Task
 * @property {number} steps
 * @property {number} every        steps between two moments that are kept
 * @property {string} sentence     that is shown at first
 * @property {readonly string[]} endings  words that it can end with; the first is its own
 * @property {string} blank        the kind of blank that is looked at first
 * @property {readonly Job[]} jobs
 */

const DEMONSTRATION = "the animal did not cross the street because it was too";

/** By the core's names. @type {Readonly<Record<import("../../core/types.js").TaskName, Task>>} */
export const TASKS = {
  reference: {
    steps: 600,
    every: 25,
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
    sentence: "k d q x m b k d q x m b",
    endings: [],
    blank: "repeat",
    jobs: [
      { kind: "repeat", to: "noun", by: "weights" },
      { kind: "repeat", to: "previous", by: "previous" },
    ],
  },
};

/** Of a blank's weight: a head with less has found no job. */
export const FOUND = 0.6;

/** Of the blanks of a kind: so many right, and it is solved. */
export const SOLVED = 0.95;

/**
 * What the core counts by kind, and with a task of whose jobs one is the previous token each head's mean weight on that, by layer.
 * @typedef {Readonly<Record<string, import("../../core/types.js").Evaluation["kinds"][string] & { previous?: number[][] }>>} Kinds
 */
/** @typedef {Job & { layer: number, head: number, weight: number }} Found */

/** A head's largest job, whether it found it or not; null where none was asked for. @param {Task} task @param {Kinds} kinds @param {number} layer @param {number} head @returns {Found | null} */
export function jobOf({ jobs }, kinds, layer, head) {
  const all = jobs
    .map((job) => ({ ...job, layer, head, weight: kinds[job.kind]?.[job.by]?.[layer][head] ?? NaN }))
    .filter(({ weight }) => !Number.isNaN(weight));
  return all.reduce((best, job) => (best && best.weight >= job.weight ? best : job), all[0] ?? null);
}

/** For each job the head with the most weight for it. @param {Task} task @param {Kinds} kinds @returns {Found[]} */
export function specialists({ jobs }, kinds) {
  return jobs.flatMap((job) => {
    const heads = (kinds[job.kind]?.[job.by] ?? []).flatMap((row, layer) =>
      row.map((weight, head) => ({ ...job, layer, head, weight })),
    );
    const best = heads.reduce((a, b) => (b.weight > a.weight ? b : a), heads[0]);
    return best && best.weight >= FOUND ? [best] : [];
  });
}

/** The steps at which each kind was first right often enough, or null. @param {readonly { step: number, kinds: Kinds }[]} moments @param {string} kind */
export const solvedAt = (moments, kind) =>
  moments.find(({ kinds }) => kinds[kind].accuracy >= SOLVED)?.step ?? null;
