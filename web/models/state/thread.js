/**
 * A worker that runs models-worker.js: a Worker of a browser, or a thread of Node.
 *
 * @typedef {object} Thread
 * @property {import("comlink").Endpoint} endpoint
 * @property {Promise<unknown>} ended  resolves once the worker has ended by itself
 * @property {() => void} end
 * @property {() => void} hold  keeps Node's process alive, until release()
 * @property {() => void} release
 *
 * @typedef {() => Promise<Thread | null>} StartThread  null where there are no workers, or a content security policy forbids them
 */

const LONGEST_START = 60_000; // ms

/**
 * Starts a worker in a browser.
 * @param {() => Worker} create @returns {Promise<Thread | null>}
 */
export async function startedWorker(create) {
  if (typeof Worker !== "function") return null;
  try {
    const worker = create();
    const started = await new Promise((resolve) => {
      worker.addEventListener("error", () => resolve(null), { once: true });
      setTimeout(() => resolve(null), LONGEST_START); // a worker that ends before its first message fires no event
      worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
    });
    if (started) return threadOf(worker, started.lock);
    worker.terminate();
  } catch {
    // a content security policy, or a script from another origin
  }
  return null;
}

/** @param {Worker} worker @param {string | null} lock the name of a lock that the worker holds while it lives; null if locks are missing @returns {Thread} */
function threadOf(worker, lock) {
  const ended = new Promise((resolve) => {
    worker.addEventListener("error", resolve);
    // A worker that the browser ends, for example for lack of memory, fires no event; its lock becomes free.
    if (lock) navigator.locks.request(lock, () => resolve(null)).catch(() => {}); // a page that is being closed
  });
  return {
    ...{ endpoint: worker, ended, end: () => worker.terminate() },
    ...{ hold: () => {}, release: () => {} },
  };
}
