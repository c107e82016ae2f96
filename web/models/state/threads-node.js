import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
// @ts-ignore: comlink has no types for this module
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

/** @import { StartThread } from "./thread.js" */

/** Replaces threads.js in Node. */
export const leavesThread = false;

export const threadsHere = availableParallelism;

/** Null where threads are not permitted, or a bundle has no address. */
function newWorker() {
  try {
    return new Worker(new URL("./models-worker.js", import.meta.url));
  } catch {
    return null;
  }
}

/** @type {StartThread} */
export async function startThread() {
  const worker = newWorker();
  if (!worker) return null;
  const ended = new Promise((resolve) => {
    worker.on("error", resolve);
    worker.once("exit", resolve);
  });
  const started = await new Promise((resolve) => {
    worker.once("message", resolve);
    void ended.then(() => resolve(null));
  });
  if (!started) return null;
  worker.unref(); // a program that has done its work ends, even if it forgets dispose()
  let held = 0;
  return {
    ...{ endpoint: nodeEndpoint(worker), ended, end: () => void worker.terminate() },
    hold: () => void (held++ || worker.ref()),
    release: () => void (--held || worker.unref()),
  };
}
