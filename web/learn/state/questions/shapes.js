import { SIZES, costed, oneOf, pick, stepsOf } from "./question.js";
import { moveIndex } from "../../../kit/state/memory.js";

/** @import { Question } from "./question.js" */

/** Shapes of tensors, and the owners of features. @satisfies {readonly Question[]} */
export const SHAPES = /** @type {Question[]} */ ([
  {
    id: "head_width",
    level: 1,
    about: "d_k",
    kind: "number",
    facts({ core, turn }) {
      const [dModel, heads] = oneOf(turn, SIZES);
      const { shape } = costed(core, { dModel, numHeads: heads }, { Tq: 1 }, "q_heads");
      return { given: { dModel, heads }, answer: shape[3], wrong: { whole: dModel, count: heads } };
    },
  },
  {
    id: "cross_shape",
    level: 1,
    about: "T_q",
    kind: "shape",
    facts({ picture, core, turn }) {
      const { dModel, numHeads: heads } = picture.config;
      const [queries, keys] = oneOf(turn, [
        [3, 6],
        [5, 2],
        [4, 9],
      ]);
      const extent = { Tq: queries, Tk: keys };
      const { shape } = costed(core, { dModel, numHeads: heads }, extent, "weights");
      return {
        given: { heads, queries, keys },
        answer: shape,
        wrong: {
          swapped: [1, heads, keys, queries],
          square: [1, heads, queries, queries],
          no_heads: [1, queries, keys],
          no_batch: [heads, queries, keys],
        },
      };
    },
  },
  {
    id: "cross_output",
    level: 1,
    about: "T_q",
    kind: "number",
    facts({ picture, core, turn }) {
      const { dModel, numHeads } = picture.config;
      const [queries, keys] = oneOf(turn, [
        [3, 6],
        [7, 4],
        [2, 9],
      ]);
      const { shape } = costed(core, { dModel, numHeads }, { Tq: queries, Tk: keys }, "output");
      return {
        given: { queries, keys },
        answer: shape[1],
        wrong: { keys, both: queries + keys, pairs: queries * keys },
      };
    },
  },
  {
    id: "rows_of_attention",
    level: 1,
    about: "H",
    kind: "number",
    needs: { heads: 2 },
    facts({ picture, turn }) {
      const [weights] = stepsOf(picture, ["weights"]) ?? [];
      if (!weights) return null;
      const { tokens } = picture.settings;
      const token = pick(turn, tokens.length, 7);
      const [, heads, queries] = weights.shape;
      return {
        given: { word: tokens[token] },
        answer: heads,
        wrong: { one: 1, each_token: queries, all: heads * queries },
        shows: { step: "weights", token },
      };
    },
  },
  {
    id: "head_columns",
    level: 1,
    about: "H",
    kind: "choice",
    needs: { heads: 2, features: 2 },
    facts: ({ picture, turn }) => columnsOf(picture, turn, "q_heads", "q"),
  },
  {
    id: "context_columns",
    level: 2,
    about: "d_v",
    kind: "choice",
    needs: { heads: 2, features: 2 },
    facts: ({ picture, turn }) => columnsOf(picture, turn, "context_t", "concat"),
  },
  {
    id: "keys_turned",
    level: 1,
    about: "key",
    kind: "shape",
    needs: { tokens: 2 },
    facts({ picture }) {
      const [heads, turned] = stepsOf(picture, ["k_heads", "k_t"]) ?? [];
      if (!heads || !turned || turned.shape.length !== 4) return null;
      const [batch, count, tokens, width] = heads.shape;
      return {
        given: { shape: heads.shape },
        answer: turned.shape,
        wrong: {
          unchanged: heads.shape,
          first_two: [count, batch, tokens, width],
          all: [...heads.shape].reverse(),
        },
        shows: { step: "k_t" },
      };
    },
  },
  {
    id: "same_shape",
    level: 1,
    about: "d_model",
    kind: "choice",
    facts({ picture }) {
      const [x, output] = stepsOf(picture, ["x", "output"]) ?? [];
      if (!x || !output) return null;
      const same = x.shape.join() === output.shape.join();
      return {
        given: { shape: x.shape },
        answer: same ? "same" : "other",
        wrong: { by_heads: "by_heads", one_head: "one_head" },
        shows: { step: "output" },
      };
    },
  },
]);

/**
 * The columns of a row that belong to one head: positions of its first and last feature.
 * @param {import("./question.js").Picture} picture @param {number} turn @param {string} from step with axes of heads and features @param {string} to step
 * with one row per token
 * @returns {import("./question.js").Facts | null}
 */
function columnsOf(picture, turn, from, to) {
  const [byHead, whole] = stepsOf(picture, [from, to]) ?? [];
  if (!byHead || !whole) return null;
  const [H, d] = ["H", from.startsWith("q") ? "d_k" : "d_v"].map((axis) => byHead.axes.indexOf(axis));
  if (H < 0 || d < 0) return null;
  const [heads, width] = [byHead.shape[H], byHead.shape[d]];
  const head = pick(turn, heads, from === "q_heads" ? 3 : 5);
  const column = (/** @type {number} */ feature) => {
    const index = byHead.shape.map((_, axis) => (axis === H ? head : axis === d ? feature : 0));
    // A copy keeps indices; a view keeps positions in memory.
    return picture.step(to)?.buffer === byHead.buffer
      ? /** @type {number[]} */ (moveIndex(byHead, index, whole)).at(-1)
      : /** @type {number[]} */ (moveIndex(/** @type {any} */ (picture.step("context_c")), index, whole)).at(
          -1,
        );
  };
  const [first, last] = [column(0), column(width - 1)];
  if (first === undefined || last === undefined) return null;
  return {
    given: { head, heads, width, row: whole.shape[2] },
    answer: [first, last],
    wrong: {
      ...(head > 0 && { from_one: [first - width, first - 1] }),
      every: [head, head + heads * (width - 1)],
      by_count: [head * heads, head * heads + heads - 1],
    },
    shows: { step: from === "q_heads" ? "q" : "concat", head },
  };
}
