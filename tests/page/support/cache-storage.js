// An imitation of the browser's Cache API, with a quota.

/** Replaces the global `caches`. @param {{ quota?: number }} [options] quota: in bytes @returns {{ restore: () => void, sizes: () => number[] }} */
export function imitateCaches({ quota = Infinity } = {}) {
  const before = Object.getOwnPropertyDescriptor(globalThis, "caches");
  /** Contents by key, by name of the cache. @type {Map<string, Map<string, Uint8Array<ArrayBuffer>>>} */
  const stored = new Map();
  const sizes = () => [...stored.values()].flatMap((each) => [...each.values()].map(({ length }) => length));
  const cacheOf = (/** @type {Map<string, Uint8Array<ArrayBuffer>>} */ contents) => ({
    keys: async () => Array.from(contents.keys(), (url) => ({ url })),
    match: async (/** @type {string} */ key) => contents.has(key) && new Response(contents.get(key)),
    delete: async (/** @type {string} */ key) => contents.delete(key),
    async put(/** @type {string} */ key, /** @type {Response} */ response) {
      const content = new Uint8Array(await response.arrayBuffer());
      if (sizes().reduce((sum, size) => sum + size, content.length) > quota)
        throw new DOMException("no room", "QuotaExceededError");
      contents.set(key, content);
    },
  });
  const caches = {
    async open(/** @type {string} */ name) {
      if (!stored.has(name)) stored.set(name, new Map());
      return cacheOf(/** @type {Map<string, Uint8Array<ArrayBuffer>>} */ (stored.get(name)));
    },
    has: async (/** @type {string} */ name) => stored.has(name),
    delete: async (/** @type {string} */ name) => stored.delete(name),
  };
  Object.defineProperty(globalThis, "caches", { value: caches, configurable: true });
  const restore = () => {
    if (before) Object.defineProperty(globalThis, "caches", before);
    else delete (/** @type {any} */ (globalThis).caches);
  };
  return { restore, sizes };
}
