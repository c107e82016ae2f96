import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Places of the model's folder: of the package, and of a checkout. */
const PLACES = ["../headscope-small", "../../../models/headscope-small"];

/**
 * The folder of the small model, in Node.
 * @param {AbortSignal} [_signal] @returns {Promise<import("./sources.js").Files>}
 */
export async function smallFiles(_signal) {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return folders.find((folder) => existsSync(folder)) ?? folders[0];
}
