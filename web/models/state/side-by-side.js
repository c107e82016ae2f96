import { leavesJobs } from "./live-transformer.js";

/** @import { RemoteTransformer } from "./remote-transformer.js" */

/** Results that each worker may compute ahead of the next one to yield: more would only take memory. */
const AHEAD = 4;

/**
 * Works with a model's own worker and with others at the same time. Another worker that ends, or has no memory, leaves its jobs to the rest.
 * @template {{ dispose: () => void }} Other
 * @param {(other: Other | null) => Promise<void>} work  works until no jobs are left; null for the model's own worker
 * @param {{ workers: number, another: () => Promise<Other | null> }} by  another: opens one more; null where there are no workers
 */
export async function workTogether(work, { workers, another }) {
  const workWithAnother = async () => {
    /** @type {Other | null} */
    let other = null;
    try {
      other = await another();
      if (other) await work(other);
    } catch (error) {
      if (!leavesJobs(error)) throw error;
    } finally {
      other?.dispose();
    }
  };
  await Promise.all([work(null), ...Array.from({ length: workers - 1 }, workWithAnother)]);
  await work(null); // the jobs that other workers left
}

/**
 * Does jobs in several workers at the same time, and yields the results in the order of the jobs. An error of a job is thrown in the place of its
 * result, unless the job of another worker is left to the rest.
 * @template Job, Result
 * @param {Iterable<Job>} jobs
 * @param {object} by
 * @param {number} by.workers
 * @param {() => Promise<RemoteTransformer | null>} by.another  opens one more; null where there are no workers
 * @param {(job: Job, signal: AbortSignal, other: RemoteTransformer | null) => Promise<Result>} by.work  null for the model's own worker
 * @returns {AsyncGenerator<Result, void, void>}
 */
export async function* sideBySide(jobs, { workers, another, work }) {
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

  /** @param {RemoteTransformer | null} other */
  async function workOn(other) {
    while (!stopped.signal.aborted && !(isRefused && !back.length)) {
      if (places > yielded + workers * AHEAD && !back.length) await news();
      else {
        const given = next();
        if (!given) return;
        try {
          results.set(given.place, { result: await work(given.job, stopped.signal, other) });
        } catch (error) {
          if (other && leavesJobs(error)) {
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

  /** @type {{ error: unknown } | null} */
  let failed = null;
  const working = workTogether(workOn, { workers, another })
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
