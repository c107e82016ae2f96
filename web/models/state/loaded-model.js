import { disposedOf } from "../../core/disposed.js";
import { modelRefusal } from "../words-refusals.js";
import { generateText } from "./generated-text.js";
import { readCircuit } from "./head-circuit.js";
import { Lifetime, liveOf } from "./live-transformer.js";
import { timesForLosses, whyNoLosses } from "./loss-without.js";
import { Runner } from "./runner.js";
import { TextReader, sentenceOf } from "./text-reader.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Circuit } from "./head-circuit.js" */
/** @import { LiveTransformer } from "./live-transformer.js" */
/** @import { ModelRun } from "./model-run.js" */
/** @import { Image } from "./pictures.js" */
/** @import { RemoteTransformer } from "./remote-transformer.js" */
/** @import { EachRunOptions, GenerateOptions, RunOptions, Text } from "./run-options.js" */
/** @import { Study } from "./study.js" */
/** @import { StudyOptions } from "./study-engine.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Transformer } from "./transformer.js" */

/** A checkpoint that can run. */
export class Model {
  #checkpoint;
  #live;
  #reader;
  #runner;
  #another;
  #workers;
  #beside;
  #lifetime = new Lifetime();

  /**
   * @param {Checkpoint} checkpoint @param {LiveTransformer} live
   * @param {() => Promise<RemoteTransformer | null>} [another] opens the model in a worker of its own; null where there are no workers
   * @param {{ workers: number, beside?: number }} [counts] workers of a run, and of several runs side by side
   */
  constructor(checkpoint, live, another = async () => null, { workers, beside = workers } = { workers: 1 }) {
    this.#workers = workers;
    this.#beside = beside;
    this.#checkpoint = checkpoint;
    this.#reader = new TextReader(checkpoint);
    this.#live = live;
    this.#runner = new Runner(checkpoint, live, { reader: this.#reader, lifetime: this.#lifetime });
    this.#another = another;
  }

  /** Sizes of the model. @returns {import("./checkpoint.js").ModelInfo} */
  get info() {
    return this.#checkpoint.info;
  }

  /** Whether the weights include what predictions need. @returns {boolean} */
  get predicts() {
    return this.#checkpoint.model.predicts;
  }

  /**
   * How many times as long a study takes with `losses: true`; null if the loss without a head cannot be measured: the model predicts nothing, or has
   * no mask token for what it would predict.
   * @returns {number | null}
   */
  get timesForLosses() {
    const { info, predicts } = this;
    const { maskId } = this.#checkpoint;
    if (info.vision || info.encoder || whyNoLosses({ info, predicts, maskId })) return null;
    return timesForLosses(this.#checkpoint);
  }

  /** The commit of the hub that the files come from; null if they come from elsewhere. @returns {string | null} */
  get commit() {
    return this.#checkpoint.commit;
  }

  /** Bytes of the files of weights. @returns {number} */
  get bytes() {
    return this.#checkpoint.bytes;
  }

  /** Number of workers that share a run. @returns {number} */
  get workers() {
    return this.#workers;
  }

  /** Why the model cannot tokenize text; null if it can. @returns {string | null} */
  get whyNoText() {
    return this.#checkpoint.whyNoText?.message ?? null;
  }

  /** Tokenizes a text. @param {string} text @returns {Token[]} */
  tokenize(text) {
    return this.#checkpoint.tokenize(text);
  }

  /** The tokens that a run reads, with the mask token at masked places. @param {Text} text @param {readonly number[]} [mask] places @returns {readonly Token[]} */
  tokensOf(text, mask = []) {
    return this.#reader.mask(this.#reader.read(text).tokens, mask);
  }

  /**
   * The tokens that the decoder reads for a target: the start, the first piece, if any, and the text's pieces; or those of ids.
   * @param {Text} target @param {{ first?: number | string }} [options] @returns {readonly Token[]}
   */
  targetOf(target, { first } = {}) {
    return this.#reader.readTarget(target, first);
  }

  /**
   * The text of pieces, by the tokenizer's decoder; without a tokenizer, the ids joined by spaces. Special pieces such as [CLS] are left out.
   * @param {readonly number[]} ids @returns {string}
   */
  decode(ids) {
    const tokens = this.#reader.tokensOfIds({ ids });
    this.#reader.requirePieces(tokens);
    return this.#checkpoint.decode(tokens.map(({ id }) => id));
  }

  /**
   * Computes every layer. Like all computations of a model, rejects with code "disposed" after dispose(), and if dispose() is called meanwhile.
   * @param {Text | Image} given  a picture for a model with info.vision, else a text @param {RunOptions} [options] @returns {Promise<ModelRun>}
   */
  run(given, options) {
    return this.#lifetime.during(() => this.#runner.run(given, options));
  }

  /**
   * Computes several runs side by side: each worker computes whole runs, with its own copy of the weights. Yields the runs in order; each has the
   * bits that one worker gives.
   * @param {Iterable<readonly [given: Text | Image, options?: EachRunOptions]>} asked @param {{ signal?: AbortSignal }} [options]
   * @returns {AsyncGenerator<ModelRun, void, void>}
   */
  async *runEach(asked, { signal } = {}) {
    const { sideBySide } = await import("./side-by-side.js");
    yield* sideBySide(asked, {
      ...{ workers: this.#beside, another: this.#another },
      work: ([given, options], stopped, other) => {
        const stop = AbortSignal.any([stopped, ...(signal ? [signal] : [])]);
        const live = other ? liveOf(other) : this.#live;
        return this.#lifetime.during(() =>
          this.#runner.run(given, { ...options, caches: false, whole: true, signal: stop }, live),
        );
      },
    });
  }

  /**
   * The circuits of a head, read off its weights.
   * @param {number} layer @param {number} head @returns {Promise<Circuit>}
   */
  async circuit(layer, head) {
    return readCircuit(layer, head, {
      ...{ checkpoint: this.#checkpoint, reader: this.#reader, use: (f) => this.#during(f) },
    });
  }

  /**
   * Generates pieces one by one. Keys and values of earlier pieces are cached.
   * @param {Text} text @param {GenerateOptions} [options]
   * @returns {Promise<{ tokens: { id: number, text: string }[], text: string }>} the new pieces, and what they add to the text: decode() of all
   *   pieces without that of the given ones at its beginning
   */
  generate(text, options) {
    return this.#lifetime.during(() => this.#generate(text, options));
  }

  /** @param {Text} text @param {GenerateOptions} [options] @returns {ReturnType<Model["generate"]>} */
  async #generate(text, options = {}) {
    const { info } = this;
    if (info.encoder) {
      const { tokens, types } = this.#reader.readSource(text);
      const first = this.#reader.idOfFirst(options.first);
      return this.#runner.generateTarget(sentenceOf(tokens, types), { ...options, first });
    }
    if (options.first !== undefined)
      throw modelRefusal("config", "target_needs_encoder", { family: info.family });
    if (!info.causal) throw modelRefusal("config", "generate_needs_causal", { family: info.family });
    const model = { checkpoint: this.#checkpoint, live: this.#live, reader: this.#reader };
    return generateText(model, text, options);
  }

  /**
   * Measures what each head does in many sentences. Yields the study as it grows, at most ten times a second, and once more at its end. A sentence
   * counts with its first 256 tokens. Results do not depend on the number of workers.
   * @param {Iterable<string> | AsyncIterable<string>} sentences @param {StudyOptions} [options] @returns {AsyncGenerator<Study, void, void>}
   */
  async *study(sentences, options = {}) {
    const { family, vision, encoder } = this.info;
    if (vision) throw modelRefusal("config", "study_needs_text", { family });
    if (encoder) throw modelRefusal("config", "study_needs_one_text", { family });
    const { study } = await import("./study-engine.js");
    const studied = {
      ...{ info: this.info, maskId: this.#checkpoint.maskId, another: this.#another, workers: this.#beside },
      ...{ predicts: this.predicts, commit: this.commit },
      read: (/** @type {string} */ text) => this.#reader.readBeginning(text),
      first: {
        measure: (/** @type {Parameters<Transformer["measure"]>} */ ...given) =>
          this.#during(({ transformer }) => transformer.measure(...given)),
      },
    };
    yield* study(studied, sentences, options);
  }

  /** Frees the blocks in memory. Results that runs hold stay. */
  dispose() {
    this.#lifetime.end(disposedOf("model"));
    this.#live.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  /** @template T @param {(live: import("./live-transformer.js").Live) => Promise<T>} f @returns {Promise<T>} */
  #during(f) {
    return this.#lifetime.during(() => this.#live.use(f));
  }
}
