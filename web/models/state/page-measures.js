/** @typedef {import("../../core/index.js").Core} Core */
/** @typedef {import("../../core/types.js").HeadMeasures} HeadMeasures */
/** @typedef {import("./tokenizer.js").Token} Token */

/**
 * What heads can be marked and sorted by. All but the entropy are shares of a query's weight.
 * @typedef {"previous" | "first" | "sameWord" | "afterSame" | "entropy"} Measure
 */

/** @type {readonly Measure[]} */
export const MEASURES = ["first", "previous", "sameWord", "afterSame", "entropy"];

/** The measures that a model's heads can have: after the same word is asked of causal models alone. @param {boolean} causal */
export const measuresFor = (causal) => MEASURES.filter((each) => causal || each !== "afterSame");

/** @typedef {HeadMeasures & { afterSame: number }} Measured NaN where no query has such a key */

/**
 * Measures the heads of a layer. The first query of a causal model sees itself alone and is left out.
 * @param {Core} core
 * @param {{ data: Float32Array, shape: readonly number[] }} attention (H, T, T)
 * @param {readonly string[]} words
 * @param {boolean} causal
 * @returns {Measured[]}
 */
export function measuresOf(core, { data, shape: [heads, queries, keys] }, words, causal) {
  const counted = causal ? withoutFirst(data, heads, queries * keys, keys) : data;
  const attention = { data: counted, shape: [1, heads, queries, keys] };
  const measured = core.measure(attention, { tokens: words, similarity: false }).heads;
  const after = causal ? core.measure(attention, { ...afterSame(words), similarity: false }).heads : null;
  return measured.map((each, head) => ({
    ...each,
    sameWord: each.queries.elsewhere ? each.elsewhere : NaN,
    afterSame: after?.[head].queries.sameWord ? after[head].sameWord : NaN,
  }));
}

/** The core leaves out a query that attends to nothing. @param {Float32Array} data @param {number} heads @param {number} map numbers of a head @param {number} row */
function withoutFirst(data, heads, map, row) {
  const counted = data.slice();
  for (let head = 0; head < heads; head++) counted.fill(0, head * map, head * map + row);
  return counted;
}

/**
 * Words for which the measure of the same word is the weight on keys that follow an earlier one of the query's word: each key has the word before
 * it, and a query whose word is new has a word of its own.
 * @param {readonly string[]} words
 */
export function afterSame(words) {
  const lower = words.map((word) => word.toLowerCase());
  return {
    tokens: lower.map((word, i) => (lower.indexOf(word) < i ? word : `query ${i}`)),
    keyTokens: lower.map((_, i) => (i ? lower[i - 1] : "first key")),
  };
}

const CLEAR = 0.5; // share of the weight from which a head stands out: more than all other keys together
const BROAD = 0.95; // share of the entropy of equal weights from which a head is broad

/** Whether a head stands out. @param {Measured} measured @param {Measure} measure @param {number} most entropy of equal weights */
export const standsOut = (measured, measure, most) =>
  measure === "entropy" ? most > 0 && measured.entropy >= BROAD * most : measured[measure] >= CLEAR;

/** The mean entropy of equal weights, in nats, over the queries that are measured. @param {number} tokens @param {boolean} causal */
export function entropyOfEqual(tokens, causal) {
  const seen = Array.from({ length: tokens }, (_, i) => (causal ? i + 1 : tokens)).slice(causal ? 1 : 0);
  return seen.length ? seen.reduce((sum, count) => sum + Math.log(count), 0) / seen.length : 0;
}

/**
 * The head with most weight on the previous token: the easiest role to read in a map, so a model opens on it.
 * @param {{ measures: readonly (readonly Measured[])[] }} shown
 * @returns {import("./page-state.js").Head}
 */
export function mostPrevious({ measures }) {
  let best = { layer: 0, head: 0, previous: -1 };
  for (const [layer, heads] of measures.entries())
    for (const [head, { previous }] of heads.entries())
      if (previous > best.previous) best = { layer, head, previous };
  return { layer: best.layer, head: best.head };
}

/** The measure by which a head stands out most; null for none. @param {Measured} measured @param {boolean} causal */
export function roleOf(measured, causal) {
  const shares = measuresFor(causal).filter((each) => each !== "entropy");
  const clear = shares.filter((each) => measured[each] >= CLEAR);
  return clear.sort((a, b) => measured[b] - measured[a])[0] ?? null;
}
