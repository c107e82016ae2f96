import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
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

/** The sentences that come with the small model. @param {AbortSignal} [_signal] @returns {Promise<string>} one a line */
export async function smallSentences(_signal) {
  return readFile(path.join(/** @type {string} */ (await smallFiles()), "sentences.txt"), "utf8");
}
