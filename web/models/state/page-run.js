import { breather } from "../../core/task.js";
import { MOST_ROWS } from "../../kit/state/csv.js";
import { modelRefusal } from "../words-refusals.js";
import { kindsIn } from "./layer-kind.js";
import { headsOf } from "./page-state.js";

/** @import { Numbers } from "../../kit/state/csv.js" */
/** @import { Model } from "./loaded-model.js" */
/** @import { Text } from "./run-options.js" */
/** @import { ModelRun } from "./model-run.js" */
/** @import { Opened, Progress } from "./page-state.js" */
/** @typedef {import("../../core/index.js").Core} Core */
/** @typedef {import("../../core/types.js").HeadMeasures} HeadMeasures */
/** @typedef {import("./page-state.js").Head} Head */

/**
 * A run as it is shown.
 *
 * @typedef {object} Shown
 * @property {Opened} of
 * @property {readonly import("./tokenizer.js").Token[]} tokens
 * @property {readonly string[]} words  texts of the pieces that ask, without the space before them
 * @property {readonly string[]} keyWords  texts of the pieces that are asked; words, but for attention of a target to its source
 * @property {import("./encoder-decoder.js").Kind} [kind]  of the attention of a model with an encoder and a decoder
 * @property {boolean} foretells  the pieces that ask predict the next one
 * @property {number} layers
 * @property {number} heads
 * @property {boolean} causal
 * @property {boolean} sinks  heads have sinks, which take a part of their weight
 * @property {readonly import("./layer-kind.js").LayerKind[]} kinds  of layers
 * @property {number} arrived  layers that have arrived
 * @property {boolean} isWhole  whether all layers and the predictions are there
 * @property {readonly { data: Float32Array, shape: readonly number[] }[]} attention of each layer, (H, T_q, T_k)
 * @property {readonly (readonly Measured[])[]} measures by layer and head
 * @property {ModelRun} run
 */

/**
 * Measures the heads of a run, a layer at a time.
 * @param {Core} core @param {Opened} of @param {ModelRun} run
 * @param {{ signal?: AbortSignal, kind?: import("./encoder-decoder.js").Kind }} [options] kind: of a model with an encoder and a decoder
 * @returns {Promise<Shown>}
 */
export async function shownRun(core, of, run, { signal, kind: asked } = {}) {
  const { info } = of.model;
  const kind = info.encoder ? asked : undefined;
  const { layers, heads } = (kind === "encoder" && info.encoder) || info;
  const { sinks } = info;
  const causal = info.causal && (kind === undefined || kind === "decoder");
  const kinds = kindsIn(info, kind);
  const tokens = (kind === "encoder" && run.source) || run.tokens;
  const words = wordsOf(tokens);
  const keyWords = kind === "cross" ? wordsOf(run.source ?? []) : words;
  const attention = Array.from({ length: layers }, (_, layer) => run.attention(layer, kind));
  const measures = [];
  const breathe = breather();
  for (const each of attention) {
    await breathe();
    signal?.throwIfAborted();
    measures.push(measuresOf(core, each, words, causal, keyWords));
  }
  const all = { arrived: layers, isWhole: true };
  const sizes = { layers, heads, causal, sinks, kinds, kind, foretells: info.causal && kind !== "encoder" };
  return { of, tokens, words, keyWords, ...sizes, ...all, attention, measures, run };
}

/** @param {readonly import("./tokenizer.js").Token[]} tokens */
const wordsOf = (tokens) => tokens.map(({ text: piece }) => labelOf(piece));

/** A piece without the spaces around it; a piece of spaces alone as ␣. @param {string} piece */
export const labelOf = (piece) => piece.trim() || piece.replaceAll(" ", "␣");

/** The weights of a head, (T_q, T_k). @param {Shown} shown @param {Head} head */
export function mapOf({ attention }, { layer, head }) {
  const { data, shape } = attention[layer];
  const size = shape[1] * shape[2];
  return data.subarray(head * size, (head + 1) * size);
}

/**
 * The weights of a token on all tokens, or those of all tokens on it.
 * @param {Shown} shown @param {Head} head @param {number} token @param {boolean} isReversed whether they are those on the token @returns {Float32Array} (T)
 */
export function weightsOfToken(shown, head, token, isReversed) {
  const map = mapOf(shown, head);
  const count = shown.words.length;
  if (!isReversed) return map.subarray(token * count, (token + 1) * count);
  return Float32Array.from({ length: count }, (_, query) => map[query * count + token]);
}

/** The row and column of a token's patch, from 0; null for tokens that are no patches. @param {Pick<Shown, "run">} shown @param {number} token */
export function placeOfToken({ run: { grid, extra } }, token) {
  const patch = token - extra;
  return !grid || patch < 0 ? null : { row: Math.floor(patch / grid[1]), column: patch % grid[1] };
}

/** What a model reads: the text, or the ids in the text for a model without a tokenizer. @param {Model} model @param {string} text @returns {Text} */
export const readBy = (model, text) =>
  model.whyNoText === null ? text : { ids: (text.match(/\d+/g) ?? []).map(Number) };

/**
 * What a model is to run; undefined for a model that reads pictures, while there is none.
 * @param {Opened} opened @param {Pick<import("./page-state.js").State, "text" | "ids" | "image">} state
 * @returns {Text | import("./pictures.js").Image | undefined}
 */
export function givenTo({ model }, { text, ids, image }) {
  if (model.info.vision) return image?.content;
  return ids ? { ids } : readBy(model, text);
}

/** The target that a decoder reads; undefined for what the model writes. @param {Model} model @param {string} target @returns {Text | undefined} */
export const targetFor = (model, target) => (target.trim() ? readBy(model, target) : undefined);

/** The query that a run selects first: the last piece of a text, and of a picture the first token. @param {Pick<Shown, "tokens" | "run">} shown */
export const firstQuery = ({ tokens, run }) => (run.grid ? 0 : tokens.length - 1);

/** Where a run has its answer: at the query, and of a picture at token 0. @param {Pick<Shown, "run">} shown @param {number} query */
export const answerAt = ({ run }, query) => (run.grid ? 0 : query);

/** Whether two runs of a model read the same tokens, with the same masks, whichever maps are on show. @param {Shown} a @param {Shown} b */
export const readsSame = ({ run: a }, { run: b }) =>
  idsOf(a.tokens) === idsOf(b.tokens) &&
  idsOf(a.source ?? []) === idsOf(b.source ?? []) &&
  a.masks.join() === b.masks.join(); // ids of patches are their places

/** @param {readonly import("./tokenizer.js").Token[]} tokens */
const idsOf = (tokens) => tokens.map(({ id }) => id).join();

/**
 * What heads can be marked and sorted by. All but the entropy are shares of a query's weight.
 * @typedef {"previous" | "first" | "sink" | "sameWord" | "afterSame" | "entropy"} Measure
 */

/** @type {readonly Measure[]} */
const MEASURES = ["first", "sink", "previous", "sameWord", "afterSame", "entropy"];

/**
 * The measures that heads can have: after the same word is asked of causal attention alone, the sink of models with sinks, and of attention to
 * another sentence no measure of places that both have.
 * @param {Pick<Shown, "causal" | "sinks"> & { kind?: string }} model
 */
export const measuresFor = ({ causal, sinks, kind }) =>
  MEASURES.filter(
    (each) =>
      (causal || each !== "afterSame") &&
      (sinks || each !== "sink") &&
      (kind !== "cross" || (each !== "previous" && each !== "sameWord")),
  );

/** @typedef {HeadMeasures & { afterSame: number, sink: number }} Measured NaN where no query has such a key */

/**
 * Measures the heads of a layer. The first query of a causal model sees itself alone and is left out.
 * @param {Core} core
 * @param {{ data: Float32Array, shape: readonly number[] }} attention (H, T, T)
 * @param {readonly string[]} words
 * @param {boolean} causal
 * @param {readonly string[]} [keyWords]
 * @returns {Measured[]}
 */
export function measuresOf(core, { data, shape: [heads, queries, keys] }, words, causal, keyWords = words) {
  const counted = causal ? withoutFirst(data, heads, queries * keys, keys) : data;
  const attention = { data: counted, shape: [1, heads, queries, keys] };
  const measured = core.measure(attention, {
    ...{ tokens: words, similarity: false },
    ...(keyWords !== words && { keyTokens: keyWords }),
  }).heads;
  const after = causal ? core.measure(attention, { ...afterSame(words), similarity: false }).heads : null;
  return measured.map((each, head) => ({
    ...each,
    sink:
      1 - meanOf(data.subarray((head * queries + Number(causal)) * keys, (head + 1) * queries * keys)) * keys,
    sameWord: each.queries.elsewhere ? each.elsewhere : NaN,
    afterSame: after?.[head].queries.sameWord ? after[head].sameWord : NaN,
  }));
}

/** NaN of nothing. @param {Float32Array} values */
const meanOf = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

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

const CLEAR = 0.5; // share of the weight from which a head stands out: more than on all other keys together
const BROAD = 0.95; // share of the entropy of equal weights from which a head is broad

/**
 * A test of which heads stand out by a measure. Without a measure none does.
 * @param {Shown} shown @param {Measure | "none"} measure @returns {(head: Head) => boolean}
 */
export function standingOut({ measures, words, keyWords, causal }, measure) {
  if (measure === "none") return () => false;
  const least = measure === "entropy" ? BROAD * entropyOfEqual(words.length, causal, keyWords.length) : CLEAR;
  return ({ layer, head }) => least > 0 && measures[layer][head][measure] >= least;
}

/** The mean entropy of equal weights, in nats, over the queries that are measured. @param {number} tokens @param {boolean} causal @param {number} [keys] */
export function entropyOfEqual(tokens, causal, keys = tokens) {
  const seen = Array.from({ length: tokens }, (_, i) => (causal ? i + 1 : keys)).slice(causal ? 1 : 0);
  return seen.length ? seen.reduce((sum, count) => sum + Math.log(count), 0) / seen.length : 0;
}

/** Heads by a measure, largest first; heads without the measure are last. @param {Shown} shown @param {Measure} measure */
export function sortedBy(shown, measure) {
  const at = (/** @type {Head} */ { layer, head }) => shown.measures[layer][head][measure] || 0;
  return headsOf(shown).sort((a, b) => at(b) - at(a));
}

/**
 * The measure by which a head stands out most; null for none. The first token is a role only of a head without another: heads rest their weight
 * there where they find nothing else.
 * @param {Measured} measured @param {Parameters<typeof measuresFor>[0]} model
 */
export function roleOf(measured, model) {
  const shares = measuresFor(model).filter((each) => each !== "entropy" && each !== "first");
  const clear = shares.filter((each) => measured[each] >= CLEAR);
  const [most = measured.first >= CLEAR ? "first" : null] = clear.sort((a, b) => measured[b] - measured[a]);
  return most;
}

/**
 * The weights of heads for a file, a row a weight. Masked keys have none.
 * @param {Shown} run @param {readonly Head[]} [heads] all that have arrived if left out
 * @returns {Numbers}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" if there are too many
 */
export function weightsOf(run, heads = headsOf({ ...run, layers: run.arrived })) {
  const { words, keyWords, causal, kind } = run;
  const tokens = words.length;
  const count = heads.length * (causal ? (tokens * (tokens + 1)) / 2 : tokens * keyWords.length);
  if (count > MOST_ROWS)
    throw modelRefusal("config", "too_many_weights", { count, heads: heads.length, tokens, most: MOST_ROWS });
  return {
    columns: [
      ...(kind ? ["kind"] : []),
      "layer",
      "head",
      "query",
      "key",
      "query_piece",
      "key_piece",
      "weight",
    ],
    count,
    *rows() {
      for (const at of heads) {
        const map = mapOf(run, at);
        for (let query = 0; query < tokens; query++)
          for (let key = 0; key <= (causal ? query : keyWords.length - 1); key++)
            yield [
              ...(kind ? [kind] : []),
              ...[at.layer, at.head, query, key, words[query], keyWords[key]],
              map[query * keyWords.length + key],
            ];
      }
    },
  };
}

/** @type {WeakMap<Shown, readonly Float32Array[]>} */
const known = new WeakMap();

/**
 * The weights of all heads of a layer together, by layer, (T_q, T_k). A row adds up to the number of heads.
 * @param {Pick<Core, "blend">} core @param {Shown} shown
 */
export function sumsOf(core, shown) {
  const sums = known.get(shown) ?? shown.attention.map((each) => sumOfHeads(core, each));
  known.set(shown, sums);
  return sums;
}

/** @param {Pick<Core, "blend">} core @param {Shown["attention"][number]} attention (H, T, T) */
const sumOfHeads = (core, { data, shape }) =>
  core.blend({ data, shape: [1, ...shape] }, new Float32Array(shape[0]).fill(1)).data;

/**
 * What all heads of each layer put from a query on a key.
 * @param {Pick<Core, "blend">} core @param {Shown} shown @param {number} query @param {number} key
 */
export const sumsOn = (core, shown, query, key) =>
  sumsOf(core, shown).map((sum) => sum[query * shown.keyWords.length + key]);

/** Time of a run in ms, from which its progress is reported: a bar that comes and goes with each letter would distract. */
export const NOTICED = 150;

/** Time of a run in ms, from which its layers are shown as they arrive. Shorter runs show all layers together. Those of the hub are shown at once. */
export const PAINTED = 400;

/**
 * Reports the progress of work that takes longer.
 * @param {Progress} first @param {(progress: Progress) => void} report @param {number} from  ms after which progress is reported; 0 for at once
 * @returns {{ onProgress: (progress: Progress) => void, end: () => void }} end: reports nothing more, since the last progress of a worker may
 *   arrive after its result
 */
export function slowProgress(first, report, from) {
  let latest = first;
  let isReported = false;
  const begin = () => {
    isReported = true;
    report(latest);
  };
  const timer = from ? setTimeout(begin, from) : undefined;
  if (!from) begin();
  return {
    onProgress(progress) {
      latest = progress;
      if (isReported) report(progress);
    },
    end() {
      isReported = false;
      clearTimeout(timer);
    },
  };
}
