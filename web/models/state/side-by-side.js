import { leavesJobs } from "./live-transformer.js";

/** @import { RemoteTransformer } from "./remote-transformer.js" */

/** Results beyond the one that is waited for, for each worker: more would only take memory. */
const AHEAD = 4;

/**
 * Does jobs in several workers at the same time, and yields the results in the order of the jobs. The jobs of an additional worker that ends, or has no memory,
 * are done by the others. An error of a job is thrown in the place of its result.
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
  /** @type {Map<number, { result: Result } | { error: unknown }>} */
  const results = new Map();
  let isRefused = false; // a job: no further one begins
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

  /** @param {(job: Job, signal: AbortSignal) => Promise<Result>} work @param {(error: unknown) => boolean} [leaves] whether an error leaves the job to others */
  async function workOn(work, leaves = () => false) {
    while (!stopped.signal.aborted && !(isRefused && !back.length)) {
      if (places > yielded + workers * AHEAD && !back.length) await news();
      else {
        const given = next();
        if (!given) return;
        try {
          results.set(given.place, { result: await work(given.job, stopped.signal) });
        } catch (error) {
          if (leaves(error)) {
            back.unshift(given);
            throw error;
          }
          isRefused = true;
          results.set(given.place, { error });
        } finally {
          wake();
        }
      }
    }
  }

  async function workBeside() {
    /** @type {RemoteTransformer | null} */
    let other = null;
    try {
      const transformer = (other = await another());
      if (transformer) await workOn((job, signal) => beside(transformer, job, signal), leavesJobs);
    } catch (error) {
      if (!leavesJobs(error)) throw error;
    } finally {
      other?.dispose();
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
      const given = results.get(yielded);
      if (given) {
        if ("error" in given) throw given.error;
        results.delete(yielded++);
        wake();
        yield given.result;
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
