import { loadCore } from "../core/index.js";
import { StudySums } from "../core/sentence-study.js";
import { namesOf } from "../models/state/study-names.js";
import { STUDY_REPORT } from "./study-words.js";
import { mergeSources, openStudy } from "./study-disk.js";

/**
 * What the heads of a study do: their names and the means of all measures, read sentence by sentence.
 * @param {string} path of study.npz @returns {Promise<{ text: string, facts: Facts }>}
 *
 * @typedef {object} Facts
 * @property {string} model
 * @property {string} [commit]  of the hub that the model comes from
 * @property {number} sentences
 * @property {readonly string[]} measures
 * @property {{ layer: number, head: number, name: string | null, strength: string | null, mean: number[], half: number[] }[]} heads mean and half
 *   of the 95 % interval by measure
 */
export async function reportOfStudy(path) {
  const source = openStudy(path);
  const { about } = source;
  const columns = about.layers * about.heads * about.measures.length;
  const sums = new StudySums(await loadCore(), columns + about.measures.length);
  for (const { i } of mergeSources([source])) {
    const row = Buffer.concat([source.values(i), source.even(i)]);
    sums.add(new Float32Array(row.buffer.slice(row.byteOffset, row.byteOffset + row.length)));
  }
  const found = sums.found();
  sums.dispose();
  source.close();
  const part = (/** @type {number} */ from, /** @type {number} */ to) => ({
    ...{ mean: found.mean.subarray(from, to), half: found.half.subarray(from, to) },
    ...{ deviation: found.deviation.subarray(from, to), count: found.count.subarray(from, to) },
  });
  const both = { ...part(0, columns), even: part(columns, columns + about.measures.length) };
  const names = namesOf({ ...about, count: source.numbers.length, sums: () => both });
  const heads = names.map(({ name, strength }, head) => {
    const [from, to] = [head * about.measures.length, (head + 1) * about.measures.length];
    return {
      ...{ layer: Math.floor(head / about.heads), head: head % about.heads, name, strength },
      ...{ mean: Array.from(both.mean.subarray(from, to)), half: Array.from(both.half.subarray(from, to)) },
    };
  });
  const commit = about.commit ? { commit: about.commit } : {};
  const facts = {
    model: about.model,
    ...commit,
    sentences: source.numbers.length,
    measures: about.measures,
    heads,
  };
  return { text: STUDY_REPORT(facts, names), facts };
}
