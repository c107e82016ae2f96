import { transfer } from "comlink";
import { Remote } from "./remote.js";

/** @import { FloatPool } from "../../core/float-pool.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Part } from "./part.js" */
/** @import { StartThread, Thread } from "./thread.js" */

/** A Part in a worker. */
export class RemotePart extends Remote {
  #pool;

  /** @param {Thread} thread @param {FloatPool} pool of the arrays that results come in */
  constructor(thread, pool) {
    super(thread);
    this.#pool = pool;
  }

  /** @type {Part["load"]} */
  load(key, part) {
    const matrices = [part.attention, part.network].flatMap((each) => Object.values(each?.matrices ?? {}));
    return this.ask(this.calls.loadPart(key, transfer(part, [...new Set(matrices.map(bufferOf))])));
  }

  /** @type {Part["loadOutput"]} */
  loadOutput(key, stored) {
    return this.ask(this.calls.loadOutputPart(key, transfer(stored, [bufferOf(stored)])));
  }

  /** @type {Part["free"]} */
  free(key) {
    return this.ask(this.calls.freePart(key));
  }

  /** @type {Part["attend"]} */
  attend(key, x, options) {
    return this.ask(this.calls.attendPart(key, this.#sent(x), options));
  }

  /** @type {Part["feed"]} */
  feed(key, x, activation) {
    return this.ask(this.calls.feedPart(key, this.#sent(x), activation));
  }

  /** @type {Part["likely"]} */
  likely(key, x, options) {
    return this.ask(this.calls.likelyPart(key, x, options));
  }

  /** @type {Part["closeCache"]} */
  closeCache(cache) {
    return this.ask(this.calls.closePartCache(cache));
  }

  /** A copy whose memory goes to the worker. @param {TensorOutput} numbers @returns {TensorOutput} */
  #sent({ data, shape }) {
    const copy = this.#pool.take(data.length) ?? new Float32Array(data.length);
    copy.set(data);
    return transfer({ data: copy, shape }, [copy.buffer]);
  }
}

/** @param {{ bytes: Uint8Array }} matrix */
const bufferOf = ({ bytes }) => bytes.buffer;

/** Starts a worker for a part; null if workers are missing. @param {StartThread} start @param {FloatPool} pool @returns {Promise<RemotePart | null>} */
export async function remotePart(start, pool) {
  const thread = await start();
  if (!thread) return null;
  const part = new RemotePart(thread, pool);
  try {
    await part.ask(part.calls.openPart());
  } catch (error) {
    part.dispose();
    throw error;
  }
  return part;
}
