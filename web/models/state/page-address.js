import { fetchedFiles } from "./fetched-file.js";
import { INDEX, WEIGHTS } from "./layout.js";
import { CONFIG } from "./sources.js";
import { TOKENIZER } from "./tokenizer.js";

/**
 * Fetches the files of a checkpoint from a folder of an author's host. Weights in several files are listed in model.safetensors.index.json.
 * @param {string | URL} folder  its address @param {AbortSignal} signal
 * @returns {Promise<Record<string, Blob>>}
 */
export async function filesAt(folder, signal) {
  const base = new URL(String(folder).replace(/\/?$/, "/"), document.baseURI);
  const fetched = (/** @type {readonly string[]} */ names) =>
    fetchedFiles(Object.fromEntries(names.map((name) => [name, new URL(name, base)])), signal, true);
  const files = await fetched([CONFIG, TOKENIZER, WEIGHTS]);
  if (files[WEIGHTS]) return files;
  const index = await fetched([INDEX]);
  return { ...files, ...index, ...(index[INDEX] && (await fetched(await shardsIn(index[INDEX])))) };
}

/** Names of the files of weights. @param {Blob} index @returns {Promise<string[]>} */
async function shardsIn(index) {
  const { weight_map: map = {} } = JSON.parse(await index.text());
  return [...new Set(/** @type {string[]} */ (Object.values(map)))];
}
