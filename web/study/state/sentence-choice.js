/** @import { Head, Study } from "./study-types.js" */

/**
 * A sentence of a study, and what a head does in it.
 * @typedef {{ at: number, number: number, value: number, tenth: number | null }} Chosen  at: in the study; tenth: from 0, the strongest
 */

const TOP = 8; // sentences

/** Sentences that have a measure, strongest first. @param {Study} study @param {Head} head @param {string} measure */
function ranked(study, { layer, head }, measure) {
  const at = study.measures.indexOf(measure);
  const found = [];
  for (let i = 0; i < study.count; i++) {
    const value = study.value(i, layer, head, at);
    if (!Number.isNaN(value)) found.push({ at: i, number: study.numbers[i], value });
  }
  return found.sort((a, b) => b.value - a.value || a.at - b.at);
}

/** The strongest sentences of a head. @param {Study} study @param {Head} head @param {string} measure @returns {Chosen[]} */
export const strongestOf = (study, head, measure) =>
  ranked(study, head, measure)
    .slice(0, TOP)
    .map((each) => ({ ...each, tenth: null }));

/** The middle sentence of each tenth, so that not only the best are seen. @param {Study} study @param {Head} head @param {string} measure @returns {Chosen[]} */
export function tenthsOf(study, head, measure) {
  const all = ranked(study, head, measure);
  const count = Math.min(10, all.length);
  return Array.from({ length: count }, (_, tenth) => ({
    ...all[Math.floor(((tenth + 0.5) * all.length) / count)],
    tenth,
  }));
}

const BINS = 24;

/**
 * How a measure of a head is spread over sentences.
 * @param {Study} study @param {Head} head @param {string} measure @param {number} [least] upper end of the axis, at least
 * @returns {{ bins: number[], count: number }} sentences by bin, from 0, or the smallest value if it is below, to the largest
 */
export function spreadOf(study, head, measure, least = 0) {
  const values = ranked(study, head, measure).map(({ value }) => value);
  const from = Math.min(0, values.at(-1) ?? 0);
  const reach = Math.max(least, values[0] ?? 0) - from || 1;
  const bins = Array.from({ length: BINS }, () => 0);
  for (const value of values) bins[Math.min(BINS - 1, Math.floor(((value - from) / reach) * BINS))]++;
  return { bins, count: values.length };
}
