import { twinned } from "./attention.js";
import { oneOf, pick } from "./question.js";

/** @import { Ask, Question } from "./question.js" */

/** Removing weights, and the flow of gradients. @satisfies {readonly Question[]} */
export const LEARNING = /** @type {Question[]} */ ([
  {
    id: "even_loss",
    level: 1,
    about: "softmax",
    kind: "number",
    within: 0.01,
    facts({ turn }) {
      const words = oneOf(turn, [2, 8, 4]);
      return {
        given: { words },
        answer: Math.log(words),
        wrong: { share: 1 / words, count: words, zero: 0 },
      };
    },
  },
  {
    id: "what_followed",
    level: 2,
    about: "attention",
    kind: "number",
    facts({ turn }) {
      const words = oneOf(turn, REPEATED);
      const asks = words.length - 1;
      const same = words.indexOf(words[asks]);
      return {
        given: { words: words.join(" "), word: words[asks], followed: words[same + 1] },
        answer: same + 1,
        wrong: { same, itself: asks, before: asks - 1 },
      };
    },
  },
  {
    id: "remove_head",
    level: 3,
    about: "H",
    kind: "choice",
    needs: { heads: 2, tokens: 2 },
    facts({ picture, core, turn }) {
      const { heads, dK } = sizes(picture);
      const head = pick(turn, heads, 3);
      const own = columns(head, dK);
      const { output: without } = runChanged(picture, core, { off: [head] });
      const rows = runChanged(picture, core, { change: ({ wO }) => ({ wO: zeroed(wO, own.rows) }) });
      const asked = runChanged(picture, core, {
        change: ({ wQ, wK }) => ({ wQ: zeroed(wQ, own.columns), wK: zeroed(wK, own.columns) }),
      });
      const [byRows, byColumns] = [rows, asked].map(({ output }) => farthest(output, without) < TOLERANCE);
      if (!byRows || byColumns) return null;
      return {
        given: { head, from: own.from, to: own.to },
        answer: "rows",
        wrong: { columns: "columns", both: "both" },
        shows: { step: "output", head },
      };
    },
  },
  {
    id: "opposed_heads",
    level: 3,
    about: "H",
    kind: "choice",
    needs: { heads: 2, tokens: 2 },
    facts({ picture, core, turn }) {
      const { heads, dK } = sizes(picture);
      const one = pick(turn, heads, 3);
      const other = (one + 1) % heads;
      const twin = (/** @type {import("../../../core/types.js").TensorOutput} */ weight) =>
        twinned(weight, one, other, dK);
      const change = (/** @type {Weights} */ { wQ, wK, wV, wO }) => ({
        ...{ wQ: twin(wQ), wK: twin(wK), wV: twin(wV) },
        wO: opposed(wO, one, other, dK),
      });
      const whole = runChanged(picture, core, { change }).output;
      const [first, second, both] = [[one], [other], [one, other]].map((off) =>
        farthest(runChanged(picture, core, { change, off }).output, whole),
      );
      if (Math.min(first, second) < 100 * TOLERANCE || both > TOLERANCE) return null;
      return {
        given: { one, other },
        answer: "none",
        wrong: { twice: "twice", once: "once" },
      };
    },
  },
  {
    id: "zero_queries",
    level: 4,
    about: "query",
    kind: "choice",
    needs: { tokens: 2 },
    facts({ picture, core, turn }) {
      const { heads, dK } = sizes(picture);
      const own = columns(pick(turn, heads, 2), dK);
      const { gradients } = runChanged(picture, core, {
        change: ({ wQ }) => ({ wQ: zeroed(wQ, own.columns) }),
        backward: true,
      });
      const [dWQ, dWK] = [gradients.dWQ, gradients.dWK].map((gradient) => largest(gradient, own.columns));
      if (dWK > 0 || dWQ === 0) return null;
      return {
        given: { largest: dWQ },
        answer: "keys",
        wrong: { queries: "queries", both: "both", neither: "neither" },
      };
    },
  },
  {
    id: "silent_feature",
    level: 3,
    about: "query",
    kind: "choice",
    needs: { tokens: 2 },
    facts({ picture, core, turn }) {
      const feature = pick(
        turn,
        Math.min(picture.config.dModel, picture.config.numHeads * picture.config.dK),
        5,
      );
      const random = {
        ...picture,
        settings: { ...picture.settings, weights: /** @type {const} */ ("random") },
      };
      const { dWQ } = runChanged(random, core, { silent: feature, backward: true }).gradients;
      const isIn = {
        row: (/** @type {number} */ row) => row === feature,
        column: (/** @type {number} */ _, /** @type {number} */ column) => column === feature,
      };
      if (largest(dWQ, isIn.row) > 0 || largest(dWQ, isIn.column) === 0) return null;
      return {
        given: { feature },
        answer: "row",
        wrong: { column: "column", all: "all", none: "none" },
      };
    },
  },
  {
    id: "silenced_head",
    level: 4,
    about: "H",
    kind: "number",
    needs: { heads: 2, tokens: 2 },
    facts({ picture, core, turn }) {
      const { heads, dK } = sizes(picture);
      const head = pick(turn, heads, 1);
      const own = columns(head, dK);
      const { gradients } = runChanged(picture, core, { off: [head], backward: true });
      const blocks = [
        largest(gradients.dWQ, own.columns),
        largest(gradients.dWK, own.columns),
        largest(gradients.dWV, own.columns),
        largest(gradients.dWO, own.rows),
      ];
      return {
        given: { head },
        answer: blocks.filter((most) => most === 0).length,
        wrong: { none: 0, output_alone: 1, two: 2 },
      };
    },
  },
]);

/** Texts whose last word stood earlier, and is followed by another word there. */
const REPEATED = [
  ["the", "cat", "sat", "down", "and", "then", "the"],
  ["a", "bird", "saw", "us", "when", "a"],
  ["red", "means", "stop", "so", "if", "red"],
];

const TOLERANCE = 1e-5; // share of an output's largest number: rounding

/** @typedef {Record<"wQ" | "wK" | "wV" | "wO", import("../../../core/types.js").TensorOutput>} Weights */
/** @typedef {(row: number, column: number) => boolean} Block */

/** @param {import("./question.js").Picture} picture */
const sizes = ({ config, settings }) => ({
  heads: config.numHeads,
  dK: config.dK,
  tokens: settings.tokens.length,
});

/** Position of a head's features in a row of all heads. @param {number} head @param {number} dK */
function columns(head, dK) {
  const [from, to] = [head * dK, head * dK + dK - 1];
  const isIn = (/** @type {number} */ at) => at >= from && at <= to;
  return {
    from,
    to,
    columns: /** @type {Block} */ ((_, column) => isIn(column)),
    rows: /** @type {Block} */ ((row) => isIn(row)),
  };
}

/** @param {import("../../../core/types.js").TensorOutput} weight (rows, columns) @param {Block} block */
const zeroed = ({ data, shape: [, width] }, block) =>
  data.map((value, at) => (block(Math.floor(at / width), at % width) ? 0 : value));

/** The largest absolute value in a block. @param {import("../../../core/types.js").TensorOutput} gradient @param {Block} block */
const largest = ({ data, shape: [, width] }, block) =>
  data.reduce(
    (most, value, at) => (block(Math.floor(at / width), at % width) ? Math.max(most, Math.abs(value)) : most),
    0,
  );

/** W_O in which one head's rows are those of another, with the opposite sign. @param {import("../../../core/types.js").TensorOutput} wO @param {number} one @param {number} other @param {number} dK */
const opposed = ({ data, shape: [, width] }, one, other, dK) =>
  data.map((value, at) =>
    Math.floor(at / (width * dK)) === other ? -data[at + (one - other) * dK * width] : value,
  );

/** Relative to the larger one's largest value. @param {Float32Array} a @param {Float32Array} b */
function farthest(a, b) {
  const scale = b.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-30);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0) / scale;
}

/**
 * Runs a layer with the figure's sizes and weights, self-attention without grouping, some weights changed, some heads off and one feature of
 * x silent, then walks back from the sum of the output.
 * @param {import("./question.js").Picture} picture @param {Ask["core"]} core
 * @param {{ change?: (weights: Weights) => Partial<Record<"wQ" | "wK" | "wV" | "wO", Float32Array>>, off?: readonly number[], silent?: number, backward?: boolean }} how
 */
function runChanged({ settings, config }, core, { change, off, silent, backward }) {
  const { tokens, seed, weights: init } = settings;
  const { dModel, numHeads, dK } = config;
  const known = /** @type {readonly string[]} */ (["constructed", "random", "small"]).includes(init);
  const layer = core.createLayer({
    dModel,
    numHeads,
    dK,
    seed,
    init: known ? /** @type {"random"} */ (init) : "random",
  });
  if (change) layer.setWeights(change(/** @type {Weights} */ (layer.weights())));
  const headScale = Float32Array.from({ length: numHeads }, (_, head) => Number(!off?.includes(head)));
  const { data, shape } = core.embed(tokens, { dModel, seed });
  const query = { data: data.map((value, at) => (at % dModel === silent ? 0 : value)), shape };
  const run = layer.forward({ query, ...(off && { headScale }) });
  const ones = { data: new Float32Array(run.output.data.length).fill(1), shape: run.output.shape };
  const gradients = /** @type {import("../../../core/types.js").Gradients} */ (
    backward ? layer.backward(run, ones) : {}
  );
  const found = { output: run.output.data, weights: run.tensor("weights").data, gradients };
  run.dispose();
  layer.dispose();
  return found;
}
