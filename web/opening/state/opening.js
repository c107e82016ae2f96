import { TASKS } from "../../kit/state/training-tasks.js";

/**
 * One learned head on a sentence whose last word determines the target of the head. Plain numbers, copied
 * from the model.
 *
 * @typedef {import("../../core/model.js").Model} Model
 *
 * @typedef {object} Ending
 * @property {string} word      the last word
 * @property {readonly string[]} tokens
 * @property {Float32Array} weights  (T, T) of the head
 * @property {number} to        position of the word that gets most of the weight
 * @property {number} weight    that weight
 *
 * @typedef {object} Opening
 * @property {number} layer
 * @property {number} head
 * @property {number} layers
 * @property {number} heads     of a layer
 * @property {number} sentences that the model has read
 * @property {number} from      position of the word that looks
 * @property {string} start     id of the layer's first step
 * @property {readonly Ending[]} endings
 */

const BATCH = 16; // sentences of a training step
const { sentence, endings, blank } = TASKS.reference;

/** The endings of the demonstration. */
export const ENDINGS = endings;

/** The sentence with one of its endings. @param {string} ending */
export const sentenceWith = (ending) => sentence.slice(0, -endings[0].length) + ending;

/**
 * The head that attends to the correct noun in all endings: the one whose smallest such weight is largest.
 * @param {Model} model a trained model of the reference task
 * @returns {Opening}
 */
export function openingOf(model) {
  const { layers, numHeads: heads, keysFrom } = model.config;
  const said = endings.map((word) => {
    const { tokens, blanks, attention } = model.predict(sentenceWith(word));
    const { position, noun } = /** @type {import("../../core/types.js").Blank} */ (
      blanks.find(({ kind }) => kind === blank)
    );
    return { word, tokens, attention, position, noun: Number(noun) };
  });
  const all = Array.from({ length: layers * heads }, (_, i) => {
    const [layer, head] = [Math.floor(i / heads), i % heads];
    const maps = said.map(({ tokens, attention }) => {
      const size = tokens.length ** 2;
      return attention[layer].data.slice(head * size, (head + 1) * size);
    });
    const right = said.map(({ tokens, position, noun }, at) => maps[at][position * tokens.length + noun]);
    return { layer, head, maps, least: Math.min(...right) };
  });
  const best = all.reduce((a, b) => (b.least > a.least ? b : a));
  const [{ position: from }] = said;
  return {
    ...{ layer: best.layer, head: best.head, layers, heads, sentences: BATCH * model.step, from },
    start: keysFrom === "words" ? "query" : "x",
    endings: said.map(({ word, tokens }, at) => endingOf({ word, tokens, weights: best.maps[at] }, from)),
  };
}

/** The smallest share with an arc and a number. */
export const SEEN = 0.02;

/**
 * The shares of a word's row: those that are shown, and the sum of the others. In hundredths they add up to 1: each is rounded down, and the
 * largest remainders are rounded up.
 * @param {Pick<Ending, "weights" | "tokens">} ending @param {number} from
 * @returns {{ shown: ReadonlyMap<number, number>, others: number, rest: number }} shown: hundredths by position; rest: of all others, in hundredths
 */
export function sharesOf({ weights, tokens }, from) {
  const row = Array.from(weights.subarray(from * tokens.length, (from + 1) * tokens.length));
  const shown = row.map((_, i) => i).filter((i) => row[i] >= SEEN);
  const rest = row.filter((weight) => weight < SEEN).reduce((sum, weight) => sum + weight, 0);
  const parts = [...shown.map((i) => row[i]), rest].map((part) => 100 * part);
  const whole = parts.map(Math.floor);
  const missing = 100 - whole.reduce((sum, part) => sum + part, 0);
  const byRemainder = parts.map((_, i) => i).sort((a, b) => parts[b] - whole[b] - (parts[a] - whole[a]));
  for (const i of byRemainder.slice(0, missing)) whole[i]++;
  return {
    shown: new Map(shown.map((at, i) => [at, whole[i]])),
    others: row.length - shown.length,
    rest: whole[whole.length - 1],
  };
}

/** An ending with the word that gets most of the weight. @param {Pick<Ending, "word" | "tokens" | "weights">} ending @param {number} from @returns {Ending} */
export function endingOf({ word, tokens, weights }, from) {
  const row = weights.subarray(from * tokens.length, (from + 1) * tokens.length);
  const to = row.indexOf(Math.max(...row));
  return { word, tokens, weights, to, weight: row[to] };
}
