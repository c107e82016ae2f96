/**
 * Files of a host at one commit, or ranges of them, in a cache of the browser (Cache API), for the next visit. A commit never changes, so that
 * a kept range is never out of date. A key is an address, with a query that names the range.
 *
 * @typedef {object} Kept
 * @property {string} key
 * @property {number} begin  first byte
 * @property {number} end  after the last byte
 * @property {import("./remote-file.js").Version} version  of the file
 */

export class KeptRanges {
  #cache;
  /** Ranges by the address of their file. @type {Map<string, Kept[]>} */ #ranges = new Map();
  /** Addresses at which the host has no file. @type {Set<string>} */ #missing = new Set();
  /** Commits by the address of the config of a branch. @type {Map<string, string>} */ #branches = new Map();

  /** @param {Cache} cache @param {readonly Request[]} keys */
  constructor(cache, keys) {
    this.#cache = cache;
    for (const { url } of keys) this.#enter(url);
  }

  /** Opens a cache. Null in Node, and where the browser refuses storage. @param {string | undefined} name @returns {Promise<KeptRanges | null>} */
  static async open(name) {
    if (name === undefined || !("caches" in globalThis)) return null;
    try {
      const cache = await caches.open(name);
      return new KeptRanges(cache, await cache.keys());
    } catch {
      return null;
    }
  }

  /** Whether the host has no file at an address. @param {string} address */
  isMissing(address) {
    return this.#missing.has(address);
  }

  /** The version of a file of which a range is kept. @param {string} address */
  versionOf(address) {
    return this.#ranges.get(address)?.[0].version;
  }

  /** The commit that a branch had when its config was fetched last. @param {string} config address */
  commitOf(config) {
    return this.#branches.get(config);
  }

  /** The bytes [begin, end) of a file; null if they are not kept. @param {string} address @param {number} begin @param {number} end @returns {Promise<Uint8Array<ArrayBuffer> | null>} */
  async find(address, begin, end) {
    const known = this.#holding(address, begin, end);
    if (!known) return null;
    try {
      const response = await this.#cache.match(known.key);
      const kept = await response?.blob();
      const part = kept?.slice(begin - known.begin, end - known.begin);
      if (part?.size === end - begin) return new Uint8Array(await part.arrayBuffer());
    } catch {
      // the browser lost it
    }
    this.#drop(address, known); // forgotten in another tab
    return null;
  }

  /** The kept range with these bytes. @param {string} address @param {number} begin @param {number} end */
  #holding(address, begin, end) {
    return this.#ranges.get(address)?.find((each) => each.begin <= begin && end <= each.end);
  }

  /** @param {string} address @param {number} begin @param {Uint8Array<ArrayBuffer>} bytes @param {import("./remote-file.js").Version} version of the file */
  async keep(address, begin, bytes, { tag, size }) {
    const end = begin + bytes.length;
    if (!this.#holding(address, begin, end)) await this.#put(address, { begin, end, size, tag }, bytes);
  }

  /** @param {string} address of a file that the host lacks */
  keepMissing(address) {
    return this.#put(address, { missing: true });
  }

  /** @param {string} config address of the config of a branch @param {string} commit */
  async keepBranch(config, commit) {
    const known = this.commitOf(config);
    if (known === commit) return;
    if (known) await this.#cache.delete(keyOf(config, { commit: known })).catch(() => {});
    await this.#put(config, { commit });
  }

  /** A browser without room for it keeps nothing more. @param {string} address @param {Record<string, unknown>} about @param {Uint8Array<ArrayBuffer>} [bytes] */
  async #put(address, about, bytes) {
    const key = keyOf(address, about);
    try {
      await this.#cache.put(key, new Response(bytes));
      this.#enter(key);
    } catch {
      // the storage is full
    }
  }

  /** @param {string} key */
  #enter(key) {
    const { address, about } = partsOf(key);
    const [begin, end, size] = ["begin", "end", "size"].map((name) => Number(about.get(name)));
    if (about.has("missing")) this.#missing.add(address);
    else if (about.has("commit")) this.#branches.set(address, about.get("commit") ?? "");
    else {
      const kept = { key, begin, end, version: { size, tag: about.get("tag") ?? "" } };
      this.#ranges.set(address, [...(this.#ranges.get(address) ?? []), kept]);
    }
  }

  /** @param {string} address @param {Kept} kept */
  #drop(address, kept) {
    const others = this.#ranges.get(address)?.filter((each) => each !== kept) ?? [];
    if (others.length) this.#ranges.set(address, others);
    else this.#ranges.delete(address);
  }
}

/** @param {string} address @param {Record<string, unknown>} about */
function keyOf(address, about) {
  const key = new URL(address);
  for (const [name, value] of Object.entries(about)) key.searchParams.set(name, String(value));
  return key.href;
}

/** @param {string} key */
function partsOf(key) {
  const { origin, pathname, searchParams } = new URL(key);
  return { address: `${origin}${pathname}`, about: searchParams };
}

/** Bytes in a cache. @param {string} name */
export async function keptBytes(name) {
  if (!(await caches.has(name))) return 0;
  const keys = await (await caches.open(name)).keys();
  const sizes = keys.map(({ url }) => {
    const { about } = partsOf(url);
    return Number(about.get("end") ?? 0) - Number(about.get("begin") ?? 0);
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
