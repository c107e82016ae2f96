import { availableParallelism } from "node:os";

/**
 * Calls `work` for each item, with as many calls in progress as the machine has processors.
 * @template T, R
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<R>} work
 * @returns {Promise<R[]>} the results, in the order of the items
 */
export async function onProcessors(all, work) {
  /** @type {R[]} */
  const results = [];
  const waiting = all.entries(); // shared by all workers, so that each takes the next item
  const worker = async () => {
    for (const [i, one] of waiting) results[i] = await work(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
