import { options as readOptions, strings, wholeNumbers } from "./check.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { HeadMeasures, MeasureOptions, Measures, TensorOutput } from "./types.js" */

/** The options as C++ reads them. @typedef {{ similarity: boolean, positions: number[], queryWords: number[], keyWords: number[] }} MeasureCall */
/** The tensors that C++ returns. @typedef {Record<"summary" | "queries" | Exclude<keyof Measures, "heads">, TensorOutput>} Measured */

/** @param {MeasureOptions | undefined} options @returns {MeasureCall} */
export function readMeasures(options) {
  const { positions = [], similarity = true, tokens, keyTokens } = readOptions("measure options", options);
  const keys = wholeNumbers("position", positions, "shape");
  const words = tokens ? strings("tokens", tokens) : [];
  const keyWords = tokens ? strings("keyTokens", keyTokens ?? tokens) : [];
  const numbers = numbered([...words, ...keyWords]);
  return {
    similarity: Boolean(similarity),
    positions: keys,
    queryWords: numbers.slice(0, words.length),
    keyWords: numbers.slice(words.length),
  };
}

/**
 * @param {Boundary} boundary
 * @param {Measured} measured
 * @returns {Measures} without similarity if the options exclude it
 */
export function namedMeasures({ names }, { summary, queries, ...measures }) {
  const [heads, columns] = summary.shape;
  const named = (/** @type {TensorOutput} */ { data }, /** @type {number} */ head) =>
    Object.fromEntries(names.measure.map((name, i) => [name, data[head * columns + i]]));
  const ofHead = (/** @type {number} */ head) => ({ ...named(summary, head), queries: named(queries, head) });
  return {
    heads: Array.from(
      { length: heads },
      (_, head) => /** @type {HeadMeasures} */ (/** @type {unknown} */ (ofHead(head))),
    ),
    ...measures,
  };
}

/** Gives equal words equal numbers, ignoring case. @param {readonly string[]} words */
function numbered(words) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  return words.map((word) => {
    const key = word.toLowerCase();
    numbers.set(key, numbers.get(key) ?? numbers.size);
    return /** @type {number} */ (numbers.get(key));
  });
}
