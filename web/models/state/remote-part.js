import { transfer } from "comlink";
import { Remote } from "./remote.js";

/** @import { Part } from "./part.js" */
/** @import { StartThread } from "./thread.js" */

/** A Part in a worker. */
export class RemotePart extends Remote {
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
    return this.ask(this.calls.attendPart(key, x, options));
  }

  /** @type {Part["feed"]} */
  feed(key, x, activation) {
    return this.ask(this.calls.feedPart(key, x, activation));
  }

  /** @type {Part["likely"]} */
  likely(key, x, options) {
    return this.ask(this.calls.likelyPart(key, x, options));
  }

  /** @type {Part["closeCache"]} */
  closeCache(cache) {
    return this.ask(this.calls.closePartCache(cache));
  }
}

/** @param {{ bytes: Uint8Array }} matrix */
const bufferOf = ({ bytes }) => bytes.buffer;

/** Starts a worker for a part; null if workers are missing. @param {StartThread} start @returns {Promise<RemotePart | null>} */
export async function remotePart(start) {
  const thread = await start();
  if (!thread) return null;
  const part = new RemotePart(thread);
  try {
    await part.ask(part.calls.openPart());
  } catch (error) {
    part.dispose();
    throw error;
  }
  return part;
}
