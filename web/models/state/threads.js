import { startedWorker } from "./thread.js";

/** @import { StartThread } from "./thread.js" */

/** Whether a page leaves its thread to the reader, and a worker computes. In Node, the thread that opens a model computes it. */
export const leavesThread = true;

/** Number of threads that the machine runs at the same time. */
export const threadsHere = () => globalThis.navigator?.hardwareConcurrency ?? 1;

/** Starts a worker of the page. @type {StartThread} */
export const startThread = () =>
  startedWorker(() => new Worker(new URL("./models-worker.js", import.meta.url), { type: "module" }));
