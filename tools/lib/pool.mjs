import { availableParallelism } from "node:os";

/**
 * Works on each of many things, as many at the same time as there are processors.
 * @template T, R
 * @param {readonly T[]} all
 * @param {(one: T) => Promise<R>} work
 * @returns {Promise<R[]>} in the order of the things
 */
export async function onProcessors(all, work) {
  /** @type {R[]} */
  const results = [];
  const waiting = all.entries(); // of all workers: each takes the next
  const worker = async () => {
    for (const [i, one] of waiting) results[i] = await work(one);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
