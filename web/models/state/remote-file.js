import { modelRefusal } from "../words-refusals.js";
import { Interrupted } from "./remote-host.js";

/** @import { RemoteHost } from "./remote-host.js" */
/** @import { Source } from "./sources.js" */

/**
 * Files on a host, read in ranges. A host that ignores ranges sends the whole file once, and reads wait until their bytes are there.
 *
 * @typedef {readonly [begin: number, end: number]} Range  bytes [begin, end)
 *
 * @typedef {object} Version  what tells one version of a file from another
 * @property {string} tag  ETag, or the time of the last change; "" if the host tells neither
 * @property {number} size  of the file
 *
 * @typedef {object} KeptRanges  ranges that stay on this machine for later visits
 * @property {(key: string) => Promise<Uint8Array<ArrayBuffer> | null>} get
 * @property {(key: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>} put
 */

/** Bytes of the first request: with the header of most files of weights, so that the header takes no second request. */
const FIRST = 2 ** 16;

/** Ranges with at most this many bytes between them are requested together. */
const GAP = 2 ** 16;

/**
 * Opens a file of weights by a request for its first bytes.
 * @param {RemoteHost} host @param {string} name @param {{ kept?: KeptRanges | null, signal?: AbortSignal }} [options] signal: stops the opening
 * @returns {Promise<Source>}
 */
export async function openRemoteFile(host, name, { kept = null, signal } = {}) {
  const asked = { range: /** @type {const} */ ([0, FIRST]), signal };
  const response = await host.persist(name, () => host.request(name, asked), signal);
  const isRange = response.status === 206;
  const size =
    sizeIn(response) ?? (isRange ? sizeIn(await host.request(name, { method: "HEAD", signal })) : null);
  if (size === null) return wholeFile(host, name, signal);
  const file = { host, name, version: { tag: tagIn(response), size }, kept };
  const first = new Stretch(file, [0, isRange ? Math.min(FIRST, size) : size], response);
  return isRange ? new RangedFile(file, first) : streamedFile(file, first);
}

/** A file that is fetched whole, such as config.json. @param {RemoteHost} host @param {string} name @param {AbortSignal} [signal] @returns {Promise<Source>} */
export async function wholeFile(host, name, signal) {
  const fetched = async () => {
    const response = await host.request(name, { signal });
    const content = await response.arrayBuffer().catch((/** @type {Error} */ { message }) => {
      throw new Interrupted(message);
    });
    host.count(content.byteLength);
    return new Uint8Array(content);
  };
  const bytes = await host.persist(name, fetched, signal);
  return { name, size: bytes.length, read: async (begin, end) => bytes.slice(begin, end) };
}

/** @param {Remote} file @param {Stretch} whole @returns {Source} */
const streamedFile = ({ name, version: { size } }, whole) => ({
  ...{ name, size },
  read: (...given) => whole.read(...given),
  rest: () => whole.rest(),
});

/** @typedef {{ host: RemoteHost, name: string, version: Version, kept: KeptRanges | null }} Remote */

/** @implements {Source} */
class RangedFile {
  #file;
  /** Stretches that serve several reads. @type {Set<Stretch>} */ #held;

  /** @param {Remote} file @param {Stretch} first */
  constructor(file, first) {
    this.name = file.name;
    this.size = file.version.size;
    this.#file = file;
    this.#held = new Set([first]);
  }

  /** @param {number} begin @param {number} end @param {AbortSignal} [signal] */
  read(begin, end, signal) {
    const held = [...this.#held].find((each) => each.holds(begin, end));
    return (held ?? new Stretch(this.#file, [begin, end])).read(begin, end, signal);
  }

  /** @param {readonly Range[]} ranges */
  expect(ranges) {
    const stretches = joined(ranges).map(([begin, end]) => {
      const held = [...this.#held].find((each) => each.holds(begin, end));
      return held ?? new Stretch(this.#file, [begin, end]);
    });
    for (const each of stretches) this.#held.add(each);
    return () => stretches.forEach((each) => this.#held.delete(each));
  }
}

/**
 * Bytes of a file, which arrive in order. The first read requests them; each read waits for its own bytes only. When no read waits any more, the
 * request stops, and a later read goes on from there.
 */
class Stretch {
  #file;
  #range;
  #bytes;
  #filled = 0;
  /** @type {Response | null} */ #begun;
  /** Stops the request in progress. @type {AbortController | null} */ #stop = null;
  /** Reads that wait for their last byte. @type {Set<{ end: number, resolve: () => void, reject: (error: unknown) => void }>} */ #waiting =
    new Set();

  /** @param {Remote} file @param {Range} range @param {Response | null} [begun] the first answer, if there is one */
  constructor(file, [begin, end], begun = null) {
    this.#file = file;
    this.#range = { begin, end };
    this.#bytes = new Uint8Array(end - begin);
    this.#begun = begun;
  }

  /** @param {number} begin @param {number} end */
  holds(begin, end) {
    return this.#range.begin <= begin && end <= this.#range.end;
  }

  /** Copies the bytes [begin, end). @param {number} begin @param {number} end @param {AbortSignal} [signal] @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async read(begin, end, signal) {
    const { begin: first } = this.#range;
    await this.#until(end - first, signal);
    return this.#bytes.slice(begin - first, end - first);
  }

  /** @param {number} end count of bytes that a read needs @param {AbortSignal} [signal] @returns {Promise<void>} */
  async #until(end, signal) {
    signal?.throwIfAborted();
    if (end <= this.#filled) return;
    await new Promise((resolve, reject) => {
      const read = {
        end,
        resolve: () => settle(resolve),
        reject: (/** @type {unknown} */ error) => settle(() => reject(error)),
      };
      const leave = () => {
        this.#waiting.delete(read);
        this.rest();
        read.reject(signal?.reason);
      };
      const settle = (/** @type {(value?: any) => void} */ how) => {
        signal?.removeEventListener("abort", leave);
        how();
      };
      signal?.addEventListener("abort", leave);
      this.#waiting.add(read);
      if (!this.#stop) this.#start();
    });
  }

  /** Stops the request, unless a read waits. */
  rest() {
    if (!this.#waiting.size) this.#stopFilling();
  }

  #stopFilling() {
    this.#stop?.abort();
    this.#stop = null;
  }

  #start() {
    const stop = (this.#stop = new AbortController());
    const end = (/** @type {unknown} */ error) => {
      if (this.#stop !== stop) return; // stopped, and perhaps begun again
      this.#stop = null;
      for (const read of this.#waiting) read.reject(error);
      this.#waiting.clear();
    };
    this.#fill(stop.signal).then(end, end);
  }

  /** Requests the bytes that are missing, and goes on where a connection breaks. @param {AbortSignal} signal */
  async #fill(signal) {
    const { host, name, kept } = this.#file;
    const { begin, end } = this.#range;
    const found = await kept?.get(this.#key);
    signal.throwIfAborted();
    if (found?.length === this.#bytes.length) return this.#place(found.subarray(this.#filled));
    const attempt = async (/** @type {() => void} */ madeProgress) => {
      const from = this.#begun ? begin : begin + this.#filled;
      const answer = this.#begun ?? (await host.request(name, { range: [from, end], signal }));
      this.#begun = null;
      await this.#take(answer, { from, signal, madeProgress });
      if (this.#filled < this.#bytes.length) throw new Interrupted("the connection ended early");
    };
    await host.persist(name, attempt, signal);
    await kept?.put(this.#key, this.#bytes);
  }

  /** Names these bytes of this version of the file. */
  get #key() {
    const { host, name, version } = this.#file;
    return `${host.addressOf(name)} ${version.tag} ${this.#range.begin}-${this.#range.end}`;
  }

  /**
   * Takes the missing bytes from an answer.
   * @param {Response} answer @param {{ from: number, signal: AbortSignal, madeProgress: () => void }} options from: the first requested byte
   */
  async #take(answer, { from, signal, madeProgress }) {
    const { host, name } = this.#file;
    const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
    const stop = () => void reader.cancel().catch(() => {});
    signal.addEventListener("abort", stop);
    try {
      requireSameVersion(answer, this.#file);
      let at = beginIn(answer, from) - this.#range.begin;
      if (at > this.#filled)
        throw modelRefusal("format", "host_sends_other_bytes", { file: host.addressOf(name) });
      for (;;) {
        const { done, value } = await reader.read().catch((/** @type {Error} */ { message }) => {
          throw new Interrupted(message);
        });
        signal.throwIfAborted();
        if (done || this.#filled === this.#bytes.length) return; // a whole answer is read to its end, so that it is not reported as broken off
        host.count(value.length);
        const known = Math.max(0, this.#filled - at); // bytes that an earlier answer has brought
        if (known < value.length) {
          this.#place(value.subarray(known));
          madeProgress();
        }
        at += value.length;
      }
    } finally {
      signal.removeEventListener("abort", stop);
      stop();
    }
  }

  /** Adds the next bytes, without those beyond the end. @param {Uint8Array} bytes */
  #place(bytes) {
    const room = this.#bytes.length - this.#filled;
    this.#bytes.set(bytes.subarray(0, room), this.#filled);
    this.#filled += Math.min(room, bytes.length);
    for (const read of this.#waiting)
      if (read.end <= this.#filled) {
        this.#waiting.delete(read);
        read.resolve();
      }
  }
}

/** @param {Response} answer @param {Remote} file */
function requireSameVersion(answer, { host, name, version }) {
  const tag = tagIn(answer);
  const size = sizeIn(answer) ?? version.size;
  if (size !== version.size || (tag && version.tag && tag !== version.tag))
    throw modelRefusal("format", "file_changed_on_host", { file: host.addressOf(name) });
}

/** @param {Response} response */
const tagIn = ({ headers }) => headers.get("etag") ?? headers.get("last-modified") ?? "";

const CONTENT_RANGE = /^bytes (\d+)-\d+\/(\d+)$/;

/** @param {Response} response of a request for a range */
const rangeIn = ({ headers }) =>
  CONTENT_RANGE.exec(headers.get("content-range") ?? "")
    ?.slice(1)
    .map(Number);

/** Size of the file; null if the answer does not tell. @param {Response} response */
function sizeIn(response) {
  if (response.status === 206) return rangeIn(response)?.[1] ?? null;
  const { headers } = response;
  const length = headers.get("content-encoding") ? null : headers.get("content-length");
  return length === null ? null : Number(length);
}

/** Where the bytes of an answer begin in the file. Hosts may hide it from pages of other origins. @param {Response} response @param {number} from  the first byte that was requested */
const beginIn = (response, from) => (response.status === 206 ? (rangeIn(response)?.[0] ?? from) : 0);

/** Ranges in order; those that lie together are one. @param {readonly Range[]} ranges @returns {Range[]} */
function joined(ranges) {
  /** @type {[number, number][]} */
  const all = [];
  for (const [begin, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && begin <= last[1] + GAP) last[1] = Math.max(last[1], end);
    else all.push([begin, end]);
  }
  return all;
}
