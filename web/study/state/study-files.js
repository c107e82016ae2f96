import { headsOf, placeIn } from "./study-types.js";

/** @import { Numbers } from "../../kit/state/csv.js" */
/** @import { Named, Study, Sums } from "./study-types.js" */

/** Means of all heads for a file, a row a head and measure. @param {Study} study @param {Sums} sums @returns {Numbers} */
export function meansOf(study, sums) {
  return {
    columns: ["layer", "head", "measure", "mean", "half_width_95", "deviation", "sentences"],
    count: study.layers * study.heads * study.measures.length,
    *rows() {
      for (const head of headsOf(study))
        for (const measure of study.measures) {
          const at = placeIn(study, head, measure);
          const numbers = [sums.mean[at], sums.half[at], sums.deviation[at], sums.count[at]];
          yield [head.layer, head.head, measure, ...numbers];
        }
    },
  };
}

/** The same numbers as JSON, with the name of each head. NaN is null. @param {Study} study @param {Sums} sums @param {readonly Named[]} names */
export function meansJson(study, sums, names) {
  const heads = headsOf(study).map((head, i) => ({
    ...head,
    name: names[i]?.name ?? null,
    strength: names[i]?.strength ?? null,
    measures: Object.fromEntries(
      study.measures.map((measure) => {
        const at = placeIn(study, head, measure);
        const numbers = { mean: sums.mean[at], half: sums.half[at], deviation: sums.deviation[at] };
        return [measure, { ...numbers, sentences: sums.count[at] }];
      }),
    ),
  }));
  const of = { model: study.model, ...(study.commit && { commit: study.commit }) };
  return JSON.stringify({ ...of, sentences: study.count, heads }, null, 1);
}
