import { proxy, wrap } from "comlink";
import { HeadscopeError } from "../../core/errors.js";

/** @import { Files } from "./sources.js" */
/** @import { BlockParts, Transformer, LayerParts, Pass, PassOptions, Sentence } from "./transformer.js" */
/** @import { WorkerCalls } from "../worker.js" */

/** A Transformer in a worker, so that computing a block does not freeze the page. */
export class RemoteTransformer {
  #worker;
  /** @type {import("comlink").Remote<WorkerCalls>} */ #calls;
  #runs = 0;

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker;
    this.#calls = wrap(worker);
  }

  /** @param {Files} files @param {{ keep?: boolean }} options */
  async open(files, options) {
    resultOf(await this.#calls.open(files, options));
  }

  /** @param {Sentence} sentence @param {PassOptions} [options] @returns {Promise<Pass>} */
  async run(sentence, { headScale, onProgress, signal, cache } = {}) {
    signal?.throwIfAborted();
    const number = this.#runs++;
    const abort = () => void this.#calls.abort(number);
    signal?.addEventListener("abort", abort);
    try {
      const progress = onProgress && proxy(onProgress);
      return resultOf(await this.#calls.run(number, sentence, { headScale, cache }, progress));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  openCache() {
    return this.#calls.openCache();
  }

  /** @param {number} cache */
  async closeCache(cache) {
    await this.#calls.closeCache(cache);
  }

  /** @param {Parameters<Transformer["parts"]>} given @returns {Promise<LayerParts>} */
  async parts(...given) {
    return resultOf(await this.#calls.parts(...given));
  }

  /** @param {Parameters<Transformer["block"]>} given @returns {Promise<BlockParts>} */
  async block(...given) {
    return resultOf(await this.#calls.block(...given));
  }

  dispose() {
    this.#worker.terminate();
  }
}

/** @template T @param {{ result?: T, refused?: any }} answer @returns {T} */
function resultOf({ result, refused }) {
  if (refused) throw new HeadscopeError(refused.code, refused.message, refused);
  return /** @type {T} */ (result);
}

/**
 * Creates a transformer in a worker; null if workers are missing or a content security policy forbids them.
 * @param {Files} files @param {{ keep?: boolean }} options
 */
export async function remoteTransformer(files, options) {
  const worker = await startedWorker();
  if (!worker) return null;
  const remote = new RemoteTransformer(worker);
  try {
    await remote.open(copyable(files), options);
  } catch (error) {
    remote.dispose();
    throw error;
  }
  return remote;
}

/** postMessage() drops the paths of the files in a FileList, so this converts the list. @param {Files} files @returns {Files} */
function copyable(files) {
  if (typeof files === "string" || !("length" in files)) return files;
  const list = Array.from(/** @type {ArrayLike<File>} */ (files));
  return Object.fromEntries(list.map((file) => [file.webkitRelativePath || file.name, file]));
}

/** @returns {Promise<Worker | null>} */
async function startedWorker() {
  if (typeof Worker !== "function") return null;
  try {
    const worker = new Worker(new URL("./models-worker.js", import.meta.url), { type: "module" });
    const isStarted = await new Promise((resolve) => {
      worker.addEventListener("error", () => resolve(false), { once: true });
      worker.addEventListener("message", () => resolve(true), { once: true });
    });
    if (isStarted) return worker;
    worker.terminate();
  } catch {
    // a content security policy, or a script from another origin
  }
  return null;
}
