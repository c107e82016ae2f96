import { zipSync } from "fflate";
import { npyHeader, npyOfTexts } from "../../../web/kit/state/npz.js";

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

/** @param {string} type @param {readonly number[]} shape @param {ArrayBufferView} data */
const npy = (type, shape, { buffer }) =>
  Buffer.concat([npyHeader(type, shape), new Uint8Array(/** @type {ArrayBuffer} */ (buffer))]);

/** Files of studies of three sentences in which one array is not as it should be, by what is wrong. */
export function filesThatLie() {
  const right = {
    format: npyOfTexts(["headscope-study-1"]),
    model: npyOfTexts(["a model"]),
    measures: npyOfTexts(["previous", "first"]),
    numbers: npy("<i4", [3], Int32Array.of(0, 1, 2)),
    tokens: npy("<i4", [3], Int32Array.of(5, 5, 5)),
    even: npy("<f4", [3, 2], new Float32Array(6)),
    values: npy("<f4", [3, 1, 2, 2], new Float32Array(12)),
  };
  const file = (/** @type {Record<string, Uint8Array>} */ wrong) => {
    const entries = Object.entries({ ...right, ...wrong }).filter(([, bytes]) => bytes.length);
    return zipSync(Object.fromEntries(entries.map(([name, bytes]) => [`${name}.npy`, bytes])), { level: 0 });
  };
  const none = new Uint8Array();
  const fortran = Buffer.from(
    Buffer.from(right.values).toString("latin1").replace("False, ", "True,  "),
    "latin1",
  );
  return {
    "numbers of 8 bytes": file({ values: npy("<f8", [3, 1, 2, 2], new Float64Array(12)) }),
    "whole numbers of 8 bytes": file({ numbers: npy("<i8", [3], BigInt64Array.of(0n, 1n, 2n)) }),
    "a short array": file({ values: npy("<f4", [3, 1, 2, 2], new Float32Array(4)) }),
    "a long array": file({ numbers: npy("<i4", [3], Int32Array.of(0, 1, 2, 3)) }),
    "bytes that are no number": file({ numbers: npy("<i4", [3], new Uint8Array(13)) }),
    "a huge shape": file({ values: npy("<f4", [3, 100_000, 100_000, 2], new Float32Array(4)) }),
    "another count": file({ tokens: npy("<i4", [1], new Int32Array(1)) }),
    "fewer measures": file({ measures: npyOfTexts(["previous"]) }),
    "no model": file({ model: none }),
    "no numbers": file({ numbers: none }),
    "descending numbers": file({ numbers: npy("<i4", [3], Int32Array.of(2, 1, 0)) }),
    "equal numbers": file({ numbers: npy("<i4", [3], new Int32Array(3)) }),
    "long texts": file({ measures: npy("<U999999999", [2], new Uint32Array(4)) }),
    "no letter": file({ model: npy("<U1", [1], Uint32Array.of(0x7fffffff)) }),
    "another order": file({ values: fortran }),
  };
}
