import { loadCore } from "../../core/load.js";
import { StudySums } from "../../core/sentence-study.js";
import { npz } from "../../kit/state/npz.js";
import { modelRefusal } from "../words-refusals.js";
import { LOSS_WITHOUT } from "./loss-without.js";
import { Rows } from "./study-rows.js";
import { FORMAT, arraysIn } from "./study-file.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Sums } from "../../core/sentence-study.js" */
/** @import { Measured } from "./measured-sentence.js" */

/**
 * @typedef {object} About what a study is of
 * @property {string} model as modelName() gives
 * @property {number} layers
 * @property {number} heads
 * @property {readonly string[]} measures names
 * @property {string | null} [commit] of the hub that the model comes from; null if it comes from elsewhere
 *
 * @typedef {object} Told what the reader's own text adds to a sentence
 * @property {string} text
 * @property {readonly string[]} pieces
 * @property {Uint16Array} looks (layers, heads, T)
 */

/** The model of a study, as its file names it. @param {import("./checkpoint.js").ModelInfo} info */
export const modelName = ({ family, layers, heads, parameters }) =>
  `${family}, ${layers} layers, ${heads} heads, ${parameters} parameters`;

/** What the heads of a model do in many sentences: the measures of each, and their means. It may grow. */
export class Study {
  #core;
  /** @type {StudySums | null} */ #sums = null;
  #summed = 0;
  #values;
  #even;
  #numbers = new Rows(Int32Array, 1);
  #tokens = new Rows(Int32Array, 1);
  /** By row; undefined for sentences of a file. @type {(Partial<Told> | undefined)[]} */ #told = [];

  /** @param {Core} core @param {About & { causal?: boolean }} about causal: whether tokens see only those before them */
  constructor(core, { model, layers, heads, measures, commit = null, causal = true }) {
    this.#core = core;
    this.model = model;
    this.layers = layers;
    this.heads = heads;
    this.measures = measures;
    this.commit = commit;
    this.causal = causal;
    /** Sentences of fewer than two tokens, which are left out. */ this.skipped = 0;
    /** Those of them before the last sentence that is measured. */ this.skippedBefore = 0;
    /** Whether the last sentence is measured. */ this.isDone = false;
    /** Sentences a second; 0 before the first. */ this.perSecond = 0;
    /** Number of sentences to come to, if it is known. @type {number | null} */ this.total = null;
    this.#values = new Rows(Float32Array, layers * heads * measures.length);
    this.#even = new Rows(Float32Array, measures.length);
  }

  /** Number of sentences. */
  get count() {
    return this.#numbers.count;
  }

  /** The same as `count`. */
  get done() {
    return this.count;
  }

  /** The study itself once it is done; null before. @returns {Study | null} */
  get result() {
    return this.isDone ? this : null;
  }

  /** The number of each sentence in its text, ascending. */
  get numbers() {
    return this.#numbers.all;
  }

  /** Number of the last sentence; -1 for none. */
  get last() {
    return this.numbers.at(-1) ?? -1;
  }

  /** Number of tokens of each sentence. */
  get tokens() {
    return this.#tokens.all;
  }

  /** (sentences, layers, heads, measures); NaN where a sentence has no such keys. */
  get values() {
    return this.#values.all;
  }

  /** (sentences, measures): of attention that is spread evenly. */
  get even() {
    return this.#even.all;
  }

  /** Seconds to the end, as far as the speed so far tells; null if unknown. */
  get left() {
    if (this.isDone) return 0;
    return this.total === null || !this.perSecond ? null : (this.total - this.count) / this.perSecond;
  }

  /** The measures of a sentence, (layers, heads, measures). @param {number} i */
  row(i) {
    return this.#values.row(i);
  }

  /** @param {number} i of a sentence @param {number} layer @param {number} head @param {number} measure its index */
  value(i, layer, head, measure) {
    return this.row(i)[(layer * this.heads + head) * this.measures.length + measure];
  }

  /** The text of a sentence; null for a study from a file. @param {number} i */
  textOf(i) {
    return this.#told[i]?.text ?? null;
  }

  /** Texts of the sentences; null for a study from a file. */
  get texts() {
    const texts = Array.from({ length: this.count }, (_, i) => this.textOf(i));
    return texts.every((text) => text !== null) ? /** @type {string[]} */ (texts) : null;
  }

  /** What the reader's own text adds to a sentence. @param {number} i @returns {Partial<Told> | undefined} */
  toldOf(i) {
    return this.#told[i];
  }

  /** The pieces of a sentence; null unless the study keeps what queries look at. @param {number} i */
  piecesOf(i) {
    return this.#told[i]?.pieces ?? null;
  }

  /** The key that each query of a head looks at most; null unless the study keeps them. @param {number} i @param {number} layer @param {number} head */
  looksOf(i, layer, head) {
    const looks = this.#told[i]?.looks;
    if (!looks) return null;
    const size = this.tokens[i];
    const first = (layer * this.heads + head) * size;
    return looks.subarray(first, first + size);
  }

  /**
   * Adds a sentence, whose number is above those before it.
   * @param {{ number: number, tokens: number } & Pick<Measured, "values" | "even">} measured @param {Partial<Told>} [told]
   */
  append({ number, tokens, values, even }, told) {
    this.#numbers.append([number]);
    this.#tokens.append([tokens]);
    this.#values.append(values);
    this.#even.append(even);
    this.#told.push(told);
  }

  /**
   * Means over sentences, in their order: the same sentences give the same bits. Arrays are (layers, heads, measures); half is half the 95 %
   * interval, and deviation that of sentences from their mean.
   * @returns {Sums & { even: Sums }} even: (measures), of attention that is spread evenly
   */
  sums() {
    const heads = this.#values.width;
    this.#sums ??= new StudySums(this.#core, heads + this.#even.width);
    for (; this.#summed < this.count; this.#summed++) {
      const row = new Float32Array(heads + this.#even.width);
      row.set(this.#values.row(this.#summed));
      row.set(this.#even.row(this.#summed), heads);
      this.#sums.add(row);
    }
    const found = Object.entries(this.#sums.found());
    const part = (/** @type {number} */ from, /** @type {number} */ to) =>
      /** @type {Sums} */ (Object.fromEntries(found.map(([name, all]) => [name, all.subarray(from, to)])));
    return { ...part(0, heads), even: part(heads, heads + this.#even.width) };
  }

  /** The file study.npz, whose arrays NumPy reads. Texts are left out. */
  toNpz() {
    const { count, layers, heads, measures, model, commit } = this;
    return npz([
      { name: "format", texts: [FORMAT] },
      { name: "model", texts: [model] },
      ...(commit === null ? [] : [{ name: "commit", texts: [commit] }]),
      { name: "measures", texts: measures },
      { name: "numbers", shape: [count], data: this.numbers },
      { name: "tokens", shape: [count], data: this.tokens },
      { name: "even", shape: [count, measures.length], data: this.even },
      { name: "values", shape: [count, layers, heads, measures.length], data: this.values },
    ]);
  }

  /** Frees the memory of the sums. */
  dispose() {
    this.#sums?.dispose();
    this.#sums = null;
    this.#summed = 0;
  }
}

/** A study from its file. @param {Uint8Array} bytes of study.npz @returns {Promise<Study>} @throws {import("../../core/errors.js").HeadscopeError} code "format" */
export async function readStudy(bytes) {
  const { about, numbers, tokens, values, even } = arraysIn(bytes);
  const study = new Study(await loadCore(), about);
  const [width, measures] = [about.layers * about.heads * about.measures.length, about.measures.length];
  for (let i = 0; i < numbers.length; i++)
    study.append({
      ...{ number: numbers[i], tokens: tokens[i] },
      values: values.subarray(i * width, (i + 1) * width),
      even: even.subarray(i * measures, (i + 1) * measures),
    });
  study.isDone = true;
  study.total = study.count;
  return study;
}

/**
 * Joins studies of parts of a text. Any order and number of parts give the same study, to the bit.
 * @param {readonly Study[]} parts @returns {Promise<Study>} @throws {import("../../core/errors.js").HeadscopeError} code "config"
 */
export async function joinStudies(parts) {
  if (!parts.length) throw modelRefusal("config", "no_studies", {});
  const [{ model, layers, heads, measures, commit, causal }] = parts;
  for (const part of parts) requireSame(parts[0], part);
  const joined = new Study(await loadCore(), { model, layers, heads, measures, commit, causal });
  const rows = parts.flatMap((part) => Array.from(part.numbers, (number, i) => ({ part, number, i })));
  rows.sort((a, b) => a.number - b.number);
  for (const [at, { part, number, i }] of rows.entries()) {
    if (at && rows[at - 1].number === number) throw modelRefusal("config", "sentence_twice", { number });
    const even = part.even.subarray(i * measures.length, (i + 1) * measures.length);
    joined.append({ number, tokens: part.tokens[i], values: part.row(i), even }, part.toldOf(i));
  }
  joined.isDone = true;
  joined.total = joined.count;
  return joined;
}

/** Throws unless two studies are of one model, of one commit of it, and measure the same. @param {About} first @param {About} other */
export function requireSame(first, other) {
  const facts = (/** @type {About} */ { model, layers, heads }) => String([model, layers, heads]);
  const differs = facts(first) !== facts(other);
  if (differs) throw modelRefusal("config", "studies_differ", { first: first.model, other: other.model });
  requireSameMeasures(first.measures, other.measures);
  const [commit, another] = [first, other].map((each) => each.commit ?? null);
  if (commit === another) return;
  if (commit && another)
    throw modelRefusal("config", "studies_of_commits", { first: commit, other: another });
  throw modelRefusal("config", "study_without_commit", { commit: String(commit ?? another) });
}

/** @param {readonly string[]} first @param {readonly string[]} other */
function requireSameMeasures(first, other) {
  if (String(first) === String(other)) return;
  const others = [first, other].map((measures) => measures.filter((name) => name !== LOSS_WITHOUT));
  if (String(others[0]) === String(others[1])) throw modelRefusal("config", "study_without_losses", {});
  throw modelRefusal("config", "studies_of_measures", { first: first.join(", "), other: other.join(", ") });
}
