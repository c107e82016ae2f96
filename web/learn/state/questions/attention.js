import { attendsMost } from "../../../kit/state/attends.js";
import { measureSaturation } from "../../../kit/state/saturation.js";
import { oneOf, pick, product, stepsOf } from "./question.js";

/** @import { TensorOutput } from "../../../core/types.js" */
/** @import { Question } from "./question.js" */

/** Scores, softmax and their results. @satisfies {readonly Question[]} */
export const ATTENTION = /** @type {Question[]} */ ([
  {
    id: "attends_to",
    level: 1,
    about: "softmax",
    kind: "choice",
    needs: { tokens: 3 },
    facts({ picture, turn }) {
      const [weights] = stepsOf(picture, ["weights"]) ?? [];
      if (!weights) return null;
      const { tokens, keyTokens } = picture.settings;
      const words = keyTokens.length ? keyTokens : tokens;
      const clear = clearRow(picture, weights, turn);
      if (!clear) return null;
      const { head, token, most, weight } = clear;
      const others = { itself: token, before: token - 1, after: token + 1, first: 0 };
      const wrong = Object.entries(others)
        .filter(([, key]) => key !== most && words[key] !== undefined)
        .map(([name, key]) => [name, [key]]);
      return {
        given: { head, token, word: tokens[token], words, weight },
        answer: [most],
        wrong: Object.fromEntries(wrong),
        shows: { step: "weights", head, token },
      };
    },
  },
  {
    id: "left_over",
    level: 1,
    about: "softmax",
    kind: "number",
    within: 0.005,
    needs: { tokens: 3 },
    facts({ picture, turn }) {
      const [weights] = stepsOf(picture, ["weights"]) ?? [];
      const clear = weights && clearRow(picture, weights, turn + 1);
      if (!clear) return null;
      const { head, token, weight } = clear;
      const T = weights.shape[3];
      const row = picture
        .values("weights")
        .subarray((head * weights.shape[2] + token) * T)
        .subarray(0, T);
      const others = row.reduce((sum, each, key) => (key === clear.most ? sum : sum + each), 0);
      return {
        given: { head, word: picture.settings.tokens[token], token, weight },
        answer: others,
        wrong: { same: weight, one: 1, none: 0 },
        shows: { step: "weights", head, token },
      };
    },
  },
  {
    id: "products",
    level: 1,
    about: "score",
    kind: "number",
    facts({ picture }) {
      const [scores] = stepsOf(picture, ["scores"]) ?? [];
      if (!scores) return null;
      const { dK, dModel, numHeads } = picture.config;
      const terms = (scores.flops / product(scores.shape) + 1) / 2; // a product and a sum for each term, without the first sum
      return {
        given: { dModel, heads: numHeads },
        answer: Number.isInteger(terms) ? terms : dK,
        wrong: { whole: dModel, heads: numHeads, tokens: scores.shape[2] },
        shows: { step: "scores" },
      };
    },
  },
  {
    id: "even_entropy",
    level: 2,
    about: "entropy",
    kind: "number",
    within: 0.01,
    facts({ core, turn }) {
      const keys = oneOf(turn, [12, 8, 20, 2]);
      const even = { data: new Float32Array(keys).fill(1 / keys), shape: [1, 1, 1, keys] };
      const { rowEntropy } = core.measure(even);
      return {
        given: { keys },
        answer: rowEntropy.data[0],
        wrong: { none: 0, count: keys, bits: rowEntropy.data[0] / Math.LN2, share: 1 / keys },
      };
    },
  },
  {
    id: "saturates",
    level: 2,
    about: "softmax",
    kind: "choice",
    needs: { tokens: 4 },
    facts({ picture, core }) {
      const { tokens, seed } = picture.settings;
      const { widths, scaled, unscaled } = measureSaturation(core, tokens, seed);
      const [narrow, wide] = [0, widths.length - 1];
      const rounded = (/** @type {number[]} */ pair) => pair.map((value) => Number(value.toFixed(2)));
      return {
        given: {
          width: widths[wide],
          narrow: widths[narrow],
          before: rounded([scaled[narrow], unscaled[narrow]]),
        },
        answer: rounded([scaled[wide], unscaled[wide]]),
        wrong: {
          no_matter: rounded([scaled[wide], unscaled[narrow]]),
          other_way: rounded([unscaled[wide], scaled[wide]]),
          both: rounded([unscaled[wide], unscaled[wide]]),
        },
        shows: { step: "weights", wrong: "no_scale" },
      };
    },
  },
  {
    id: "columns_sum",
    level: 2,
    about: "softmax",
    kind: "choice",
    needs: { tokens: 3 },
    facts({ compute }) {
      const wrong = compute({}, { fault: "softmax_axis" });
      const { rowSum } = wrong.measure();
      const { columns, total } = columnSums(wrong);
      const isOne = (/** @type {number} */ sum) => Math.abs(sum - 1) < 1e-4;
      if (rowSum.data.every(isOne)) return null; // all rows are right by chance
      const [, heads, queries] = rowSum.shape;
      const at = rowSum.data.findIndex((sum, i) => (heads < 8 || i >= 7 * queries) && !isOne(sum));
      return {
        given: { keys: wrong.settings.tokens.length, total },
        answer: columns.every(isOne) ? "columns" : "neither",
        wrong: { rows: "rows", both: "both", neither: "neither" },
        shows: {
          step: "weights",
          head: Math.floor(at / queries),
          token: at % queries,
          wrong: "softmax_axis",
        },
      };
    },
  },
  {
    id: "blend_of",
    level: 2,
    about: "value",
    kind: "number",
    needs: { tokens: 3 },
    facts({ compute, turn }) {
      const causal = compute({ causal: true, keyTokens: [] });
      const { tokens } = causal.settings;
      const token = pick(turn, tokens.length, 3);
      const seen = keysSeen(causal, token);
      if (seen === null) return null;
      return {
        given: { word: tokens[token], token },
        answer: seen,
        wrong: { all: tokens.length, before: seen - 1, alone: 1 },
        shows: { causal: "true", step: "context", token },
      };
    },
  },
  {
    id: "two_looks",
    level: 1,
    about: "H",
    kind: "choice",
    needs: { heads: 2, tokens: 3 },
    facts({ picture, turn }) {
      const [weights] = stepsOf(picture, ["weights"]) ?? [];
      if (!weights) return null;
      const { tokens } = picture.settings;
      const token = pick(turn, tokens.length, 7);
      const most = attendsMost(picture, weights, token);
      if (!most?.second || most.second.weight < 0.5) return null; // of two weights only the smaller one
      const { first, second } = most;
      return {
        given: {
          word: tokens[token],
          head: first.head,
          other: second.head,
          key: first.key,
          second: second.key,
        },
        answer: "two_heads",
        wrong: { one_row: "one_row", sum: "sum" },
        shows: { step: "weights", token },
      };
    },
  },
]);

/**
 * The first index that fits, from the intended one on; later turns start further on.
 * @param {number} count @param {number} from @param {number} turn @param {(i: number) => boolean} fits
 */
function inTurn(count, from, turn, fits) {
  const order = Array.from({ length: count }, (_, i) => (from + 17 * turn + i) % count);
  return order.find(fits) ?? null;
}

/**
 * A row of attention in which one key other than the query's own clearly has the most weight.
 * @param {import("./question.js").Picture} picture @param {import("./question.js").Step} step @param {number} turn
 */
function clearRow(picture, { id, shape: [, heads, queries, keys] }, turn) {
  const values = picture.values(id);
  const rowOf = (/** @type {number} */ at) => values.subarray(at * keys, (at + 1) * keys);
  const at = inTurn(heads * queries, pick(0, heads, 5) * queries + 4, turn, (i) => {
    const [first, second = 0] = [...rowOf(i)].sort((a, b) => b - a);
    return first - second > CLEARLY && rowOf(i).indexOf(first) !== i % queries;
  });
  if (at === null) return null;
  const weight = Math.max(...rowOf(at));
  return { head: Math.floor(at / queries), token: at % queries, most: rowOf(at).indexOf(weight), weight };
}

const CLEARLY = 0.2; // visible at a glance

/** The sums of all columns, and of all weights of one head. @param {import("./question.js").Picture} picture */
function columnSums(picture) {
  const [, heads, queries, keys] = /** @type {import("./question.js").Step} */ (picture.step("weights"))
    .shape;
  const values = picture.values("weights");
  const columns = new Array(heads * keys).fill(0);
  values.forEach((value, at) => (columns[Math.floor(at / (queries * keys)) * keys + (at % keys)] += value));
  return { columns, total: columns.reduce((sum, each) => sum + each, 0) / heads };
}

/** Keys that a query's mask leaves visible; null without a mask. @param {import("./question.js").Picture} picture @param {number} token */
function keysSeen(picture, token) {
  const masked = picture.step("masked");
  if (!masked) return null;
  const keys = masked.shape[3];
  const row = picture.values("masked").subarray(token * keys, (token + 1) * keys);
  return row.filter((score) => score > -Infinity).length;
}

/** @typedef {Record<"wQ" | "wK" | "wV" | "wO", TensorOutput>} Weights */

/** Roles of heads, and heads that repeat others. @satisfies {readonly Question[]} */
export const FOUND = /** @type {Question[]} */ ([
  {
    id: "positional",
    level: 2,
    about: "H",
    kind: "number",
    needs: { tokens: 4, heads: 2 },
    facts({ picture }) {
      const [weights] = stepsOf(picture, ["weights"]) ?? [];
      if (!weights || picture.settings.keyTokens.length) return null;
      const [, heads, T] = weights.shape;
      const values = picture.values("weights");
      const isPositional = (/** @type {number} */ head) =>
        [-1, 1].some(
          (offset) => shareAt(values.subarray(head * T * T, (head + 1) * T * T), T, offset) >= RULE,
        );
      const found = Array.from({ length: heads }, (_, head) => head).filter(isPositional);
      return {
        given: { heads, found },
        answer: found.length,
        wrong: { none: 0, all: heads },
        shows: { step: "weights", ...(found.length && { head: found[0] }) },
      };
    },
  },
  {
    id: "twin_heads",
    level: 3,
    about: "H",
    kind: "choice",
    needs: { heads: 2, tokens: 2 },
    facts(ask) {
      const { layer, query, one, other, dK } = twinsIn(ask);
      const { wQ, wK, wV, wO } = /** @type {Weights} */ (layer.weights());
      const twin = (/** @type {TensorOutput} */ weight) => twinned(weight, one, other, dK);
      layer.setWeights({ wQ: twin(wQ), wK: twin(wK), wV: twin(wV) });
      const both = outputOf(layer, query);
      layer.setWeights({ wO: merged(wO, one, other, dK) });
      const single = outputOf(layer, query);
      layer.dispose();
      const most = both.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      const isSame = both.every((value, i) => Math.abs(value - single[i]) <= TOLERANCE * most);
      return {
        given: { one, other },
        answer: isSame ? "same" : "other",
        wrong: { half: "half", lost: "lost" },
      };
    },
  },
]);

/** What heads write: to the output, and to a logit. @satisfies {readonly Question[]} */
export const WRITING = /** @type {Question[]} */ ([
  {
    id: "same_map",
    level: 2,
    about: "H",
    kind: "choice",
    needs: { heads: 2, tokens: 2 },
    facts(ask) {
      const { layer, query, one, other, dK, numHeads } = twinsIn(ask);
      const { wQ, wK } = /** @type {Weights} */ (layer.weights());
      layer.setWeights({ wQ: twinned(wQ, one, other, dK), wK: twinned(wK, one, other, dK) });
      const whole = outputOf(layer, query);
      const [first, second] = [one, other].map((off) => {
        const headScale = Float32Array.from({ length: numHeads }, (_, head) => Number(head !== off));
        const without = outputOf(layer, query, headScale);
        return whole.map((value, i) => value - without[i]); // what the head adds
      });
      layer.dispose();
      const most = first.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
      const isSame = first.every((value, i) => Math.abs(value - second[i]) <= TOLERANCE * most);
      return {
        given: { one, other },
        answer: isSame ? "same" : "other",
        wrong: { same: "same", half: "half" },
      };
    },
  },
  {
    id: "circuit_rank",
    level: 2,
    about: "d_k",
    kind: "number",
    facts({ picture, turn }) {
      const { dModel, numHeads } = picture.config;
      const [width, heads] = oneOf(turn, [[dModel, numHeads], ...CIRCUITS]);
      const dV = width / heads;
      return {
        given: { width, heads, dV },
        answer: dV,
        wrong: { full: width, heads: heads === dV ? 1 : heads, numbers: 2 * width * dV },
      };
    },
  },
  {
    id: "added_logit",
    level: 2,
    about: "softmax",
    kind: "number",
    within: 0.06,
    facts({ turn }) {
      const value = oneOf(turn, [2.01, 1.4, 0.57]); // heads of layers 3 and 2 of the small model, see tests/page/chapter-adds.test.js
      return {
        given: { value },
        answer: Math.exp(value),
        wrong: { sum: value, two: 2 ** value, one: 1 },
      };
    },
  },
]);

/** d_model and heads of the small language model, and of GPT-2. */
const CIRCUITS = [
  [128, 4],
  [768, 12],
];

const RULE = 0.9; // share of rows, by Voita and others (2019)
const TOLERANCE = 1e-5; // share of the output's largest number: rounding

/** The share of rows whose largest weight is at an offset, of rows that have it. @param {Float32Array} map @param {number} T @param {number} offset */
function shareAt(map, T, offset) {
  const rows = Array.from({ length: T }, (_, row) => row).filter(
    (row) => row + offset >= 0 && row + offset < T,
  );
  const hits = rows.filter((row) => {
    const weights = map.subarray(row * T, (row + 1) * T);
    return weights.indexOf(Math.max(...weights)) === row + offset;
  });
  return hits.length / rows.length;
}

/** @param {number} at @param {number} head @param {number} dK */
const isOf = (at, head, dK) => Math.floor(at / dK) === head;

/** A layer of the figure's sizes with drawn weights, its input, and two neighbouring heads. @param {import("./question.js").Ask} ask */
function twinsIn({ picture, core, turn }) {
  const { dModel, numHeads, dK } = picture.config;
  const { tokens, seed } = picture.settings;
  const one = pick(turn, numHeads, 0);
  return {
    ...{ numHeads, dK, one, other: (one + 1) % numHeads },
    layer: core.createLayer({ dModel, numHeads, dK, seed, init: "random" }),
    query: core.embed(tokens, { dModel, seed }),
  };
}

/** A projection in which one head's columns are those of another. @param {TensorOutput} weight @param {number} one @param {number} other @param {number} dK */
export const twinned = ({ data, shape: [, width] }, one, other, dK) =>
  data.map((value, at) => (isOf(at % width, other, dK) ? data[at + (one - other) * dK] : value));

/** W_O with the rows of one head added to those of another, and zeroed. @param {TensorOutput} wO @param {number} to @param {number} from @param {number} dK */
function merged({ data, shape: [, width] }, to, from, dK) {
  const shift = (from - to) * dK * width;
  return data.map((value, at) => {
    const row = Math.floor(at / width);
    return isOf(row, from, dK) ? 0 : isOf(row, to, dK) ? value + data[at + shift] : value;
  });
}

/** @param {import("../../../core/index.js").Layer} layer @param {import("../../../core/types.js").TensorInput} query @param {Float32Array} [headScale] */
function outputOf(layer, query, headScale) {
  const run = layer.forward({ query, ...(headScale && { headScale }) });
  const { data } = run.output;
  run.dispose();
  return data;
}
