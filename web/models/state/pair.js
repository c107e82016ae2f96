import { breather } from "../../core/task.js";
import { modelRefusal } from "../words-refusals.js";
import { mapOf, readBy, shownRun } from "./page-run.js";
import { headsOf } from "./page-state.js";

/** @import { Model } from "./loaded-model.js" */
/** @import { Text } from "./run-options.js" */
/** @import { ModelsPage } from "./page.js" */

/**
 * Two sentences that differ in a word, in the same model: the pieces that both have, and how far the weights of each head move.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./page-run.js").Shown} Shown
 * @typedef {import("./page-state.js").Head} Head
 * @typedef {readonly [first: number, second: number]} Place of a piece in both sentences
 *
 * @typedef {object} Alignment
 * @property {readonly Place[]} places  pieces that both sentences have
 * @property {readonly [first: readonly number[], second: readonly number[]]} alone  places of pieces without a partner
 * @property {number} from  index in `places` of the first query that can attend differently
 *
 * @typedef {Head & { moved: number }} Move  moved: the mean share of a query's weight that lies on other keys
 *
 * @typedef {object} Pair
 * @property {Shown} first
 * @property {Shown} second
 * @property {Alignment} alignment
 * @property {readonly string[]} words  of the aligned pieces; “tired / wide” where they differ
 * @property {readonly (readonly Float32Array[])[]} maps  second minus first, by layer and head: (n, n) over the aligned pieces
 * @property {readonly Move[]} moves  largest first
 */

/**
 * Aligns the pieces of two sentences: equal pieces at the beginning and at the end are partners; between them, pieces are partners from the
 * last one on, because the last piece of a word has read the whole word.
 * @param {readonly number[]} first ids @param {readonly number[]} second ids @param {boolean} causal
 * @returns {Alignment}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" if the sentences are equal, or share no piece there
 */
export function alignSentences(first, second, causal) {
  const least = Math.min(first.length, second.length);
  const begin = countWhile(least, (i) => first[i] === second[i]);
  if (begin === first.length && begin === second.length) throw modelRefusal("config", "pair_equal");
  const end = countWhile(least - begin, (i) => first.at(-1 - i) === second.at(-1 - i));
  if (begin + end === 0) throw modelRefusal("config", "pair_shares_nothing");
  const between = least - begin - end;
  const place = (/** @type {number} */ i) => {
    if (i < begin) return /** @type {const} */ ([i, i]);
    return /** @type {const} */ ([first.length - least + i, second.length - least + i]);
  };
  const places = Array.from({ length: begin + between + end }, (_, i) => place(i));
  const from = causal ? begin : 0;
  if (from === places.length) throw modelRefusal("config", "pair_only_longer");
  const alone = (/** @type {number} */ length) => Array.from({ length: length - least }, (_, i) => begin + i);
  return { places, alone: [alone(first.length), alone(second.length)], from };
}

/** @param {number} most @param {(i: number) => boolean} holds */
function countWhile(most, holds) {
  let count = 0;
  while (count < most && holds(count)) count++;
  return count;
}

/** Places of masks in the second sentence. @param {Alignment} alignment @param {readonly number[]} masks of the first */
export const masksOfSecond = ({ places }, masks) =>
  places.flatMap(([first, second]) => (masks.includes(first) ? [second] : []));

/**
 * Compares every head, a layer at a time. The core subtracts the weights, and gives the share of weight on the same keys; a key without a
 * partner is shared by no query.
 * @param {Core} core @param {Shown} first @param {Shown} second @param {Alignment} alignment @param {AbortSignal} signal
 * @returns {Promise<Pair>}
 */
export async function comparePair(core, first, second, alignment, signal) {
  const breathe = breather();
  /** @type {Float32Array[][]} */
  const maps = Array.from({ length: first.layers }, () => []);
  const moves = [];
  for (const head of headsOf(first)) {
    await breathe();
    signal.throwIfAborted();
    const weights = inBoth(first, second, head, alignment);
    maps[head.layer].push(differenceOf(core, weights, alignment));
    moves.push({ ...head, moved: 1 - sameOf(core, weights, alignment) });
  }
  moves.sort((a, b) => b.moved - a.moved);
  return { first, second, alignment, words: wordsOf(first, second, alignment), maps, moves };
}

/**
 * A head's weights in both sentences over the same keys: first the aligned keys, then the keys of one sentence alone, whose weight in the other is 0.
 * @param {Shown} first @param {Shown} second @param {Head} head @param {Alignment} alignment
 * @returns {{ data: Float32Array, keys: number }} (2, n, keys)
 */
function inBoth(first, second, head, { places, alone }) {
  const keys = places.length + alone[0].length + alone[1].length;
  const data = new Float32Array(2 * places.length * keys);
  [first, second].forEach((shown, which) => {
    const map = mapOf(shown, head);
    const size = shown.words.length;
    const before = places.length + (which ? alone[0].length : 0);
    places.forEach((query, i) => {
      const to = (which * places.length + i) * keys;
      const row = query[which] * size;
      places.forEach((key, j) => (data[to + j] = map[row + key[which]]));
      alone[which].forEach((key, j) => (data[to + before + j] = map[row + key]));
    });
  });
  return { data, keys };
}

/** Second minus first, (n, n). @param {Core} core @param {{ data: Float32Array, keys: number }} weights @param {Alignment} alignment */
function differenceOf(core, { data, keys }, { places }) {
  const count = places.length;
  const { data: difference } = core.blend({ data, shape: [1, 2, count, keys] }, [-1, 1]);
  if (keys === count) return difference;
  const square = new Float32Array(count * count);
  for (let i = 0; i < count; i++) square.set(difference.subarray(i * keys, i * keys + count), i * count);
  return square;
}

/** The mean share of weight on the same keys, over queries that can attend differently. @param {Core} core @param {{ data: Float32Array, keys: number }} weights @param {Alignment} alignment */
function sameOf(core, { data, keys }, { places, from }) {
  const map = places.length * keys;
  const rows = places.length - from;
  const asked = new Float32Array(2 * rows * keys);
  for (const which of [0, 1])
    asked.set(data.subarray(which * map + from * keys, (which + 1) * map), which * rows * keys);
  return core.measure({ data: asked, shape: [1, 2, rows, keys] }).similarity.data[1];
}

/** @param {Shown} first @param {Shown} second @param {Alignment} alignment */
const wordsOf = (first, second, { places }) =>
  places.map(([i, j]) => {
    const [a, b] = [first.words[i], second.words[j]];
    return a === b ? a : `${a} / ${b}`;
  });

/** Words to change in a first comparison, and their replacements. */
const CHANGES = /** @type {const} */ ([
  ["created", "made"],
  ["animal", "child"],
  ["cat", "dog"],
  ["man", "woman"],
  ["he", "she"],
  ["tired", "wide"],
]);

/**
 * A second sentence to begin with: the text with its first word of the list changed. In causal models, only pieces from there on can look
 * elsewhere. A text without such a word stays as it is.
 * @param {string} text
 */
export function withWordChanged(text) {
  const found = CHANGES.map(([word, other]) => ({
    at: text.search(new RegExp(`\\b${word}\\b`)),
    word,
    other,
  }));
  const [first] = found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return first ? text.slice(0, first.at) + text.slice(first.at).replace(first.word, first.other) : text;
}

/** Reads a second sentence with the same model, heads off and masks, and compares every head. */
export class SecondSentence {
  #page;
  #stop = new AbortController();

  /** @param {ModelsPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Compares again after a run, if there is a second sentence. */
  async follow() {
    const { running, other } = this.#page.state;
    if (other !== null && this.#page.isRead && !running) await this.compare(other);
  }

  /** Compares the text with a second one. An earlier comparison in progress is stopped. Waits for a run of the text. @param {string} other */
  async compare(other) {
    this.#stop.abort();
    const { opened } = this.#page;
    const { run, running, text, ids, masks, off } = this.#page.state;
    this.#page.set({ other, comparing: false, pairProblem: null });
    if (!run || !opened) return;
    if (running) return; // the run compares when it ends
    if (!this.#page.isRead) return this.#page.run();
    const { signal } = (this.#stop = new AbortController());
    try {
      const read = readBy(opened.model, other);
      const first = idsOf(opened.model, ids ? { ids } : readBy(opened.model, text));
      const alignment = alignSentences(first, idsOf(opened.model, read), run.causal);
      this.#page.set({ comparing: true });
      const mask = masksOfSecond(alignment, masks);
      const options = { mask, headScale: this.#page.scalesFor(off), signal };
      const second = await shownRun(this.#page.core, opened, await opened.model.run(read, options), {
        signal,
      });
      const pair = await comparePair(this.#page.core, run, second, alignment, signal);
      if (!signal.aborted) this.#page.set({ pair, comparing: false });
    } catch (error) {
      if (!signal.aborted)
        this.#page.set({ pair: null, comparing: false, pairProblem: /** @type {Error} */ (error) });
    }
  }

  /** Takes the second sentence away. */
  end() {
    this.#stop.abort();
    this.#page.set({ other: null, pair: null, comparing: false, pairProblem: null });
  }

  /** Stops the comparison in progress. */
  stop() {
    this.#stop.abort();
    this.#page.set({ comparing: false });
  }

  /** Frees the comparison. The second sentence stays. */
  rest() {
    this.#page.set({ pair: null, pairProblem: null });
  }
}

/** Ids of the pieces of a text. @param {Model} model @param {Text} text @returns {readonly number[]} */
const idsOf = (model, text) =>
  typeof text === "string" ? model.tokenize(text).map(({ id }) => id) : text.ids;
