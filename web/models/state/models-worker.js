import { endpoint, heldLock, startSibling } from "#own-thread";
import { expose, transfer } from "comlink";
import { HeadscopeError } from "../../core/errors.js";
import { loadCore } from "../../core/load.js";
import { readCheckpoint } from "./checkpoint.js";
import { transformerOf } from "./transformer-of.js";

/** @import { OpeningOptions } from "./remote-transformer.js" */
/** @import { Part } from "./part.js" */
/** @import { Files } from "./sources.js" */
/** @import { EncoderDecoder } from "./encoder-decoder.js" */
/** @import { PassOptions, Sentence, Transformer } from "./transformer.js" */

// The worker thread that computes blocks. RemoteTransformer calls these functions.

/** @type {import("./transformer-of.js").Computer | undefined} */
let transformer;
/** What this worker has of a run that several share. @type {Part | undefined} */
let part;
/** @type {Map<number, AbortController>} */
const running = new Map();

const calls = {
  /** @param {Files} files @param {Omit<OpeningOptions, "onBytes">} options @param {OpeningOptions["onBytes"]} onBytes */
  open: (files, { keep, workers = 1, ...remote }, onBytes) =>
    answer(async () => {
      const reading = readCheckpoint(files, { ...remote, onBytes, tokenizes: false });
      const [core, checkpoint] = await Promise.all([loadCore(), reading]);
      const team = { workers, start: startSibling };
      transformer = await transformerOf(core, checkpoint, { keep, team });
    }),

  /** @param {number} number of the run @param {Sentence} sentence @param {Pick<PassOptions, "headScale" | "patches" | "predicts" | "cache">} options @param {PassOptions["onProgress"]} onProgress @param {((...layer: any[]) => void) | undefined} onLayer */
  async run(number, sentence, options, onProgress, onLayer) {
    /** Calls of onLayer, which the page answers; the run ends after them. @type {unknown[]} */
    const told = [];
    const tell = onLayer && ((/** @type {any[]} */ ...layer) => void told.push(onLayer(...layer)));
    const said = await answerUntilAborted(number, async (signal) => {
      const pass = await opened().run(sentence, { ...options, onProgress, onLayer: tell, signal });
      await Promise.all(told);
      return pass;
    });
    const { encoder, cross, parts } = said.result ?? {};
    const added = parts ? [...parts.concat, ...parts.made, parts.output] : [];
    const tensors = [said.result, encoder, cross].flatMap((each) => [
      ...(each?.attention ?? []),
      ...(each?.hidden ?? []),
    ]);
    tensors.push(...added);
    return transfer(said, [...new Set(tensors.map(({ data }) => data.buffer))]);
  },

  /** @param {number} number of the run, for abort() @param {readonly import("./measured-sentence.js").ToMeasure[]} sentences @param {{ looks?: boolean }} options */
  async measure(number, sentences, options) {
    const said = await answerUntilAborted(number, (signal) =>
      opened().measure(sentences, { ...options, signal }),
    );
    const buffers = (said.result ?? []).flatMap(({ values, looks }) =>
      looks ? [values.buffer, looks.buffer] : [values.buffer],
    );
    return transfer(said, buffers);
  },

  /** @param {number} number of a run */
  abort: (number) => running.get(number)?.abort(),

  openCache: () => answer(() => opened().openCache()),

  /** @param {number} cache */
  closeCache: (cache) => answer(() => opened().closeCache(cache)),

  /** @param {Parameters<EncoderDecoder["parts"]>} given */
  parts: (...given) => answer(() => opened().parts(...given)),

  /** @param {Parameters<EncoderDecoder["block"]>} given */
  block: (...given) => answer(() => opened().block(...given)),

  /** @param {Parameters<Transformer["contributions"]>} given */
  contributions: (...given) => answer(() => opened().contributions(...given)),

  /** @param {Parameters<Transformer["scoreParts"]>} given */
  scoreParts: (...given) => answer(() => opened().scoreParts(...given)),

  /** @param {Parameters<Transformer["circuit"]>} given */
  circuit: (...given) => answer(() => opened().circuit(...given)),

  /** @param {Parameters<Transformer["piecesOfCircuit"]>} given */
  piecesOfCircuit: (...given) => answer(() => opened().piecesOfCircuit(...given)),

  /** @param {Parameters<Transformer["lens"]>} given */
  lens: (...given) => answer(() => opened().lens(...given)),

  /** @param {Parameters<Transformer["values"]>} given */
  values: (...given) => answer(() => opened().values(...given)),

  openPart: () =>
    answer(async () => {
      const [{ Part }, core] = await Promise.all([import("./part.js"), loadCore()]);
      part = new Part(core);
    }),

  /** @param {Parameters<Part["load"]>} given */
  loadPart: (...given) => answer(() => openedPart().load(...given)),

  /** @param {Parameters<Part["loadOutput"]>} given */
  loadOutputPart: (...given) => answer(() => openedPart().loadOutput(...given)),

  /** @param {number} key */
  freePart: (key) => answer(() => openedPart().free(key)),

  /** @param {Parameters<Part["attend"]>} given */
  async attendPart(...given) {
    const said = await answer(() => openedPart().attend(...given));
    openedPart().recycle(given[1]);
    return transfer(said, said.result ? Object.values(said.result).map(({ data }) => data.buffer) : []);
  },

  /** @param {Parameters<Part["feed"]>} given */
  async feedPart(...given) {
    const said = await answer(() => openedPart().feed(...given));
    openedPart().recycle(given[1]);
    return transfer(said, said.result ? [said.result.data.buffer] : []);
  },

  /** @param {Parameters<Part["likely"]>} given */
  likelyPart: (...given) => answer(() => openedPart().likely(...given)),

  /** @param {number} cache */
  closePartCache: (cache) => answer(() => openedPart().closeCache(cache)),
};

/** @typedef {typeof calls} WorkerCalls */

function opened() {
  if (!transformer) throw new Error("no checkpoint is open");
  return transformer;
}

const openedPart = () => /** @type {Part} */ (part);

/**
 * postMessage() drops the class of an error, so refusals are returned as data.
 * @template T @param {() => Promise<T>} act
 * @returns {Promise<{ result?: T, refused?: Pick<HeadscopeError, "code" | "message" | "id" | "parameters"> }>}
 */
async function answer(act) {
  try {
    return { result: await act() };
  } catch (error) {
    if (!(error instanceof HeadscopeError)) throw error;
    const { code, message, id, parameters } = error;
    return { refused: { code, message, id, parameters } };
  }
}

/**
 * The same of a run that abort() stops.
 * @template T @param {number} number of the run @param {(signal: AbortSignal) => Promise<T>} act @returns {ReturnType<typeof answer<T>>}
 */
async function answerUntilAborted(number, act) {
  const controller = new AbortController();
  running.set(number, controller);
  try {
    return await answer(() => act(controller.signal));
  } finally {
    running.delete(number);
  }
}

expose(calls, endpoint);
void heldLock().then((lock) => endpoint.postMessage({ lock }));
