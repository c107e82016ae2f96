import { show, wholeNumbers } from "./check.js";
import { HeadscopeError } from "./errors.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { HeadMeasures, MeasureOptions, Measures, TensorOutput } from "./types.js" */

/**
 * Has attention measured, and names what comes out.
 * @param {Boundary} boundary
 * @param {MeasureOptions | undefined} options
 * @param {() => Record<"summary" | "queries" | Exclude<keyof Measures, "heads">, TensorOutput>} measure
 * @returns {Measures} without similarity where that is not wanted
 */
export function measured(boundary, options, measure) {
  const { positions = [], similarity = true, tokens, keyTokens } = options ?? {};
  const keys = wholeNumbers("position", positions, "shape");
  const words = tokens
    ? numbered([...listed("tokens", tokens), ...listed("keyTokens", keyTokens ?? tokens)])
    : [];
  boundary.setIndices([Number(similarity), keys.length, ...keys, ...words]);
  const { summary, queries, ...measures } = measure();
  const names = boundary.namesOf("Measure");
  const [heads, columns] = summary.shape;
  const named = (/** @type {TensorOutput} */ { data }, /** @type {number} */ head) =>
    Object.fromEntries(
      names.map((name) => [name, data[head * columns + boundary.named("Measure", name).value]]),
    );
  const ofHead = (/** @type {number} */ head) => ({ ...named(summary, head), queries: named(queries, head) });
  return {
    heads: Array.from(
      { length: heads },
      (_, head) => /** @type {HeadMeasures} */ (/** @type {unknown} */ (ofHead(head))),
    ),
    ...measures,
  };
}

/** @param {string} name @param {unknown} words */
function listed(name, words) {
  if (Array.isArray(words) && words.every((word) => typeof word === "string")) return words;
  throw new HeadscopeError("shape", `${name} ${show(words)} are not an array of strings`);
}

/** Equal numbers for equal words, whatever their case. @param {readonly string[]} words */
function numbered(words) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  return words.map((word) => {
    const key = word.toLowerCase();
    numbers.set(key, numbers.get(key) ?? numbers.size);
    return /** @type {number} */ (numbers.get(key));
  });
}
