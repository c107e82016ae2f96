import { say, words } from "./words.js";

/**
 * How one number of a step was made, with the numbers it was made from put in. The forms are the core's, in symbols; those that read
 * better in words have them here, and a form without is shown as it is. Nothing here computes a number.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("./words.js").Speaker} Speaker
 * @typedef {Readonly<Record<string, string | number | undefined>>} Parts  what fills the blanks
 */

/** By the core's form. */
export const FORMULAS = words("formulas", {
  "{x}": "a copy of {a}",
  "{x} | {fill}": "{x}, or {fill} where blocked",
  "exp {x} / Σ exp {a}": "softmax({x}) over {a}",
  "{x} · 1/(1 − {p}) | 0": "{x} · 1/(1 − {p}), or 0 where dropped",
  input: "the word's vector and the position's, side by side",
  same: "the same number as {a}",
  /** @param {string} op */
  unknown: (op) => `by ${op}, which is not known here`,
  /** After the first products of a sum. @param {number} n in all */
  products: (n) => `… (${n} products)`,
});

/** Of steps whose numbers have a name of their own. @type {Readonly<Record<string, string>>} */
const BY_ID = {
  scaled: "{x} / √{dK}",
};

/** @param {import("../state/picture.js").Picture} picture @param {Step} step @param {Parts} parts @param {Speaker} [speaker] */
export function formulaOf({ operations }, step, parts, speaker) {
  return formOf(operations[step.op], step, Number(parts.j), speaker).replace(/\{(\w+)\}/g, (_, name) =>
    String(parts[name] ?? NaN),
  );
}

/** @param {import("../core/types.js").Operation | undefined} operation @param {Step} step @param {number} column @param {Speaker} [speaker] */
function formOf(operation, { id, op, inputs }, column, speaker) {
  const said = say(FORMULAS, speaker);
  if (!operation) return said.unknown(op);
  if (!inputs.length) return said.input;
  const { formulas } = operation;
  const form = formulas[column % formulas.length];
  return BY_ID[id] ?? /** @type {Record<string, any>} */ (said)[form] ?? form ?? said.same;
}
