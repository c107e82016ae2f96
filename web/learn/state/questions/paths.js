import { rightElementOf } from "../../../kit/state/compare.js";
import { NOTHING_OWN } from "../../../kit/state/own.js";
import { PYTORCH } from "../../../kit/text/code/pytorch.js";
import { write } from "../../../kit/text/code/template.js";
import { oneOf, pick } from "./question.js";

/** @import { Ask, Facts, Question } from "./question.js" */

/** @typedef {import("../../../core/types.js").Fault} Fault */

/** Wrong paths: their effects, and where these show. @satisfies {readonly Question[]} */
export const PATHS = /** @type {Question[]} */ ([
  {
    id: "view_words",
    level: 2,
    about: "view",
    kind: "choice",
    needs: { tokens: 3, heads: 2 },
    facts(ask) {
      const compared = cut(ask);
      if (!compared) return null;
      const { comparison, step } = compared;
      const [, heads, rows, width] = step.shape;
      const head = pick(ask.turn, heads, 2);
      const seen = new Set();
      for (let row = 0; row < rows; row++)
        for (let d = 0; d < width; d++) seen.add(rightElementOf(comparison, step, [0, head, row, d]).token);
      const all = Array.from({ length: rows }, (_, token) => token);
      const answer = all.filter((token) => seen.has(token));
      return {
        given: { head, words: ask.picture.settings.tokens, chip: step.shape },
        answer,
        wrong: {
          all,
          next: answer.map((token) => (token + 1) % rows).sort((a, b) => a - b),
          own: [head % rows],
        },
        shows: { step: "q_heads", head, wrong: "view_without_transpose" },
      };
    },
  },
  {
    id: "revealing_test",
    level: 3,
    about: "view",
    kind: "choice",
    needs: { tokens: 3, heads: 2 },
    facts({ picture, compute, turn }) {
      const T = picture.settings.tokens.length;
      const one = pick(turn, T, 1);
      const swapped = (/** @type {Float32Array} */ rows) => exchanged(rows, one, (one + 1) % T, T);
      const plain = { keyTokens: [], kvHeads: null, causal: false, weights: /** @type {const} */ ("random") };
      const run = (
        /** @type {Fault} */ fault,
        /** @type {{ heads?: number }} */ sizes = {},
        isSwapped = false,
      ) =>
        compute(
          { ...plain, ...sizes },
          {
            ...{ fault, own: NOTHING_OWN },
            given: (call) =>
              isSwapped
                ? {
                    ...call,
                    query: { ...call.query, data: swapped(/** @type {Float32Array} */ (call.query.data)) },
                  }
                : call,
          },
        );
      const moves = (/** @type {Fault} */ fault) =>
        largestDifference(swapped(run(fault).values("output")), run(fault, {}, true).values("output"));
      const cut = "view_without_transpose";
      const wrong = run(cut);
      const passes = [
        wrong.values("output").length === T * wrong.config.dModel,
        wrong.measure().rowSum.data.every((sum) => Math.abs(sum - 1) < 1e-4),
        largestDifference(
          run(cut, { heads: 1 }).values("output"),
          run("none", { heads: 1 }).values("output"),
        ) < 1e-4,
        moves("none") < 1e-4,
      ];
      if (!passes.every(Boolean) || moves(cut) < 1e-2) return null;
      return {
        given: {},
        answer: "swap",
        wrong: { shape: "shape", sums: "sums", one_head: "one_head" },
        shows: { step: "q_heads", wrong: cut },
      };
    },
  },
  {
    id: "leak_merge",
    level: 4,
    about: "mask",
    kind: "indices",
    needs: { tokens: 3, heads: 2 },
    facts: (ask) => leaks(ask, "merge_without_transpose"),
  },
  {
    id: "leak_view",
    level: 4,
    about: "mask",
    kind: "indices",
    needs: { tokens: 3, heads: 2 },
    facts: (ask) => leaks(ask, "view_without_transpose"),
  },
  {
    id: "symmetric",
    level: 3,
    about: "score",
    kind: "choice",
    needs: { tokens: 3 },
    facts({ compute }) {
      const plain = { keyTokens: [], causal: false };
      const [right, raw] = /** @type {Fault[]} */ (["none", "raw_inputs"]).map((fault) =>
        asymmetry(compute(plain, { fault })),
      );
      if (raw > 1e-4 || right < 1e-2) return null;
      return {
        given: {},
        answer: "symmetric",
        wrong: { as_before: "as_before", identity: "identity", zero: "zero" },
        shows: { step: "scores", wrong: "raw_inputs" },
      };
    },
  },
  {
    id: "fails_loudly",
    level: 2,
    about: "view",
    kind: "choice",
    needs: { tokens: 2, heads: 2, features: 2 },
    facts({ compute }) {
      const asked = /** @type {Fault[]} */ ([
        "view_without_contiguous",
        "view_without_transpose",
        "merge_without_transpose",
        "softmax_axis",
      ]);
      const loud = asked.filter((fault) =>
        compute({ keyTokens: [], kvHeads: null }, { fault }).steps.some(({ error }) => error),
      );
      if (loud.length !== 1) return null;
      const quiet = asked.filter((fault) => fault !== loud[0]);
      return {
        given: {},
        answer: loud[0],
        wrong: Object.fromEntries(quiet.map((fault) => [fault, fault])),
        shows: { step: "concat", wrong: loud[0] },
      };
    },
  },
]);

/** The queries split without a transpose, compared with the right ones. @param {Ask} ask */
function cut({ compute }) {
  const plain = { keyTokens: [], kvHeads: null };
  const [right, wrong] = [compute(plain), compute(plain, { fault: "view_without_transpose" })];
  const step = wrong.step("q_heads");
  return step && { step, comparison: { fault: wrong.fault, right, wrong, none: null, error: null } };
}

/** Rows of which two have changed places. @param {Float32Array} rows @param {number} one @param {number} other @param {number} count */
function exchanged(rows, one, other, count) {
  const width = rows.length / count;
  return rows.map((_, at) => {
    const row = Math.floor(at / width);
    const from = row === one ? other : row === other ? one : row;
    return rows[from * width + (at % width)];
  });
}

/** The largest difference. @param {Float32Array} a @param {Float32Array} b */
const largestDifference = (a, b) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

/**
 * Output rows before the last that change with the last word under a causal mask. Uses random weights, so that no row stays equal by
 * chance.
 * @param {Ask} ask @param {Fault} fault @returns {Facts | null}
 */
function leaks({ picture, compute, turn }, fault) {
  const base = { causal: true, keyTokens: [], kvHeads: null, weights: /** @type {const} */ ("random") };
  const { tokens } = picture.settings;
  const other = [...tokens.slice(0, -1), oneOf(turn, ["wide", "blue", "late"])];
  const [before, after] = [tokens, other].map((words) =>
    compute({ ...base, tokens: words }, { fault, own: NOTHING_OWN }),
  );
  if (!before.step("output") || before.step("output")?.error) return null;
  const width = before.config.dModel;
  const [one, two] = [before.values("output"), after.values("output")];
  const rows = tokens.map((_, row) => row).slice(0, -1);
  const changed = rows.filter((row) =>
    one.subarray(row * width, (row + 1) * width).some((value, i) => value !== two[row * width + i]),
  );
  return {
    given: { word: tokens[tokens.length - 1], other: other[other.length - 1], last: tokens.length - 1 },
    answer: changed,
    wrong: { none: [], all: rows, next_to_last: rows.slice(-1) },
    shows: { causal: "true", step: "output", wrong: fault },
  };
}

/** The largest difference between the scores and their transpose. @param {import("./question.js").Picture} picture */
function asymmetry(picture) {
  const step = picture.step("scores");
  if (!step) return NaN;
  const [, heads, T] = step.shape;
  const scores = picture.values("scores");
  const at = (/** @type {number} */ h, /** @type {number} */ i, /** @type {number} */ j) =>
    scores[(h * T + i) * T + j];
  let most = 0;
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < T; i++)
      for (let j = 0; j < i; j++) most = Math.max(most, Math.abs(at(h, i, j) - at(h, j, i)));
  return most;
}

/** Common bugs of tutorials, each in a program of this layer: which line is wrong? @type {readonly Question[]} */
export const CODE = [
  line("line_view", "view_without_transpose", 2),
  line("line_merge", "merge_without_transpose", 3),
  line("line_contiguous", "view_without_contiguous", 2),
  line("line_scale", "no_scale", 2),
  line("line_raw", "raw_inputs", 2),
  line("line_axis", "softmax_axis", 2),
  line("line_mask", "mask_reversed", 3),
];

/** @param {string} id @param {Fault} fault @param {Question["level"]} level @returns {Question} */
function line(id, fault, level) {
  const needs = { tokens: 2, heads: 2, features: 2 };
  return { id, level, about: "view", kind: "line", needs, facts: (ask) => wrongLine(ask, fault) };
}

/** @param {Ask} ask @param {Fault} fault @returns {Facts | null} */
function wrongLine({ compute }, fault) {
  const settings = { keyTokens: [], kvHeads: null, causal: fault.startsWith("mask") };
  const [right, wrong] = /** @type {Fault[]} */ (["none", fault]).map((path) => {
    const picture = compute(settings, { fault: path });
    return write(PYTORCH, { ...picture, fault: path }).map(({ pieces }) =>
      pieces.map(({ text }) => text).join(""),
    );
  });
  const at = wrong.findIndex((text, i) => text !== right[i]);
  if (at < 0) return null;
  const last = wrong.findIndex((text, i) => i > at && right.includes(text)) - 1;
  return {
    given: { line: wrong[at].trim() },
    lines: wrong,
    answer: at,
    also: wrong.map((_, i) => i).slice(at + 1, Math.max(at, last) + 1),
    wrong: {},
    shows: { wrong: fault, ...(settings.causal && { causal: "true" }) },
  };
}
