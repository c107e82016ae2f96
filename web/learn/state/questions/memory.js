import { indexOf } from "../../../kit/state/memory.js";
import { along, pick, product, rowMajor, stepsOf } from "./question.js";

/** @import { Question } from "./question.js" */

/** Positions of numbers in memory, and operations that move them. @satisfies {readonly Question[]} */
export const MEMORY = /** @type {Question[]} */ ([
  {
    id: "swap_strides",
    level: 2,
    about: "stride",
    kind: "shape",
    needs: { tokens: 2, heads: 2 },
    facts({ picture }) {
      const [split, heads] = stepsOf(picture, ["q_split", "q_heads"]) ?? [];
      if (!split || !heads) return null;
      return {
        given: { before: split.strides, shape: heads.shape },
        answer: heads.strides,
        wrong: { unchanged: split.strides, rewritten: rowMajor(heads.shape) },
        shows: { step: "q_heads" },
      };
    },
  },
  {
    id: "offset",
    level: 2,
    about: "offset",
    kind: "number",
    needs: { tokens: 2, heads: 2 },
    facts({ picture, turn }) {
      const [heads] = stepsOf(picture, ["q_heads"]) ?? [];
      if (!heads) return null;
      const [, H, T, d] = heads.shape;
      const index = [0, pick(turn, H, 2), pick(turn, T, 7), turn === 0 ? 0 : pick(turn, d)];
      return {
        given: { index, strides: heads.strides },
        answer: heads.offset + along(index, heads.strides),
        wrong: { in_order: along(index, rowMajor(heads.shape)), summed: index.reduce((a, b) => a + b) },
        shows: { step: "q_heads", head: index[1], token: index[2], feature: index[3] },
      };
    },
  },
  {
    id: "element_at",
    level: 3,
    about: "stride",
    kind: "shape",
    needs: { tokens: 2, heads: 2 },
    facts({ picture, turn }) {
      const [heads] = stepsOf(picture, ["q_heads"]) ?? [];
      if (!heads) return null;
      const total = product(heads.shape);
      const offset = turn === 0 ? Math.floor((2 * total) / 3) + 1 : (turn * 97) % total;
      const index = indexOf(heads, offset);
      if (!index) return null;
      return {
        given: { offset, strides: heads.strides },
        answer: index,
        wrong: {
          in_order: /** @type {number[]} */ (indexOf({ ...heads, strides: rowMajor(heads.shape) }, offset)),
        },
        shows: { step: "q_heads", head: index[1], token: index[2], feature: index[3] },
      };
    },
  },
  {
    id: "writes",
    level: 2,
    about: "copy",
    kind: "number",
    facts({ picture: { steps } }) {
      const written = steps.filter(({ storage, op }) => storage === "copy" && op !== "input").length;
      const views = steps.filter(({ storage }) => storage === "view").length;
      return { given: { steps: steps.length }, answer: written, wrong: { all: steps.length, views } };
    },
  },
  {
    id: "moves",
    level: 2,
    about: "contiguous",
    kind: "choice",
    needs: { tokens: 2, heads: 2 },
    facts({ picture }) {
      const asked = stepsOf(picture, ["q_split", "q_heads", "context_c", "concat"]);
      if (!asked) return null;
      const moved = asked.filter(({ bytesWritten }) => bytesWritten > 0);
      if (moved.length !== 1) return null;
      const others = asked.filter((step) => step !== moved[0]).map(({ id }) => [id, id]);
      return {
        given: { bytes: moved[0].bytesWritten },
        answer: moved[0].id,
        wrong: Object.fromEntries(others),
        shows: { step: moved[0].id },
      };
    },
  },
  {
    id: "copy_avoided",
    level: 3,
    about: "copy",
    kind: "choice",
    needs: { tokens: 2, heads: 2, features: 2 },
    facts({ compute }) {
      const plain = { kvHeads: null, keyTokens: [], bias: false };
      const right = compute(plain);
      const output = right.values("output");
      const off = (/** @type {Float32Array} */ other) =>
        other.reduce((most, value, i) => Math.max(most, Math.abs(value - output[i])), 0);
      const view = compute(plain, { fault: "view_without_contiguous" });
      const merge = compute(plain, { fault: "merge_without_transpose" });
      const isRefused = view.steps.some(({ error }) => error);
      if (off(addedByHead(right)) > 1e-4 || !isRefused || off(merge.values("output")) < 1e-2) return null;
      return {
        given: {},
        answer: "by_head",
        wrong: { view: "view", reshape: "reshape", merge: "merge" },
        shows: { step: "output" },
      };
    },
  },
  {
    id: "view_allowed",
    level: 3,
    about: "contiguous",
    kind: "choice",
    needs: { tokens: 2, heads: 2, features: 2 },
    facts({ picture, compute }) {
      const { dModel, tokens } = picture.settings;
      const refused = (/** @type {Parameters<typeof compute>[0]} */ change) =>
        compute(change, { fault: "view_without_contiguous" }).steps.some(({ error }) => error);
      const plain = { kvHeads: null, dK: null, keyTokens: [], causal: false };
      const many = refused(plain);
      const one = refused({ ...plain, heads: 1 });
      const short = refused({ ...plain, tokens: tokens.slice(0, 1) });
      if (!many || one || short) return null;
      return {
        given: { dModel },
        answer: "one_head",
        wrong: { never: "never", always: "always", two_heads: "two_heads" },
        shows: { step: "concat" },
      };
    },
  },
  {
    id: "contiguous_after",
    level: 2,
    about: "contiguous",
    kind: "choice",
    needs: { tokens: 2, heads: 2 },
    facts({ picture }) {
      const asked = stepsOf(picture, ["q_split", "q_heads", "context_c", "concat"]);
      if (!asked) return null;
      const scattered = asked.filter(({ contiguous }) => !contiguous);
      if (scattered.length !== 1) return null;
      const others = asked.filter((step) => step !== scattered[0]).map(({ id }) => [id, id]);
      return {
        given: { strides: scattered[0].strides },
        answer: scattered[0].id,
        wrong: Object.fromEntries(others),
        shows: { step: scattered[0].id },
      };
    },
  },
]);

/** The output as a sum over heads, each of which multiplies its context by its own rows of W_O. @param {import("./question.js").Picture} picture */
function addedByHead(picture) {
  const { dModel, numHeads, dV } = picture.config;
  const context = picture.values("context");
  const wO = picture.weight("wO").data;
  const T = context.length / (numHeads * dV);
  return Float32Array.from({ length: T * dModel }, (_, at) => {
    const [row, column] = [Math.floor(at / dModel), at % dModel];
    let sum = 0;
    for (let head = 0; head < numHeads; head++)
      for (let i = 0; i < dV; i++)
        sum += context[(head * T + row) * dV + i] * wO[(head * dV + i) * dModel + column];
    return sum;
  });
}
