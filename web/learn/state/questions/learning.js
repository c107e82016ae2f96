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
      const { output: without } = runChanged(picture, core, { scale: head });
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
    id: "pruned_queries",
    level: 3,
    about: "softmax",
    kind: "number",
    within: 0.002,
    needs: { tokens: 2 },
    facts({ picture, core, turn }) {
      const { heads, dK, tokens } = sizes(picture);
      const head = pick(turn, heads, 3);
      const own = columns(head, dK);
      const { weights } = runChanged(picture, core, {
        change: ({ wQ, wK }) => ({ wQ: zeroed(wQ, own.columns), wK: zeroed(wK, own.columns) }),
      });
      return {
        given: { head, from: own.from, to: own.to, tokens },
        answer: weights[head * tokens * tokens],
        wrong: { zero: 0, one: 1, heads: 1 / heads },
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
    id: "nudge",
    level: 4,
    about: "query",
    kind: "choice",
    needs: { tokens: 2 },
    facts({ picture, core }) {
      const { gradients, output } = runChanged(picture, core, { backward: true });
      const { data, shape } = gradients.dWQ;
      const at = data.reduce((best, value, i) => (Math.abs(value) > Math.abs(data[best]) ? i : best), 0);
      const nudged = runChanged(picture, core, {
        change: ({ wQ }) => ({ wQ: wQ.data.map((value, i) => (i === at ? value + NUDGE : value)) }),
      });
      const moved = (sum(nudged.output) - sum(output)) / NUDGE;
      if (Math.abs(moved - data[at]) > 0.1 * Math.abs(moved)) return null; // too nonlinear there
      const rounded = (/** @type {number} */ value) => Number(value.toPrecision(2));
      return {
        given: {
          by: NUDGE,
          row: Math.floor(at / shape[1]),
          column: at % shape[1],
          gradient: rounded(data[at]),
          moved: rounded(moved * NUDGE),
        },
        answer: rounded(data[at] * NUDGE),
        wrong: { whole: rounded(data[at]), opposite: rounded(-data[at] * NUDGE), none: 0 },
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
      const { gradients } = runChanged(picture, core, { scale: head, backward: true });
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

const NUDGE = 0.01;
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

/** @param {Float32Array} data */
const sum = (data) => data.reduce((all, value) => all + value, 0);

/** Relative to the larger one's largest value. @param {Float32Array} a @param {Float32Array} b */
function farthest(a, b) {
  const scale = b.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-30);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0) / scale;
}

/**
 * Runs a layer with the figure's sizes and weights, self-attention without grouping, some weights changed and one head silenced, then walks
 * back from the sum of the output.
 * @param {import("./question.js").Picture} picture @param {Ask["core"]} core
 * @param {{ change?: (weights: Weights) => Partial<Record<"wQ" | "wK" | "wV" | "wO", Float32Array>>, scale?: number, backward?: boolean }} how
 */
function runChanged({ settings, config }, core, { change, scale, backward }) {
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
  const headScale = Float32Array.from({ length: numHeads }, (_, head) => Number(head !== scale));
  const query = core.embed(tokens, { dModel, seed });
  const run = layer.forward({ query, ...(scale !== undefined && { headScale }) });
  const ones = { data: new Float32Array(run.output.data.length).fill(1), shape: run.output.shape };
  const gradients = /** @type {import("../../../core/types.js").Gradients} */ (
    backward ? layer.backward(run, ones) : {}
  );
  const found = { output: run.output.data, weights: run.tensor("weights").data, gradients };
  run.dispose();
  layer.dispose();
  return found;
}
