import { modelRefusal } from "../words-refusals.js";
import { Interrupted, reasonOf } from "./remote-host.js";

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
 */

/** Bytes of the first request: with the header of most files of weights, so that the header takes no second request. */
const FIRST = 2 ** 16;

/** Ranges with at most this many bytes between them are requested together. */
const GAP = 2 ** 16;

/** A request that brings no byte for so long is repeated, in ms: a sleeping machine or a lost network reports no error. */
const LONGEST_SILENCE = 30_000;

/**
 * Opens a file of weights by a request for its first bytes.
 * @param {RemoteHost} host @param {string} name @param {AbortSignal} [signal] stops the opening @returns {Promise<Source>}
 */
export async function openRemoteFile(host, name, signal) {
  const known = host.kept?.versionOf(host.addressOf(name));
  // A commit is fixed, but a host may compute the tags of its files anew.
  if (known) return new RangedFile({ host, name, version: { ...known, tag: "" } }, null);
  const first = { range: /** @type {const} */ ([0, FIRST]), signal };
  const response = await host.persist(name, () => host.request(name, first), signal);
  const isRange = response.status === 206;
  const byHead = async () => sizeIn(await host.request(name, { method: "HEAD", signal }));
  const size = sizeIn(response) ?? (isRange ? await host.persist(name, byHead, signal) : null);
  if (size === null) {
    await response.body?.cancel().catch(() => {}); // its size is unknown, so that it is fetched in one piece
    return wholeFile(host, name, signal);
  }
  const file = { host, name, version: { tag: tagIn(response), size } };
  const stretch = new Stretch(file, [0, isRange ? Math.min(FIRST, size) : size], response);
  return isRange ? new RangedFile(file, stretch) : streamedFile(file, stretch);
}

/** A file that is fetched whole, such as config.json. @param {RemoteHost} host @param {string} name @param {AbortSignal} [signal] @returns {Promise<Source>} */
export async function wholeFile(host, name, signal) {
  const address = host.addressOf(name);
  const size = host.kept?.versionOf(address)?.size;
  const kept = size === undefined ? null : await host.kept?.find(address, 0, size);
  if (kept) return sourceOf(name, kept);
  const fetched = async () => {
    const response = await host.request(name, { signal });
    const content = await response.arrayBuffer().catch((/** @type {Error} */ error) => {
      throw new Interrupted(reasonOf(error));
    });
    host.count(content.byteLength);
    return new Uint8Array(content);
  };
  const bytes = await host.persist(name, fetched, signal);
  void host.kept?.keep(address, 0, bytes, { tag: "", size: bytes.length });
  return sourceOf(name, bytes);
}

/** @param {string} name @param {Uint8Array<ArrayBuffer>} bytes @returns {Source} */
const sourceOf = (name, bytes) => ({
  ...{ name, size: bytes.length },
  read: async (begin, end) => bytes.slice(begin, end),
});

/** @param {Remote} file @param {Stretch} whole @returns {Source} */
const streamedFile = ({ name, version: { size } }, whole) => ({
  ...{ name, size },
  read: (...given) => whole.read(...given),
  rest: () => whole.rest(),
});

/** @typedef {{ host: RemoteHost, name: string, version: Version }} Remote */

/** @implements {Source} */
class RangedFile {
  #file;
  #first;
  /** Stretches that serve several reads, with the number of those who expect them. @type {Map<Stretch, number>} */ #expected =
    new Map();

  /** @param {Remote} file @param {Stretch | null} first  the first answer; null for a file of which ranges are kept */
  constructor(file, first) {
    this.name = file.name;
    this.size = file.version.size;
    this.#file = file;
    this.#first = first;
  }

  /** @param {number} begin @param {number} end @param {AbortSignal} [signal] */
  read(begin, end, signal) {
    return (this.#held(begin, end) ?? new Stretch(this.#file, [begin, end])).read(begin, end, signal);
  }

  /** @param {readonly Range[]} ranges */
  expect(ranges) {
    const stretches = joinRanges(ranges).map(([begin, end]) => {
      const stretch = this.#held(begin, end) ?? new Stretch(this.#file, [begin, end]);
      this.#expected.set(stretch, (this.#expected.get(stretch) ?? 0) + 1);
      return stretch;
    });
    return () => {
      for (const each of stretches.splice(0)) {
        const left = /** @type {number} */ (this.#expected.get(each)) - 1;
        if (left) this.#expected.set(each, left);
        else this.#expected.delete(each);
      }
    };
  }

  rest() {
    for (const each of this.#stretches) each.rest();
  }

  /** The stretch with these bytes, if one stays. @param {number} begin @param {number} end */
  #held(begin, end) {
    return this.#stretches.find((each) => each.holds(begin, end));
  }

  get #stretches() {
    return [...(this.#first ? [this.#first] : []), ...this.#expected.keys()];
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
    this.#bytes = roomFor(end - begin, file.name);
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
    if (this.#waiting.size) return;
    this.#stopFilling();
    void this.#begun?.body?.cancel().catch(() => {});
    this.#begun = null;
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

  /** Takes the bytes from an earlier visit, or requests those that are missing, and goes on where a connection breaks. @param {AbortSignal} signal */
  async #fill(signal) {
    const { host, name, version } = this.#file;
    const { begin, end } = this.#range;
    const address = host.addressOf(name);
    const kept = this.#begun || this.#filled ? null : await host.kept?.find(address, begin, end);
    signal.throwIfAborted();
    if (kept) return this.#place(kept);
    const attempt = async (/** @type {() => void} */ madeProgress) => {
      const from = this.#begun ? begin : begin + this.#filled;
      const answer = this.#begun ?? (await host.request(name, { range: [from, end], signal }));
      this.#begun = null;
      await this.#take(answer, { from, signal, madeProgress });
      if (this.#filled < this.#bytes.length) throw new Interrupted("the connection ended early");
    };
    await host.persist(name, attempt, signal);
    void host.kept?.keep(address, begin, this.#bytes, version);
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
        const isFull = this.#filled === this.#bytes.length;
        const silence = setTimeout(stop, LONGEST_SILENCE);
        const { done, value } = await reader
          .read()
          .catch((/** @type {Error} */ error) => {
            if (isFull) return { done: true, value: undefined };
            throw new Interrupted(reasonOf(error));
          })
          .finally(() => clearTimeout(silence));
        signal.throwIfAborted();
        if (done || !value || isFull) return; // a whole answer is read to its end, so that browsers do not report it as broken off
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

/** Memory for bytes of a file. @param {number} bytes @param {string} file its name */
function roomFor(bytes, file) {
  try {
    return new Uint8Array(bytes);
  } catch {
    throw modelRefusal("memory", "no_room_for_file", { file, bytes });
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

/** Size of the file; null if the response does not give it. @param {Response} response */
function sizeIn(response) {
  if (response.status === 206) return rangeIn(response)?.[1] ?? null;
  const { headers } = response;
  const length = headers.get("content-encoding") ? null : headers.get("content-length");
  return length === null ? null : Number(length);
}

/** Where the bytes of an answer begin in the file. Hosts may hide it from pages of other origins. @param {Response} response @param {number} from  the first byte that was requested */
const beginIn = (response, from) => (response.status === 206 ? (rangeIn(response)?.[0] ?? from) : 0);

/** Ranges in order; those that lie together are one. @param {readonly Range[]} ranges @returns {Range[]} */
function joinRanges(ranges) {
  /** @type {[number, number][]} */
  const all = [];
  for (const [begin, end] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && begin <= last[1] + GAP) last[1] = Math.max(last[1], end);
    else all.push([begin, end]);
  }
  return all;
}
