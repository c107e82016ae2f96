import { PYTORCH } from "../../../kit/text/code/pytorch.js";
import { write } from "../../../kit/text/code/template.js";

/** @import { Ask, Facts, Question } from "./question.js" */
/** @typedef {import("../../../core/types.js").Fault} Fault */

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
