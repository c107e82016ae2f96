import { headsOf } from "./page-state.js";

/** @typedef {import("../../core/index.js").Core} Core */
/** @typedef {import("../../core/types.js").HeadMeasures} HeadMeasures */
/** @typedef {import("./page-run.js").Shown} Shown */
/** @typedef {import("./page-state.js").Head} Head */

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

/**
 * A test of which heads stand out by a measure. Without a measure none does.
 * @param {Shown} shown @param {Measure | "none"} measure @returns {(head: Head) => boolean}
 */
export function standingOut({ measures, words, causal }, measure) {
  if (measure === "none") return () => false;
  const least = measure === "entropy" ? BROAD * entropyOfEqual(words.length, causal) : CLEAR;
  return ({ layer, head }) => least > 0 && measures[layer][head][measure] >= least;
}

/** The mean entropy of equal weights, in nats, over the queries that are measured. @param {number} tokens @param {boolean} causal */
export function entropyOfEqual(tokens, causal) {
  const seen = Array.from({ length: tokens }, (_, i) => (causal ? i + 1 : tokens)).slice(causal ? 1 : 0);
  return seen.length ? seen.reduce((sum, count) => sum + Math.log(count), 0) / seen.length : 0;
}

/** Heads by a measure, largest first; heads without the measure are last. @param {Shown} shown @param {Measure} measure */
export function sortedBy(shown, measure) {
  const at = (/** @type {Head} */ { layer, head }) => shown.measures[layer][head][measure] || 0;
  return headsOf(shown).sort((a, b) => at(b) - at(a));
}

/** The measure by which a head stands out most; null for none. @param {Measured} measured @param {boolean} causal */
export function roleOf(measured, causal) {
  const shares = measuresFor(causal).filter((each) => each !== "entropy");
  const clear = shares.filter((each) => measured[each] >= CLEAR);
  return clear.sort((a, b) => measured[b] - measured[a])[0] ?? null;
}
