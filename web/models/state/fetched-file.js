import { modelRefusal } from "../words-refusals.js";

/**
 * Fetches files.
 * @param {Readonly<Record<string, URL>>} addresses by name @param {AbortSignal} [signal]
 * @param {boolean} [areOptional] whether a file that the host lacks is left out
 * @returns {Promise<Record<string, Blob>>} by name
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if one cannot be fetched
 */
export async function fetchedFiles(addresses, signal, areOptional) {
  const fetched = Object.entries(addresses).map(async ([name, address]) => {
    const file = await fetchedFile(address, signal, areOptional);
    return file ? [[name, file]] : [];
  });
  return Object.fromEntries((await Promise.all(fetched)).flat());
}

/**
 * Fetches a file.
 * @param {URL} address @param {AbortSignal} [signal]
 * @param {boolean} [isOptional] whether the answer of a host without the file, such as 404, gives null
 * @returns {Promise<Blob | null>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the file cannot be fetched
 */
async function fetchedFile(address, signal, isOptional = false) {
  try {
    const response = await fetch(address, { signal });
    if (response.ok) return await response.blob();
    if (isOptional) return null;
    throw new Error(`${response.status}`);
  } catch (error) {
    signal?.throwIfAborted();
    const reason = /** @type {Error} */ (error).message;
    throw modelRefusal("format", "file_unreadable", { file: address.href, reason });
  }
}
