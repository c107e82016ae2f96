/**
 * How one number of a step was made, with the numbers it was made from put in. The forms are the core's, in symbols; those that read
 * better in words have them here, and a form without is shown as it is. Nothing here computes a number.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {Readonly<Record<string, string | number | undefined>>} Parts  what fills the blanks
 */

/** By the core's form. @type {Readonly<Record<string, string>>} */
const IN_WORDS = {
  "{x}": "a copy of {a}",
  "{x} | {fill}": "{x}, or {fill} where blocked",
  "exp {x} / Σ exp {a}": "softmax({x}) over {a}",
  "{x} · 1/(1 − {p}) | 0": "{x} · 1/(1 − {p}), or 0 where dropped",
};

/** Of steps whose numbers have a name of their own. @type {Readonly<Record<string, string>>} */
const BY_ID = {
  scaled: "{x} / √{dK}",
};

/** @param {import("../state/picture.js").Picture} picture @param {Step} step @param {Parts} parts */
export function formulaOf({ operations }, step, parts) {
  return formOf(operations[step.op], step, Number(parts.j)).replace(/\{(\w+)\}/g, (_, name) =>
    String(parts[name] ?? NaN),
  );
}

/** @param {import("../core/types.js").Operation | undefined} operation @param {Step} step @param {number} column */
function formOf(operation, { id, op, inputs }, column) {
  if (!operation) return `by ${op}, which is not known here`;
  if (!inputs.length) return "the word's vector and the position's, side by side";
  const { formulas } = operation;
  const form = formulas[column % formulas.length];
  return BY_ID[id] ?? IN_WORDS[form] ?? form ?? "the same number as {a}";
}
