import { pick, stepsOf } from "./question.js";

/** @import { Question } from "./question.js" */
/** @typedef {Record<"wQ" | "wK" | "wV" | "wO", import("../../../core/types.js").TensorOutput>} Weights */

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
    facts({ picture, core, turn }) {
      const { dModel, numHeads, dK } = picture.config;
      const { tokens, seed } = picture.settings;
      const [one, other] = [pick(turn, numHeads, 0), (pick(turn, numHeads, 0) + 1) % numHeads];
      const layer = core.createLayer({ dModel, numHeads, dK, seed, init: "random" });
      const { wQ, wK, wV, wO } = /** @type {Weights} */ (layer.weights());
      const twin = (
        /** @type {import("../../../core/types.js").TensorOutput} */ { data, shape: [, width] },
      ) => data.map((value, at) => (isOf(at % width, other, dK) ? data[at + (one - other) * dK] : value));
      layer.setWeights({ wQ: twin(wQ), wK: twin(wK), wV: twin(wV) });
      const query = core.embed(tokens, { dModel, seed });
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

/** W_O with the rows of one head added to those of another, and zeroed. @param {import("../../../core/types.js").TensorOutput} wO @param {number} to @param {number} from @param {number} dK */
function merged({ data, shape: [, width] }, to, from, dK) {
  const shift = (from - to) * dK * width;
  return data.map((value, at) => {
    const row = Math.floor(at / width);
    return isOf(row, from, dK) ? 0 : isOf(row, to, dK) ? value + data[at + shift] : value;
  });
}

/** @param {import("../../../core/index.js").Layer} layer @param {import("../../../core/types.js").TensorInput} query */
function outputOf(layer, query) {
  const run = layer.forward({ query });
  const { data } = run.output;
  run.dispose();
  return data;
}
