/** @import { Ask, Question } from "./question.js" */

/** The order of words, and encodings of positions. @satisfies {readonly Question[]} */
export const POSITION = /** @type {Question[]} */ ([
  {
    id: "order_lost",
    level: 2,
    about: "T",
    kind: "choice",
    needs: { tokens: 3 },
    facts({ picture, core, turn }) {
      const { tokens, seed } = picture.settings;
      const { dModel, numHeads } = picture.config;
      const { moved, off } = shuffledOutput(core, { tokens, dModel, numHeads, seed, turn });
      if (!moved) return null; // all words are equal
      return {
        given: {},
        answer: off < ROUNDING ? "follow" : "change",
        wrong: { stay: "stay", change: "change" },
      };
    },
  },
  {
    id: "moved_together",
    level: 3,
    about: "score",
    kind: "choice",
    facts({ core, turn }) {
      const by = [5, 1, 9][turn % 3];
      const { scaled } = traced(core, { rope: true }, 8 + by);
      const [before, after] = [scaled(0, 7, 4), scaled(0, 7 + by, 4 + by)];
      const apart = scaled(0, 7, 3);
      if (Math.abs(before - apart) < ROUNDING) return null; // positions have no effect
      return {
        given: { by },
        answer: Math.abs(after - before) < ROUNDING ? "same" : "other",
        wrong: { larger: "larger", smaller: "smaller" },
      };
    },
  },
  {
    id: "alibi_penalty",
    level: 2,
    about: "score",
    kind: "number",
    within: 0.001,
    facts({ core, turn }) {
      const [head, distance] = [
        [0, 4],
        [1, 6],
        [2, 4],
      ][turn % 3];
      const { scaled, biased } = traced(core, { alibi: true, numHeads: 8 }, 8);
      return {
        given: { head, distance, slope: 2 ** (head + 1) },
        answer: scaled(head, 7, 7 - distance) - biased(head, 7, 7 - distance),
        wrong: { slope: 1 / 2 ** (head + 1), distance, none: 0 },
      };
    },
  },
]);

const ROUNDING = 1e-4;

/**
 * Scores of a layer in which every word is the same, so that they differ by position only.
 * @param {Ask["core"]} core @param {Partial<import("../../../core/types.js").LayerOptions>} options @param {number} T
 */
function traced(core, options, T) {
  const layer = core.createLayer({ dModel: 16, numHeads: 2, seed: 1, init: "random", ...options });
  const word = core.embed(["word"], { dModel: 16, seed: 1 }).data;
  const data = Float32Array.from({ length: 16 * T }, (_, i) => word[i % 16]);
  const run = layer.forward({ query: { data, shape: [1, T, 16] } });
  const read = (/** @type {string} */ id) => {
    const numbers = run.steps.some((step) => step.id === id) ? run.tensor(id).data : null;
    return (/** @type {number} */ head, /** @type {number} */ query, /** @type {number} */ key) =>
      numbers ? numbers[(head * T + query) * T + key] : NaN;
  };
  const found = { scaled: read("scaled"), biased: read("biased") };
  run.dispose();
  layer.dispose();
  return found;
}

/**
 * The output of a layer without positions for a sentence and for its words in another order.
 * @param {import("../../../core/index.js").Core} core
 * @param {{ tokens: readonly string[], dModel: number, numHeads: number, seed: number, turn: number }} of
 * @returns {{ moved: boolean, off: number }} whether a word has moved, and the largest difference of a word's row, relative to the output
 */
function shuffledOutput(core, { tokens, dModel, numHeads, seed, turn }) {
  const order = tokens.map((_, i) => (i + 1 + turn) % tokens.length);
  const layer = core.createLayer({ dModel, numHeads, seed, init: "random" });
  const [straight, shuffled] = [tokens, order.map((at) => tokens[at])].map((words) => {
    const run = layer.forward({ query: core.embed(words, { dModel, seed, positions: false }) });
    const { output } = run;
    run.dispose();
    return output;
  });
  layer.dispose();
  const { largest } = core.putBack(straight, shuffled, order);
  const most = straight.data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  return { moved: order.some((at, i) => tokens[at] !== tokens[i]), off: largest / most };
}
