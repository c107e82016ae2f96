import { oneOf, pick, product, stepsOf } from "./question.js";

/** @import { Ask, Question } from "./question.js" */

/** Hidden keys, and queries without visible keys. @satisfies {readonly Question[]} */
export const MASKS = /** @type {Question[]} */ ([
  {
    id: "weights_left",
    level: 2,
    about: "mask",
    kind: "number",
    needs: { tokens: 2 },
    facts({ compute }) {
      const causal = compute({ causal: true, keyTokens: [] });
      const [masked] = stepsOf(causal, ["masked"]) ?? [];
      if (!masked) return null;
      const [, heads, T] = masked.shape;
      const left = causal.values("masked").filter((score) => score > -Infinity).length;
      return {
        given: { heads, tokens: T, all: product(masked.shape) },
        answer: left,
        wrong: {
          all: product(masked.shape),
          strictly: left - heads * T,
          one_head: left / heads,
          half: product(masked.shape) / 2,
        },
        shows: { causal: "true", step: "masked" },
      };
    },
  },
  {
    id: "even_row",
    level: 2,
    about: "mask",
    kind: "number",
    within: 0.005,
    needs: { tokens: 4 },
    facts({ picture, core, turn }) {
      const tokens = Math.min(picture.settings.tokens.length, 12);
      const row = pick(turn, tokens, 3);
      const weight = alike(core, { Tq: tokens, causal: true }).at(row, 0);
      return {
        given: { row },
        answer: weight,
        wrong: { of_all: 1 / tokens, of_those_before: 1 / Math.max(1, row) },
      };
    },
  },
  {
    id: "blind_rows",
    level: 3,
    about: "mask",
    kind: "number",
    facts({ core, turn }) {
      const [queries, keys] = oneOf(turn, [
        [7, 3],
        [5, 4],
        [6, 2],
      ]);
      const { at } = alike(core, { Tq: queries, Tk: keys, causal: true });
      const blind = Array.from({ length: queries }, (_, row) => row).filter((row) => at(row, 0) === 0);
      return {
        given: { queries, keys },
        answer: blind.length,
        wrong: { none: 0, keys, one: 1 },
      };
    },
  },
  {
    id: "keys_seen",
    level: 3,
    about: "mask",
    kind: "shape",
    facts({ core, turn }) {
      const [queries, keys] = oneOf(turn, [
        [3, 6],
        [2, 5],
        [4, 6],
      ]);
      const { at } = alike(core, { Tq: queries, Tk: keys, causal: true });
      const rows = Array.from({ length: queries }, (_, row) => row);
      const seen = rows.map(
        (row) => Array.from({ length: keys }, (_, key) => at(row, key)).filter(Boolean).length,
      );
      return {
        given: { queries, keys },
        answer: seen,
        wrong: { from_the_left: rows.map((row) => row + 1), all: rows.map(() => keys) },
      };
    },
  },
  {
    id: "all_blocked",
    level: 3,
    about: "mask",
    kind: "choice",
    facts: ({ core, turn }) => allBlocked(core, turn % 2 ? "-1e9" : "-inf"),
  },
  {
    id: "last_word",
    level: 2,
    about: "mask",
    kind: "choice",
    needs: { tokens: 3 },
    facts({ picture, compute, turn }) {
      const base = { causal: true, keyTokens: [] };
      const { tokens } = picture.settings;
      const [before, after] = [tokens, [...tokens.slice(0, -1), oneOf(turn, ["wide", "blue", "late"])]].map(
        (words) => compute({ ...base, tokens: words }).values("output"),
      );
      const width = before.length / tokens.length;
      const changed = tokens.flatMap((_, row) =>
        before.subarray(row * width, (row + 1) * width).some((value, i) => value !== after[row * width + i])
          ? [row]
          : [],
      );
      if (!changed.length || changed.length > 1) return null;
      return {
        given: { word: tokens[tokens.length - 1] },
        answer: "last",
        wrong: { all: "all", none: "none", after_it: "all_but_first" },
        shows: { causal: "true", step: "output", token: changed[0] },
      };
    },
  },
]);

/**
 * Uniform attention over visible keys, from queries of zeros.
 * @param {Ask["core"]} core @param {{ Tq: number, Tk?: number, causal: boolean }} extent
 */
function alike(core, { Tq, Tk = Tq, causal }) {
  const layer = core.createLayer({ dModel: 2, numHeads: 1, seed: 1, init: "random" });
  const zeros = (/** @type {number} */ rows) => ({ data: new Float32Array(2 * rows), shape: [1, rows, 2] });
  const run = layer.forward({ query: zeros(Tq), key: zeros(Tk), causal });
  const data = run.tensor("weights").data;
  run.dispose();
  layer.dispose();
  return { at: (/** @type {number} */ row, /** @type {number} */ key) => data[row * Tk + key] };
}

/** The softmax of a row in which every key is blocked. @param {Ask["core"]} core @param {"-inf" | "-1e9"} fill */
function allBlocked(core, fill) {
  const T = 4;
  const layer = core.createLayer({ dModel: 4, numHeads: 1, seed: 1, init: "random" });
  const query = core.embed(["a", "b", "c", "d"], { dModel: 4, seed: 1 });
  const attnMask = { data: new Uint8Array(T * T).fill(1), shape: [T, T] };
  const run = layer.forward({ query, attnMask, maskFill: fill, softmaxEmptyRow: "nan" });
  const [first] = run.tensor("weights").data;
  run.dispose();
  layer.dispose();
  const made = Number.isNaN(first)
    ? "nan"
    : Math.abs(first - 1 / T) < 1e-6
      ? "average"
      : first === 0
        ? "zero"
        : "other";
  const others = ["nan", "average", "zero", "error"].filter((key) => key !== made);
  return { given: { fill }, answer: made, wrong: Object.fromEntries(others.map((key) => [key, key])) };
}
