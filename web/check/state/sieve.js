import { LastQueries } from "./last-queries.js";

/**
 * Sorts out mistakes that cannot give a reader's array, by the last queries alone.
 *
 * @typedef {import("./trial.js").Trial} Trial
 * @typedef {import("./saved-array.js").Result} Result
 */

const QUERIES = 4;

/** Results with a row for each query. @type {readonly Result[]} */
const BY_QUERY = ["scores", "attention", "context", "output"];

/**
 * @param {Trial} right @param {Result} parts  the first different array
 * @returns {(way: import("./mistakes.js").Way) => boolean} whether a mistake may give the array
 */
export function sieveOf(right, parts) {
  if (!BY_QUERY.includes(parts) || right.layer.sizes.T <= QUERIES || right.saved.half) return () => true;
  const queries = new LastQueries(right, parts, QUERIES);
  return ({ change, whole }) => queries.mayAgree(queries.changed(change, whole));
}
