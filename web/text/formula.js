/**
 * How one number of a step was made, with the numbers it was made from put in. `$` stands for a fetched value; nothing here
 * computes one.
 *
 * @typedef {import("../core/types.js").Step} Step
 *
 * @typedef {object} Parts
 * @property {string[]} operands   names of what was read, indices in brackets
 * @property {string} weights      the column of a projection's weights
 * @property {string[]} values     the numbers read, where they are few
 * @property {string} terms        products of a sum, where it is one
 * @property {number} dK
 */

/** @type {Partial<Record<Step["op"], (parts: Parts) => string>>} */
const BY_OP = {
  input: () => "the word's vector and the position's, side by side",
  linear: ({ operands: [row], weights, terms }) => `${row} · ${weights} = ${terms}`,
  matmul: ({ operands: [row, column], terms }) => `${row} · ${column} = ${terms}`,
  mask: ({ values: [value] }) => `${value}, or −∞ where blocked`,
  softmax: ({ values: [value], operands: [row] }) => `softmax(${value}) over ${row}`,
  dropout: ({ values: [value] }) => `${value} · 1/(1 − p), or 0 where dropped`,
  scale: ({ values: [value] }) => `${value} · the head's factor`,
  contiguous: ({ operands: [name] }) => `a copy of ${name}`,
};

/** @type {Readonly<Record<string, (parts: Parts) => string>>} */
const BY_ID = {
  scaled: ({ values: [value], dK }) => `${value} / √${dK}`,
};

/** @param {Step} step @param {Parts} parts */
export function formulaOf(step, parts) {
  const say = BY_ID[step.id] ?? BY_OP[step.op];
  return say ? say(parts) : `the same number as ${parts.operands[0]}`;
}
