/**
 * A study of given values, with sums computed here.
 * @param {{ layers?: number, heads?: number, measures?: readonly string[], texts?: readonly string[] | null, count?: number,
 *   value: (i: number, layer: number, head: number, measure: string) => number }} of
 * @returns {import("../../../web/study/state/study-types.js").Study}
 */
export function studyOf({
  layers = 2,
  heads = 2,
  measures = ["previous", "induction"],
  texts = null,
  count = texts?.length ?? 4,
  value,
}) {
  const at = (
    /** @type {number} */ i,
    /** @type {number} */ layer,
    /** @type {number} */ head,
    /** @type {number} */ measure,
  ) => value(i, layer, head, measures[measure]);
  return {
    ...{ count, layers, heads, measures, model: "a model" },
    numbers: Int32Array.from({ length: count }, (_, i) => i),
    textOf: (i) => texts?.[i] ?? null,
    value: at,
    ...{ isDone: true, perSecond: 10, left: 0, total: count },
    toNpz: () => new Uint8Array(),
    dispose() {},
    sums() {
      const size = layers * heads * measures.length;
      const all = Array.from({ length: size }, (_, place) => {
        const [measure, head] = [place % measures.length, Math.floor(place / measures.length)];
        return summed(
          Array.from({ length: count }, (_, i) => at(i, Math.floor(head / heads), head % heads, measure)),
        );
      });
      const of = (/** @type {(sum: ReturnType<typeof summed>) => number} */ part) =>
        Float64Array.from(all, part);
      return {
        ...{ mean: of((sum) => sum.mean), half: of((sum) => sum.half) },
        ...{ deviation: of((sum) => sum.deviation), count: of((sum) => sum.count) },
        even: { mean: new Float64Array(measures.length).fill(0.1) },
      };
    },
  };
}

/** @param {readonly number[]} values */
function summed(values) {
  const known = values.filter((value) => !Number.isNaN(value));
  const n = known.length;
  const mean = known.reduce((sum, each) => sum + each, 0) / n;
  const deviation = Math.sqrt(known.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (n - 1));
  return { mean, deviation, half: (1.96 * deviation) / Math.sqrt(n), count: n };
}
