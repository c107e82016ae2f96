import { modelRefusal } from "../words-refusals.js";

/**
 * Requests to a host that has the folder of a checkpoint. Requests that fail are repeated after growing pauses; refusals of the host become errors
 * that say how to go on.
 *
 * @typedef {object} HostOptions
 * @property {string} [token]  of a reader who may read a gated model; sent to this host only
 * @property {string | null} [page]  address where a gated model's licence is accepted
 * @property {readonly number[]} [pauses]  ms between attempts that bring no byte
 * @property {(bytes: number) => void} [onBytes]  count of bytes that have arrived since the last call
 * @property {import("./kept-ranges.js").KeptRanges | null} [kept]  what was fetched in earlier visits, for a folder that never changes
 *
 * @typedef {object} Request
 * @property {readonly [begin: number, end: number]} [range]  bytes [begin, end); the whole file if left out
 * @property {"GET" | "HEAD"} [method]
 * @property {AbortSignal} [signal]
 */

/** Pauses between attempts that bring no byte, in ms. @type {readonly number[]} */
const PAUSES = [500, 1000, 2000, 4000, 8000];

/** Attempts to reach a host that has not answered yet: its name may be wrong, or the reader offline. */
const FIRST_ATTEMPTS = 3;
const LONGEST_PAUSE = 60_000; // ms; a longer Retry-After is an error
const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;

/** The characters that a header may hold. */
const PRINTABLE = /^[\x21-\x7e]+$/;

export class RemoteHost {
  #base;
  #options;
  #hasAnswered = false;
  /** The commit that the hub answers from; null before the first answer, and on other hosts. @type {string | null} */
  commit = null;

  /** @param {URL} base  address of the folder, with a slash at its end @param {HostOptions} [options] */
  constructor(base, options = {}) {
    // The messages of requests would show both.
    if (options.token !== undefined && !PRINTABLE.test(options.token))
      throw modelRefusal("config", "token_malformed");
    if (base.username || base.password)
      throw modelRefusal("config", "address_with_password", { host: base.host });
    this.#base = base;
    this.#options = options;
    this.kept = options.kept ?? null;
  }

  /** A host with the same options and another folder. @param {URL} base @param {HostOptions["kept"]} kept */
  at(base, kept) {
    return new RemoteHost(base, { ...this.#options, kept });
  }

  /** @param {string} name of a file */
  addressOf(name) {
    return new URL(encodeURIComponent(name), this.#base).href;
  }

  /** The address that is requested, with the query of the folder's address. @param {string} name */
  #requestOf(name) {
    const address = new URL(this.addressOf(name));
    address.search = this.#base.search;
    return address;
  }

  /** Counts bytes that have arrived. @param {number} bytes */
  count(bytes) {
    this.#options.onBytes?.(bytes);
  }

  /**
   * One request.
   * @param {string} name of a file @param {Request} [what] @returns {Promise<Response>} status 200 or 206
   * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the host refuses
   * @throws {Interrupted} if another attempt may succeed
   */
  async request(name, { range, method, signal } = {}) {
    const { token } = this.#options;
    const file = this.addressOf(name);
    if (this.kept?.isMissing(file)) throw modelRefusal("format", "host_lacks_file", { file });
    const headers = {
      ...(range && { Range: `bytes=${range[0]}-${range[1] - 1}` }),
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    // Without its own copy of the weights in the browser's cache.
    const cache = range ? "no-store" : "no-cache";
    const response = await fetch(this.#requestOf(name), { method, headers, signal, cache }).catch(
      (/** @type {Error} */ error) => {
        signal?.throwIfAborted();
        throw new Interrupted(reasonOf(error));
      },
    );
    this.#hasAnswered = true;
    this.commit ??= response.headers.get("x-repo-commit");
    if (response.ok) return response;
    await response.body?.cancel().catch(() => {}); // the text of the answer is not read
    if (response.status === NOT_FOUND) void this.kept?.keepMissing(file);
    throw this.#refused(response, file, range?.[0] === 0);
  }

  /** @param {Response} response @param {string} file its address @param {boolean} isFirst whether the first bytes were requested @returns {Error} */
  #refused({ status, headers }, file, isFirst) {
    const { page, token } = this.#options;
    if (status === NOT_FOUND) return modelRefusal("format", "host_lacks_file", { file });
    if (status === 416)
      return modelRefusal("format", isFirst ? "host_file_is_empty" : "file_changed_on_host", { file });
    if (status === 401 || status === 403) {
      if (!page) return modelRefusal("format", "host_forbids", { file, status });
      return modelRefusal("format", token ? "token_refused" : "model_is_gated", { page, status });
    }
    if (status === TOO_MANY_REQUESTS || status >= 500)
      return new Interrupted(`status ${status}`, pauseAsked(headers));
    return modelRefusal("format", "file_unreadable", { file, reason: `status ${status}` });
  }

  /**
   * Repeats an attempt that is interrupted, after growing pauses. Progress makes the pauses short again.
   * @template T @param {string} name of the file @param {(madeProgress: () => void) => Promise<T>} attempt @param {AbortSignal} [signal]
   * @returns {Promise<T>}
   */
  async persist(name, attempt, signal) {
    const { pauses = PAUSES } = this.#options;
    let failed = 0;
    const madeProgress = () => (failed = 0);
    for (;;) {
      try {
        return await attempt(madeProgress);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof Interrupted)) throw error;
        const { message: reason, pause } = error;
        const file = this.addressOf(name);
        if (pause > LONGEST_PAUSE)
          throw modelRefusal("format", "host_asks_for_pause", { file, seconds: Math.ceil(pause / 1000) });
        const last = this.#hasAnswered ? pauses.length : Math.min(pauses.length, FIRST_ATTEMPTS - 1);
        if (failed >= last)
          throw modelRefusal("format", "host_unreachable", { file, reason, attempts: failed + 1 });
        await pauseFor(Math.max(pauses[failed++], pause), signal);
      }
    }
  }
}

/** Why a request failed; in Node, only the error's cause says so. @param {Error} error */
export const reasonOf = ({ message, cause }) => (cause instanceof Error && cause.message) || message;

/** An attempt that ended before its last byte. Another one may succeed. */
export class Interrupted extends Error {
  /** @param {string} reason @param {number} [pause] ms until the next attempt, as the host asks */
  constructor(reason, pause = 0) {
    super(reason);
    this.pause = pause;
  }
}

/** The pause that Retry-After asks for, in ms: a number of seconds, or a date. @param {Headers} headers */
function pauseAsked(headers) {
  const asked = headers.get("retry-after");
  if (asked === null) return 0;
  const seconds = Number(asked);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - Date.now();
  return Math.max(0, ms || 0);
}

/** @param {number} ms @param {AbortSignal} [signal] @returns {Promise<void>} */
const pauseFor = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
