import { startThread } from "#threads";
import { proxy } from "comlink";
import { Remote } from "./remote.js";

/** @import { Files } from "./sources.js" */
/** @import { Measured, ToMeasure } from "./measured-sentence.js" */
/** @import { EncoderDecoder } from "./encoder-decoder.js" */
/** @import { BlockParts, LayerParts, Pass, PassOptions, Sentence, Transformer } from "./transformer.js" */
/** @import { RemoteOptions } from "./remote-folder.js" */

/** @typedef {{ keep?: boolean, as?: string, workers?: number } & Omit<RemoteOptions, "tokenizes">} OpeningOptions */

/**
 * A Transformer in a worker, so that computing a block does not freeze the page. Calls reject with id "worker_ended" once the worker has ended,
 * by dispose() or for lack of memory, and with "core_has_failed" once its core has trapped.
 */
export class RemoteTransformer extends Remote {
  #runs = 0;

  /** @param {Files} files @param {OpeningOptions} options */
  open(files, { onBytes, ...options }) {
    return this.ask(this.calls.open(files, options, onBytes && proxy(onBytes)));
  }

  /** @param {Sentence} sentence @param {PassOptions} [options] @returns {Promise<Pass>} */
  async run(sentence, { onProgress, onLayer, signal, ...options } = {}) {
    return this.#untilAborted(signal, (number) => {
      const progress = onProgress && proxy(onProgress);
      const layer = onLayer && proxy(onLayer);
      return this.calls.run(number, sentence, options, progress, layer);
    });
  }

  /** @param {readonly ToMeasure[]} sentences @param {{ looks?: boolean, signal?: AbortSignal }} [options] @returns {Promise<Measured[]>} */
  async measure(sentences, { signal, ...options } = {}) {
    return this.#untilAborted(signal, (number) => this.calls.measure(number, sentences, options));
  }

  /**
   * The result of a call that the worker stops once the signal is aborted.
   * @template T @param {AbortSignal | undefined} signal @param {(number: number) => Promise<{ result?: T, refused?: any }>} call by the number that abort() takes
   */
  async #untilAborted(signal, call) {
    signal?.throwIfAborted();
    const number = this.#runs++;
    const abort = () => void this.calls.abort(number);
    signal?.addEventListener("abort", abort);
    try {
      return await this.ask(call(number));
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  /** @returns {Promise<number>} */
  openCache() {
    return this.ask(this.calls.openCache());
  }

  /** @param {number} cache @returns {Promise<void>} */
  closeCache(cache) {
    return this.ask(this.calls.closeCache(cache));
  }

  /** @param {Parameters<EncoderDecoder["parts"]>} given @returns {Promise<LayerParts>} */
  parts(...given) {
    return this.ask(this.calls.parts(...given));
  }

  /** @param {Parameters<EncoderDecoder["block"]>} given @returns {Promise<BlockParts>} */
  block(...given) {
    return this.ask(this.calls.block(...given));
  }

  /** @param {Parameters<Transformer["contributions"]>} given @returns {ReturnType<Transformer["contributions"]>} */
  contributions(...given) {
    return this.ask(this.calls.contributions(...given));
  }

  /** @param {Parameters<Transformer["scoreParts"]>} given @returns {ReturnType<Transformer["scoreParts"]>} */
  scoreParts(...given) {
    return this.ask(this.calls.scoreParts(...given));
  }

  /** @param {Parameters<Transformer["circuit"]>} given @returns {ReturnType<Transformer["circuit"]>} */
  circuit(...given) {
    return this.ask(this.calls.circuit(...given));
  }

  /** @param {Parameters<Transformer["piecesOfCircuit"]>} given @returns {ReturnType<Transformer["piecesOfCircuit"]>} */
  piecesOfCircuit(...given) {
    return this.ask(this.calls.piecesOfCircuit(...given));
  }

  /** @param {Parameters<Transformer["lens"]>} given @returns {ReturnType<Transformer["lens"]>} */
  lens(...given) {
    return this.ask(this.calls.lens(...given));
  }

  /** @param {Parameters<Transformer["values"]>} given @returns {ReturnType<Transformer["values"]>} */
  values(...given) {
    return this.ask(this.calls.values(...given));
  }
}

/**
 * Creates a transformer in a worker; null if workers are missing or a content security policy forbids them.
 * @param {Files} files @param {OpeningOptions & { signal?: AbortSignal }} options signal: stops the opening
 */
export async function remoteTransformer(files, { signal, ...options }) {
  const thread = await startThread();
  if (!thread) return null;
  const remote = new RemoteTransformer(thread);
  const stop = () => remote.dispose();
  signal?.addEventListener("abort", stop);
  try {
    signal?.throwIfAborted();
    await remote.open(copyable(files), options);
  } catch (error) {
    remote.dispose();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
  return remote;
}

/** postMessage() drops the paths of the files in a FileList, and refuses a URL, so this converts them. @param {Files} files @returns {Files} */
function copyable(files) {
  if (files instanceof URL) return files.href;
  if (typeof files === "string" || !("length" in files)) return files;
  const list = Array.from(/** @type {ArrayLike<File>} */ (files));
  return Object.fromEntries(list.map((file) => [file.webkitRelativePath || file.name, file]));
}
