import { largestDifference } from "../statistics.js";

/** @import { Contestant, Result } from "../runtimes/contestant.js" */

/** For numbers of a magnitude of about 1. */
const TOLERANCE = 1e-5;

/**
 * Runs each once and compares the results with the first. Throws if one differs, so that wrong results are
 * never timed.
 * @param {Contestant[]} all
 * @returns {Promise<number[]>} the largest difference of each, over the output and the attention weights
 */
export async function agreement(all) {
  const differences = [];
  /** @type {Result | undefined} */
  let expected;
  for (const { name, run } of all) {
    const result = await run();
    expected ??= result;
    const difference = largest(expected, result);
    if (!(difference <= TOLERANCE))
      throw new Error(
        `${name} and ${all[0].name} differ by ${difference} (at most ${TOLERANCE} is expected)`,
      );
    differences.push(difference);
  }
  return differences;
}

/** @param {Result} a @param {Result} b */
function largest(a, b) {
  const output = largestDifference(a.output, b.output);
  return a.attention && b.attention ? Math.max(output, largestDifference(a.attention, b.attention)) : output;
}
