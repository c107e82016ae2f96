import { parentPort } from "node:worker_threads";
// @ts-ignore: comlink has no types for this module
import nodeEndpoint from "comlink/dist/esm/node-adapter.mjs";

/** @import { StartThread } from "./thread.js" */

/** Replaces own-thread.js in Node. */
export const endpoint = nodeEndpoint(/** @type {import("node:worker_threads").MessagePort} */ (parentPort));

/** Only the thread that opens a model starts others. @type {StartThread} */
export const startSibling = async () => null;

/** Node reports the end of a thread by itself. @returns {Promise<string | null>} */
export const heldLock = async () => null;
