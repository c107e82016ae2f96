/**
 * A step in index notation, derived from its axes, so that it is right for every step. Letters name axes; indices on both sides of the
 * arrow are kept, others are summed.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {{ letter: string, axis: string | null }} Letter   null for commas and arrows
 */

const LETTERS = /** @type {Record<string, string>} */ ({
  B: "b",
  T_q: "i",
  T_k: "j",
  "T_k+1": "j",
  H: "h",
  d_k: "d",
  d_v: "d",
  d_model: "m",
});

/**
 * @param {Step} step
 * @param {readonly Step[]} steps
 * @returns {Letter[] | null} null if the step reads nothing
 */
export function einsumOf(step, steps) {
  if (!step.inputs.length) return null;
  const operands = step.inputs.map((id) =>
    source(/** @type {Step} */ (steps.find((each) => each.id === id)), step),
  );
  const between = sign(step.op === "add" ? "+" : ",");
  const left = operands.flatMap((operand, i) => [...(i ? [between] : []), ...letters(operand, step)]);
  const weight = step.op === "linear" ? [sign(","), ...weightLetters(operands[0], step)] : [];
  return [...left, ...weight, sign("->"), ...letters(step)];
}

/**
 * The operand with its last two axes in the order that they had before a transpose of the same stage. Index notation names every axis, so
 * that it needs no transpose.
 * @param {Step} operand @param {Step} reader @returns {Step}
 */
function source(operand, reader) {
  if (reader.op !== "matmul" || operand.op !== "transpose" || operand.stage !== reader.stage) return operand;
  const axes = [...operand.axes];
  axes.push(.../** @type {[string]} */ (axes.splice(-2, 1)));
  return { ...operand, axes };
}

/** The letters of a step. Tokens of an operand without a lane have the letter of the reader's lane. @param {Step} step @param {Step} [reader] */
const letters = (step, reader = step) =>
  step.axes.map((axis, i) => ({ letter: letterOf(axis, step, i, step.lane ?? reader.lane), axis }));

/** Letters of a weight matrix: features of the input to features of the result. @param {Step} input @param {Step} step */
function weightLetters(input, step) {
  const last = (/** @type {Step} */ { axes }) => axes.length - 1;
  return [letters(input)[last(input)], letters(step)[last(step)]];
}

/** @param {string} axis @param {Step} step @param {number} position @param {Step["lane"]} lane */
function letterOf(axis, step, position, lane) {
  if (axis === "T") return lane === "k" || lane === "v" ? "j" : "i";
  if (LETTERS[axis]) return axis === "d_model" && step.op === "linear" ? "n" : LETTERS[axis];
  return { H_kv: "k", G: "g" }[axis] ?? "nopqrs"[position % 3];
}

/** @param {string} letter @returns {Letter} */
const sign = (letter) => ({ letter, axis: null });
