import { fileURLToPath } from "node:url";

/**
 * The folder of the small model, in Node.
 * @param {AbortSignal} [_signal] @returns {Promise<import("./sources.js").Files>}
 */
export async function smallFiles(_signal) {
  return fileURLToPath(new URL("../headscope-small", import.meta.url));
}
