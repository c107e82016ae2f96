import { show, wholeNumber } from "../../core/check.js";
import { loadCore } from "../../core/load.js";
import { modelRefusal } from "../words-refusals.js";
import { LOSS_WITHOUT, predictedSentence, whyNoLosses } from "./loss-without.js";
import { measureNames } from "./measured-sentence.js";
import { factsOf } from "./sentence-facts.js";
import { workTogether } from "./side-by-side.js";
import { Study, modelName, requireSame } from "./study.js";

/** @import { Measured, ToMeasure } from "./measured-sentence.js" */
/** @import { Token } from "./tokenizer.js" */

/**
 * @typedef {object} StudyOptions
 * @property {number} [workers] that measure at the same time, each with the weights in its memory; those of openCheckpoint() if left out
 * @property {readonly string[]} [measures] names of those that the study keeps; all if left out
 * @property {boolean} [losses] with the measure `lossWithout`, how far the loss of each sentence rises without each head: a run more for each
 * @property {boolean} [looks] the study keeps the texts' pieces, and which key each query looks at most
 * @property {Study} [into] a study of the same sentences that was stopped: sentences that it has are skipped
 * @property {(number: number) => boolean} [takes] whether a sentence is measured, by its number from 0 on; all are if left out
 * @property {AbortSignal} [signal] ends the study without an error
 *
 * @typedef {{ measure: (sentences: readonly ToMeasure[], options: { looks?: boolean, signal?: AbortSignal }) => Promise<Measured[]> }} Measurer
 *
 * @typedef {object} Studied what a study is of
 * @property {import("./checkpoint.js").ModelInfo} info
 * @property {string | null} commit of the hub that the model comes from
 * @property {boolean} predicts whether the weights include what predictions need
 * @property {number | undefined} maskId
 * @property {number} workers of the model
 * @property {(text: string) => { tokens: readonly Token[], types: readonly number[] }} read
 * @property {Measurer} first  of the model itself
 * @property {() => Promise<(Measurer & { dispose: () => void }) | null>} another  null where there are no workers
 *
 * @typedef {ToMeasure & { number: number, text: string, pieces: readonly string[], skipped: number }} Read skipped: sentences before it
 * @typedef {{ place: number, sentences: Read[] }} Batch
 */

const BATCH = 60; // ms that a worker measures at a time
const MOST = 16; // sentences at a time
const PAUSE = 100; // ms between two results

/**
 * Measures heads in sentences, and yields the study as it grows.
 * @param {Studied} studied @param {Iterable<string> | AsyncIterable<string>} sentences @param {StudyOptions} options
 * @returns {AsyncGenerator<Study, void, void>} the same study each time
 */
export async function* study(
  studied,
  sentences,
  { workers = studied.workers, looks = false, losses: asked, measures, into, takes, signal },
) {
  wholeNumber("workers", workers);
  if (!isTexts(sentences)) throw modelRefusal("config", "no_sentences", { given: show(sentences) });
  const core = await loadCore();
  const { info, commit } = studied;
  const { layers, heads, causal } = info;
  const losses = asked ?? (measures ?? into?.measures ?? []).includes(LOSS_WITHOUT);
  const why = losses && whyNoLosses(studied);
  if (why) throw modelRefusal("config", why);
  if (!losses && measures?.includes(LOSS_WITHOUT)) throw modelRefusal("config", "losses_are_off");
  const all = measureNames(core, { losses });
  const goneOn = into?.measures.filter((name) => losses || name !== LOSS_WITHOUT);
  const kept = measuresIn(measures ?? goneOn, all, losses);
  const about = { model: modelName(info), layers, heads, measures: kept, commit };
  if (into) requireSame(about, into);
  const growing = into ?? new Study(core, { ...about, causal });
  const only = columnsOf(all, kept);
  growing.total = Array.isArray(sentences) && !takes ? sentences.length : null;
  growing.isDone = false;
  const { last } = growing;
  const isTaken = (/** @type {number} */ number) => number > last && (takes?.(number) ?? true);
  const reader = new Reader(studied, sentences, { losses, takes: isTaken });
  const stopped = new AbortController();
  const stop = AbortSignal.any([stopped.signal, ...(signal ? [signal] : [])]);
  const inOrder = new InOrder();
  const [before, skipped, start] = [growing.count, growing.skippedBefore, performance.now()];
  /** @type {() => void} */
  let wake = () => {};

  /** @param {Measurer | null} other */
  async function work(other) {
    const measurer = other ?? studied.first;
    let size = losses ? 1 : 2;
    while (!stop.aborted) {
      const batch = await reader.next(size);
      if (!batch) return;
      const begun = performance.now();
      const measuring = measurer.measure(batch.sentences.map(toMeasure), { looks, signal: stop });
      const measured = await measuring.catch((error) => {
        reader.giveBack(batch);
        throw error;
      });
      size = sizeAfter(size, (performance.now() - begun) / measured.length);
      for (const { read, found } of inOrder.put(batch.place, { sentences: batch.sentences, measured })) {
        const { number, text, pieces } = read;
        const told = looks ? { text, pieces, looks: found.looks } : { text };
        const row = { values: only(found.values), even: only(found.even) };
        growing.append({ number, tokens: read.sentence.ids.length, ...row }, told);
        growing.skippedBefore = skipped + read.skipped;
      }
      growing.skipped = skipped + reader.skipped;
      growing.perSecond = (1000 * (growing.count - before)) / (performance.now() - start);
      wake();
    }
  }

  let isOver = false;
  const measuring = workTogether(work, { workers, another: studied.another }).finally(() => {
    isOver = true;
    wake();
  });
  const ended = measuring.catch(() => {}); // its error is thrown below
  try {
    for (let shown = growing.count; !isOver;) {
      if (growing.count > shown) {
        shown = growing.count;
        yield growing;
        await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PAUSE))]);
      } else await new Promise((resolve) => (wake = () => resolve(undefined)));
    }
    await measuring;
    growing.isDone = !signal?.aborted;
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    stopped.abort();
    reader.end();
  }
  growing.skipped = skipped + reader.skipped;
  yield growing;
}

/** Whether a value is an iterable of sentences; a string is not. @param {unknown} value */
const isTexts = (value) =>
  typeof value === "object" && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);

/** @param {readonly string[] | undefined} asked @param {readonly string[]} all @param {boolean} losses @returns {readonly string[]} */
function measuresIn(asked, all, losses) {
  for (const name of asked ?? [])
    if (!all.includes(name))
      throw modelRefusal("config", "no_measure", { measure: show(name), known: all.join(", ") });
  return asked?.length ? [...new Set([...asked, ...(losses ? [LOSS_WITHOUT] : [])])] : all;
}

/** Picks the columns of some measures from rows of all. @param {readonly string[]} all @param {readonly string[]} kept @returns {(rows: Float32Array) => Float32Array} */
function columnsOf(all, kept) {
  if (String(all) === String(kept)) return (rows) => rows;
  const places = kept.map((name) => all.indexOf(name));
  return (rows) =>
    Float32Array.from(
      { length: (rows.length / all.length) * places.length },
      (_, i) => rows[Math.floor(i / places.length) * all.length + places[i % places.length]],
    );
}

/** @param {Read} read @returns {ToMeasure} */
const toMeasure = ({ sentence, facts, predicted }) => ({ sentence, facts, predicted });

/** The number of sentences that a worker measures in about BATCH ms. @param {number} size of the last batch @param {number} each ms for one of its sentences */
const sizeAfter = (size, each) => Math.max(1, Math.min(MOST, 2 * size, Math.round(BATCH / each)));

/** Reads sentences one batch after another, for several workers. */
class Reader {
  #studied;
  #iterator;
  #losses;
  #takes;
  #number = -1;
  #places = 0;
  /** @type {Promise<unknown>} */ #last = Promise.resolve();
  /** @type {Batch[]} */ #back = [];
  /** Number of sentences of fewer than two tokens. */ skipped = 0;

  /** @param {Studied} studied @param {Iterable<string> | AsyncIterable<string>} sentences @param {{ losses: boolean, takes: (number: number) => boolean }} options */
  constructor(studied, sentences, { losses, takes }) {
    this.#studied = studied;
    this.#losses = losses;
    this.#takes = takes;
    this.#iterator = (async function* () {
      yield* sentences;
    })();
  }

  /** @param {number} size at most so many sentences @returns {Promise<Batch | null>} null after the last one */
  async next(size) {
    const back = this.#back.shift();
    if (back) return back;
    const reading = this.#last.then(() => this.#read(size));
    this.#last = reading.catch(() => {});
    return reading;
  }

  /** Takes a batch that was not measured; it is the next one. @param {Batch} batch */
  giveBack(batch) {
    this.#back.push(batch);
  }

  end() {
    this.#iterator.return(undefined).catch(() => {});
  }

  /** @param {number} size */
  async #read(size) {
    /** @type {Read[]} */
    const sentences = [];
    while (sentences.length < size) {
      const { value: text, done } = await this.#iterator.next();
      if (done) break;
      this.#number++;
      if (!this.#takes(this.#number)) continue;
      if (typeof text !== "string")
        throw modelRefusal("config", "no_sentence", { number: this.#number, given: show(text) });
      const { tokens, types } = this.#studied.read(text);
      if (tokens.length < 2) {
        this.skipped++;
        continue;
      }
      const { info, maskId } = this.#studied;
      sentences.push({
        ...{ number: this.#number, text, pieces: tokens.map((token) => token.text), skipped: this.skipped },
        sentence: { ids: tokens.map(({ id }) => id), types, answers: tokens.map(() => -1) },
        facts: factsOf(text, tokens, { causal: info.causal, maskId }),
        ...(this.#losses && {
          predicted: predictedSentence(tokens, types, { causal: info.causal, maskId }),
        }),
      });
    }
    return sentences.length ? { place: this.#places++, sentences } : null;
  }
}

/** Puts batches, which arrive in any order, into theirs. */
class InOrder {
  #next = 0;
  /** @type {Map<number, { sentences: Read[], measured: Measured[] }>} */ #waiting = new Map();

  /** @param {number} place @param {{ sentences: Read[], measured: Measured[] }} batch @returns {{ read: Read, found: Measured }[]} those whose turn it is */
  put(place, batch) {
    this.#waiting.set(place, batch);
    const ready = [];
    for (let next; (next = this.#waiting.get(this.#next)); this.#waiting.delete(this.#next++))
      ready.push(
        ...next.sentences.map((read, i) => ({ read, found: /** @type {any} */ (next).measured[i] })),
      );
    return ready;
  }
}
