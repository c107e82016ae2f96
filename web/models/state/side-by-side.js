import { isFatal } from "./live-transformer.js";

/** @import { RemoteTransformer } from "./remote-transformer.js" */

/** Results beyond the one that is waited for, for each worker: more would only take memory. */
const AHEAD = 4;

/**
 * Does jobs in several workers at the same time, and yields the results in the order of the jobs. The jobs of a worker that ends are done by the others.
 * @template Job, Result
 * @param {Iterable<Job>} jobs
 * @param {object} by
 * @param {number} by.workers
 * @param {(job: Job, signal: AbortSignal) => Promise<Result>} by.first  the model's own worker
 * @param {() => Promise<RemoteTransformer | null>} by.another  opens one more; null where there are no workers
 * @param {(transformer: RemoteTransformer, job: Job, signal: AbortSignal) => Promise<Result>} by.beside
 * @returns {AsyncGenerator<Result, void, void>}
 */
export async function* sideBySide(jobs, { workers, first, another, beside }) {
  const waiting = jobs[Symbol.iterator]();
  /** Jobs of workers that have ended. @type {{ job: Job, place: number }[]} */
  const back = [];
  /** @type {Map<number, Result>} */
  const results = new Map();
  let places = 0;
  let yielded = 0;
  let isOver = false;
  const stopped = new AbortController();
  /** @type {(() => void)[]} */
  let sleeping = [];
  const wake = () => {
    for (const each of sleeping) each();
    sleeping = [];
  };
  const news = () => new Promise((resolve) => sleeping.push(() => resolve(undefined)));

  const next = () => {
    const given = back.shift();
    if (given) return given;
    const { value: job, done } = waiting.next();
    return done ? null : { job, place: places++ };
  };

  /** @param {(job: Job, signal: AbortSignal) => Promise<Result>} work */
  async function workOn(work) {
    while (!stopped.signal.aborted) {
      if (places > yielded + workers * AHEAD && !back.length) await news();
      else {
        const given = next();
        if (!given) return;
        try {
          results.set(given.place, await work(given.job, stopped.signal));
        } catch (error) {
          back.unshift(given);
          throw error;
        } finally {
          wake();
        }
      }
    }
  }

  async function workBeside() {
    const transformer = await another();
    try {
      if (transformer) await workOn((job, signal) => beside(transformer, job, signal));
    } catch (error) {
      if (!isFatal(error)) throw error;
    } finally {
      transformer?.dispose();
    }
  }

  async function workAll() {
    await Promise.all([workOn(first), ...Array.from({ length: workers - 1 }, workBeside)]);
    await workOn(first); // the jobs that workers left when they ended
  }

  /** @type {{ error: unknown } | null} */
  let failed = null;
  const working = workAll()
    .catch((error) => void (failed = { error }))
    .finally(() => {
      isOver = true;
      wake();
    });
  try {
    for (;;) {
      const result = results.get(yielded);
      if (results.delete(yielded)) {
        yielded++;
        wake();
        yield /** @type {Result} */ (result);
      } else if (failed) throw /** @type {{ error: unknown }} */ (failed).error;
      else if (isOver) return;
      else await news();
    }
  } finally {
    stopped.abort();
    wake();
    await working;
  }
}
