import { SIZES, costed, oneOf, pick, product } from "./question.js";

/** @import { Ask, Question } from "./question.js" */

/** Parameters, arithmetic, memory, and sharing. @satisfies {readonly Question[]} */
export const COST = /** @type {Question[]} */ ([
  {
    id: "more_arithmetic",
    level: 3,
    about: "FLOP",
    kind: "choice",
    facts({ core, turn }) {
      const [dModel, heads] = oneOf(turn, SIZES);
      const tokens = 4096;
      const [few, many] = [heads, 2 * heads].map((numHeads) =>
        core.cost({ dModel, numHeads }, { Tq: tokens }),
      );
      const grown = Object.entries(BILLS).map(([name, ids]) => {
        const [before, after] = [few, many].map(({ steps }) =>
          steps.reduce((sum, { id, flops }) => (ids.includes(id) ? sum + flops : sum), 0),
        );
        return /** @type {const} */ ([name, after / before]);
      });
      const more = grown.filter(([, by]) => by > 1.001).map(([name]) => name);
      if (more.length !== 1) return null;
      return {
        given: { dModel, heads, tokens, percent: 100 * (many.flops / few.flops - 1) },
        answer: more[0],
        wrong: otherChoices(more[0], [...Object.keys(BILLS), "all"]),
      };
    },
  },
  {
    id: "dearest",
    level: 3,
    about: "copy",
    kind: "choice",
    facts({ core, turn }) {
      const [dModel, heads] = oneOf(turn, SIZES);
      const extent = { Tq: 4096 };
      const one = core.cost({ dModel, numHeads: 1 }, extent);
      const all = core.cost({ dModel, numHeads: heads }, extent);
      const grown = {
        parameters: all.parameters / one.parameters,
        flops: all.flops / one.flops,
        bytes: (all.bytesRead + all.bytesWritten) / (one.bytesRead + one.bytesWritten),
      };
      const [answer] = Object.entries(grown).sort((a, b) => b[1] - a[1])[0];
      return { given: { dModel, heads, grown }, answer, wrong: otherChoices(answer, Object.keys(grown)) };
    },
  },
  {
    id: "equal_bills",
    level: 3,
    about: "FLOP",
    kind: "number",
    facts({ core, turn }) {
      const [dModel, heads] = oneOf(turn, SIZES);
      const flops = (/** @type {number} */ Tq, /** @type {string} */ id) =>
        costed(core, { dModel, numHeads: heads }, { Tq }, id).flops;
      const bill = (/** @type {number} */ T, /** @type {string[]} */ ids) =>
        ids.reduce((sum, id) => sum + flops(T, id), 0);
      // Both grow with T: one linearly, one quadratically.
      const T = 1024;
      const answer = Math.round((T * bill(T, ["q", "k", "v", "output"])) / bill(T, ["scores", "context"]));
      return {
        given: { dModel, heads },
        answer,
        wrong: { width: dModel, head: dModel / heads, square: dModel * dModel },
      };
    },
  },
  {
    id: "grouped_shape",
    level: 2,
    about: "H_kv",
    kind: "shape",
    facts({ core, turn }) {
      const [heads, shared, T] = oneOf(turn, GROUPS);
      const options = { dModel: 8 * heads, numHeads: heads, numKvHeads: shared };
      const { shape } = costed(core, options, { Tq: T }, "k");
      return {
        given: { heads, shared, T, dModel: 8 * heads, dK: 8 },
        answer: shape,
        wrong: { as_queries: [1, T, 8 * heads], by_head: [1, shared, T, 8], one: [1, T, 8] },
      };
    },
  },
  {
    id: "grouped_stride",
    level: 3,
    about: "stride",
    kind: "number",
    facts({ core, turn }) {
      const [heads, shared, T] = oneOf(turn, GROUPS);
      const options = { dModel: 8 * heads, numHeads: heads, numKvHeads: shared };
      const { axes, strides } = costed(core, options, { Tq: T }, "k_groups");
      return {
        given: { heads, shared, times: heads / shared },
        answer: strides[axes.indexOf("G")],
        wrong: { one: 1, head: 8, times: heads / shared },
      };
    },
  },
  {
    id: "grouped_parameters",
    level: 2,
    about: "H_kv",
    kind: "number",
    facts({ core, turn }) {
      const [heads, shared] = oneOf(turn, GROUPS);
      const dModel = 8 * heads;
      const cost = (/** @type {number} */ numKvHeads) =>
        core.cost({ dModel, numHeads: heads, numKvHeads }, { Tq: 1 }).parameters;
      const full = cost(heads);
      return {
        given: { heads, shared, dModel, full },
        answer: cost(shared),
        wrong: { unchanged: full, all_shared: (full * shared) / heads, half: full / 2 },
      };
    },
  },
  {
    id: "whose_keys",
    level: 2,
    about: "G",
    kind: "number",
    facts({ core, turn }) {
      const [heads, shared] = oneOf(turn, GROUPS);
      const head = pick(turn, heads, 6);
      return {
        given: { heads, shared, head },
        answer: readsOf(core, heads, shared, head),
        wrong: { in_turn: head % shared, own: head },
      };
    },
  },
  {
    id: "unwritten_maps",
    level: 2,
    about: "copy",
    kind: "number",
    facts({ core, turn }) {
      const [heads, T] = oneOf(turn, MAPS);
      const { shape } = costed(core, { dModel: heads, numHeads: heads }, { Tq: T }, "weights");
      const bytes = product(shape) * HALF;
      return {
        given: { heads, T, bytes },
        answer: bytes / MIB,
        wrong: { one_head: bytes / MIB / heads, numbers: bytes / MIB / HALF, line: (heads * T * HALF) / MIB },
      };
    },
  },
  {
    id: "cache_bytes",
    level: 2,
    about: "H_kv",
    kind: "number",
    facts({ core, turn }) {
      const [layers, shared, dK] = oneOf(turn, CACHES);
      const options = { dModel: shared * dK, numHeads: shared };
      const numbers = ["k", "v"].map((id) => product(costed(core, options, { Tq: 1 }, id).shape));
      const [keys, values] = numbers.map((count) => layers * count * HALF);
      return {
        given: { layers, shared, dK, keys },
        answer: keys + values,
        wrong: { keys, one_layer: (keys + values) / layers, numbers: (keys + values) / HALF },
      };
    },
  },
]);

/** Heads, tokens. */
const MAPS = /** @type {const} */ ([
  [32, 4096],
  [12, 1024],
  [64, 8192],
]);

/** Layers, key heads, features of a head: Llama 3 8B, GPT-2, Llama 2 7B. */
const CACHES = /** @type {const} */ ([
  [32, 8, 128],
  [12, 12, 64],
  [32, 32, 128],
]);

const HALF = 2; // bytes of a number of 16 bits
const MIB = 2 ** 20;

const GROUPS = /** @type {const} */ ([
  [8, 2, 12],
  [12, 4, 6],
  [16, 2, 10],
]);

/** @param {string} answer @param {readonly string[]} all */
const otherChoices = (answer, all) =>
  Object.fromEntries(all.filter((each) => each !== answer).map((each) => [each, each]));

/**
 * The shared keys that a head reads: removing them changes its scores.
 * @param {Ask["core"]} core @param {number} heads @param {number} shared @param {number} head
 */
function readsOf(core, heads, shared, head) {
  const layer = core.createLayer({
    dModel: heads,
    numHeads: heads,
    numKvHeads: shared,
    seed: 1,
    init: "random",
  });
  const query = core.embed(["a", "b"], { dModel: heads, seed: 1 });
  const { wK } = layer.weights();
  const scoresWith = (/** @type {Float32Array} */ keys) => {
    layer.setWeights({ wK: keys });
    const run = layer.forward({ query });
    const scores = run.tensor("scores").data.slice(4 * head, 4 * head + 4);
    run.dispose();
    return scores.join();
  };
  const whole = /** @type {Float32Array} */ (wK?.data);
  const right = scoresWith(whole);
  const read = Array.from({ length: shared }, (_, i) => i).findIndex(
    (column) => scoresWith(whole.map((value, at) => (at % shared === column ? 0 : value))) !== right,
  );
  layer.dispose();
  return read;
}

/** The block around attention: parameters, encoder and decoder. @satisfies {readonly Question[]} */
export const BLOCK = /** @type {Question[]} */ ([
  {
    id: "attention_parameters",
    level: 2,
    about: "d_model",
    kind: "choice",
    facts({ core, turn }) {
      const [name, layers, dModel, heads] = oneOf(turn, MODELS);
      const { parameters } = core.cost({ dModel, numHeads: heads, bias: true }, { Tq: 1 });
      return {
        given: { name, layers, dModel, heads },
        answer: layers * parameters,
        wrong: { one: parameters, feed_forward: 2 * layers * parameters, each: layers * parameters * heads },
      };
    },
  },
  {
    id: "cross_batch",
    level: 2,
    about: "T_k",
    kind: "shape",
    facts({ core, turn }) {
      const [B, queries, keys, dModel, heads] = oneOf(turn, TRANSLATIONS);
      const { shape } = costed(core, { dModel, numHeads: heads }, { B, Tq: queries, Tk: keys }, "weights");
      return {
        given: { B, queries, keys, dModel, heads },
        answer: shape,
        wrong: {
          swapped: [B, heads, keys, queries],
          output: [B, queries, dModel],
          no_heads: [B, queries, keys],
          no_batch: [heads, queries, keys],
        },
      };
    },
  },
  {
    id: "silent_block",
    level: 2,
    about: "W_O",
    kind: "choice",
    facts({ picture, core }) {
      const { dModel, numHeads } = picture.config;
      const { tokens, seed } = picture.settings;
      const query = core.embed(tokens, { dModel, seed });
      const layer = core.createLayer({ dModel, numHeads, seed, init: "random" });
      layer.setWeights({ wO: new Float32Array(dModel * dModel) });
      const run = layer.forward({ query });
      const isZero = run.output.data.every((value) => value === 0);
      run.dispose();
      layer.dispose();
      if (!isZero) return null;
      return { given: {}, answer: "x", wrong: { zeros: "zeros", mean: "mean", double: "double" } };
    },
  },
  {
    id: "kept_weight",
    level: 1,
    about: "weights",
    kind: "number",
    within: 0.002,
    facts({ turn }) {
      const [weight, p] = oneOf(turn, DROPPED);
      return {
        given: { weight, p },
        answer: weight / (1 - p),
        wrong: { same: weight, smaller: weight * (1 - p), share: p },
      };
    },
  },
  {
    id: "needed_words",
    level: 2,
    about: "T_k",
    kind: "choice",
    facts({ core, turn }) {
      const [sentence, at] = oneOf(turn, DETERMINERS);
      const { source: words, target } = aligned(core, sentence);
      const { word, source, agrees } = target[at];
      return {
        given: { sentence, word, words, determiner: words[source], noun: words[Number(agrees)] },
        answer: [source, Number(agrees)],
        wrong: { alone: [source], noun: [Number(agrees)], neighbour: [source, source + 1] },
        shows: { tokens: sentence, "attention-kind": "cross", head: 0, token: 0 },
      };
    },
  },
  {
    id: "crossings",
    level: 2,
    about: "T_q",
    kind: "number",
    facts({ core, turn }) {
      const [sentence] = oneOf(turn, DETERMINERS);
      const { target } = aligned(core, sentence);
      const words = target.slice(0, -1); // without the end
      const pairs = words.flatMap(({ source }, i) =>
        words.slice(i + 1).filter((later) => later.source < source),
      );
      return {
        given: { sentence, french: words.map(({ word }) => word).join(" ") },
        answer: pairs.length,
        wrong: { none: 0, moved: words.filter(({ source }, i) => source !== i).length },
        shows: { tokens: sentence, "attention-kind": "cross", head: 0 },
      };
    },
  },
]);

/** A sentence and its translation by the grammar, with the words that belong together. @param {import("../../../core/index.js").Core} core @param {string} sentence */
function aligned(core, sentence) {
  const model = core.createModel({ task: "translation", dModel: 4 }); // for its grammar alone
  const { truth } = model.translate(sentence);
  model.dispose();
  return /** @type {import("../../../core/types.js").SentencePair} */ (truth);
}

/** English sentences, and the place of a determiner in the translation: words stand between its own and its noun. @type {readonly (readonly [string, number])[]} */
const DETERMINERS = [
  ["the small white house sees them", 0],
  ["this green bird sings", 0],
  ["my intelligent girlfriend sleeps", 0],
];

/** Steps by what they do for a map: the products that make rows, those along rows, and the work on each number. @type {Readonly<Record<string, readonly string[]>>} */
const BILLS = {
  projections: ["q", "k", "v", "output"],
  products: ["scores", "context"],
  numbers: ["scaled", "weights"],
};

/** A weight, and the probability that it is dropped. */
const DROPPED = /** @type {const} */ ([
  [0.36, 0.1],
  [0.4, 0.2],
  [0.15, 0.5],
]);

/** Name, layers, d_model, heads. @type {readonly (readonly [string, number, number, number])[]} */
const MODELS = [
  ["BERT-base", 12, 768, 12],
  ["BERT-large", 24, 1024, 16],
  ["GPT-2", 12, 768, 12],
];

/** Sentences, queries, keys, d_model, heads. @type {readonly (readonly [number, number, number, number, number])[]} */
const TRANSLATIONS = [
  [4, 15, 20, 256, 8],
  [2, 7, 5, 512, 8],
  [3, 5, 9, 16, 2],
];
