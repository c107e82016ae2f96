import { loadCore } from "../core/index.js";
import { reportOf } from "./report.js";
import { check as checked } from "./state/check.js";
import { arraysGiven } from "./state/given-arrays.js";

/** @typedef {import("./state/check.js").Checked} Checked */
/** @typedef {import("./state/check.js").CheckedStep} CheckedStep */
/** @typedef {import("./state/check.js").WrongPath} WrongPath */
/** @typedef {import("./state/given-arrays.js").GivenArray} GivenArray */
/** @typedef {import("./state/given-arrays.js").GivenArrays} GivenArrays */

/**
 * Compares the arrays of your multi-head attention with the core's for the same input and weights.
 * @param {GivenArrays} arrays by the names that docs/guide/checking.md lists, whose capitals and underscores do not count: numbers, strings, nested
 *   arrays, typed arrays, or `{ data, shape }`
 * @returns {Promise<Checked & { report: string }>} the findings of `headscope check --json`
 * @throws {import("../core/errors.js").HeadscopeError} code "format", "shape" or "mask", if the arrays cannot be compared; the message tells what would work
 */
export async function check(arrays) {
  const given = arraysGiven(arrays);
  const found = checked(await loadCore(), given);
  return { ...found, report: reportOf(found) };
}
