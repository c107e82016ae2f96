/** The cache that keeps what the hub sends for the next visit. Only hosted pages offer one: an embedded element never touches the storage of its host. */

/** @type {string | undefined} */
let cache;

/** @param {string} name of a cache of the browser (Cache API) */
export const keepRangesIn = (name) => void (cache = name);

/** Its name; undefined if there is none. */
export const keptCache = () => cache;

/** Bytes that are kept; 0 where the browser has no such storage, or refuses it. @returns {Promise<number>} */
export async function keptSize() {
  if (cache === undefined || !("caches" in globalThis)) return 0;
  const { keptBytes } = await import("./kept-ranges.js");
  return keptBytes(cache).catch(() => 0);
}

/** Forgets what is kept. Models that are open stay. */
export const forgetKept = () => cache !== undefined && caches.delete(cache);
