import { startedWorker } from "./thread.js";

/** @import { StartThread } from "./thread.js" */

// The worker that runs this script.

/** @type {import("comlink").Endpoint} */
export const endpoint = /** @type {any} */ (globalThis);

/** Starts one more worker with this worker's script: bundlers refuse a script that names its own file. @type {StartThread} */
export const startSibling = () =>
  startedWorker(() => new Worker(globalThis.location.href, { type: "module" }));

/** Holds a lock until the worker ends. @returns {Promise<string | null>} its name; null if the browser has no locks, as outside secure contexts */
export async function heldLock() {
  if (!navigator.locks) return null;
  const name = `headscope ${crypto.randomUUID()}`;
  return new Promise((resolve) => {
    const held = navigator.locks.request(name, () => {
      resolve(name);
      return new Promise(() => {}); // never released
    });
    held.catch(() => resolve(null)); // an origin without storage
  });
}
