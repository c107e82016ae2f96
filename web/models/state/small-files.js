import { fetchedFiles } from "./sources.js";

/** The model's files, as a bundler finds them. */
const addresses = () => ({
  "config.json": new URL("../headscope-small/config.json", import.meta.url),
  "model.safetensors": new URL("../headscope-small/model.safetensors", import.meta.url),
  "tokenizer.json": new URL("../headscope-small/tokenizer.json", import.meta.url),
});

/**
 * Fetches the files of the small model.
 * @param {AbortSignal} [signal] @returns {Promise<import("./sources.js").Files>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if one cannot be fetched
 */
export const smallFiles = (signal) => fetchedFiles(addresses(), signal);

/**
 * Fetches the sentences that come with the small model. @param {AbortSignal} [signal] @returns {Promise<string>} one a line
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if they cannot be fetched
 */
export async function smallSentences(signal) {
  const address = new URL("../headscope-small/sentences.txt", import.meta.url);
  const { sentences } = /** @type {Record<string, Blob>} */ (
    await fetchedFiles({ sentences: address }, signal)
  );
  return sentences.text();
}
