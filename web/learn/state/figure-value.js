import { costOf } from "../../kit/state/cost.js";
import { flatIndex } from "../../kit/state/memory.js";
import { SETTINGS, valueOf } from "../../kit/state/settings.js";
import { unknownStep } from "../../kit/state/stages.js";
import { groupDigits } from "../../kit/text/grouped.js";
import { asWritten } from "./answers.js";

/**
 * A number of a figure, by its name in prose: `weights[0,4,7,1]`, `q_heads.strides`, `weights[0,4,7].max`, `tokens[7]`, `heads`,
 * `parameters`.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Step} Step
 */

/** The index does not exist in the current picture, but may exist for another sentence or other sizes. */
export class Absent extends RangeError {}

const PATH = /^\s*([\w-]+)\s*(?:\[([^\]]*)\])?\s*(?:\.(\w+))?\s*$/;

/** Properties of a whole step. @type {Readonly<Record<string, (step: Step) => number | string | readonly number[]>>} */
const OF_STEP = {
  shape: ({ shape }) => shape,
  strides: ({ strides }) => strides,
  offset: ({ offset }) => offset,
  storage: ({ storage }) => storage,
  flops: ({ flops }) => flops,
  bytes: ({ bytesRead, bytesWritten }) => bytesRead + bytesWritten,
  size: ({ shape }) => shape.reduce((all, size) => all * size, 1),
};

/** Functions of several numbers. @type {Readonly<Record<string, (numbers: Float32Array) => number>>} */
const OF_NUMBERS = {
  sum: (numbers) => numbers.reduce((all, value) => all + value, 0),
  max: (numbers) => numbers.reduce((most, value) => Math.max(most, value), -Infinity),
  min: (numbers) => numbers.reduce((least, value) => Math.min(least, value), Infinity),
};

/** Totals of the whole layer. */
const TOTALS = /** @type {const} */ (["parameters", "flops", "bytesRead", "bytesWritten", "bytesHeld"]);

/**
 * @param {string} of
 * @param {Picture} picture @param {import("../../core/index.js").Core} core core of the picture
 * @param {number} [digits] significant digits
 * @returns {string} formatted value
 * @throws {RangeError} that names the unknown value and the known ones
 */
export function valueIn(of, picture, core, digits = 3) {
  const [, name, at, what] = PATH.exec(of.slice(0, 200)) ?? [];
  if (!name)
    throw new RangeError(
      `of "${of.slice(0, 60)}" names no number; write weights[0,4,7,1], q_heads.shape or heads`,
    );
  return formatValue(findValue(name, at, what, picture, core), digits);
}

/** @param {string} name @param {string | undefined} at @param {string | undefined} what @param {Picture} picture @param {import("../../core/index.js").Core} core @returns {number | string | readonly number[]} */
function findValue(name, at, what, picture, core) {
  const { settings } = picture;
  if (name === "tokens") return tokenIn(settings.tokens, at);
  const row = SETTINGS.find(({ attribute }) => attribute === name);
  if (row && at === undefined && what === undefined)
    return String(valueOf(settings, row) ?? picture.config[/** @type {"dK"} */ (row.name)]);
  const total = TOTALS.find((each) => each === name);
  if (total) return costOf(core, settings, null, picture.own, picture.lengths)[total];
  const step = picture.step(name);
  if (!step) throw unknownStep(name, picture.steps);
  return at === undefined && what !== undefined && OF_STEP[what]
    ? OF_STEP[what](step)
    : numberIn(step, at ?? "", what, picture);
}

/** @param {readonly string[]} tokens @param {string | undefined} at */
function tokenIn(tokens, at) {
  if (at === undefined) return tokens.length;
  const token = tokens[Number(at)];
  if (token === undefined)
    throw new Absent(`tokens[${at}] is not there; the sentence has ${tokens.length}, from 0`);
  return token;
}

/** @param {Step} step @param {string} at @param {string | undefined} what @param {Picture} picture */
function numberIn(step, at, what, picture) {
  const index = at
    .split(",")
    .filter((part) => part.trim())
    .map(Number);
  const { id, shape } = step;
  const fits =
    index.length <= shape.length &&
    index.every((i, axis) => Number.isInteger(i) && i >= 0 && i < shape[axis]);
  if (!fits)
    throw new Absent(`${id}[${at}] is not there; ${id} has shape (${shape.join(", ")}), each index from 0`);
  const count = shape.slice(index.length).reduce((all, size) => all * size, 1);
  const from = flatIndex(step, [...index, ...shape.slice(index.length).map(() => 0)]);
  const numbers = picture.values(id).subarray(from, from + count);
  if (what === undefined && count === 1) return numbers[0];
  const make = OF_NUMBERS[what ?? ""];
  if (make) return make(numbers);
  const known = [...Object.keys(OF_NUMBERS), ...(at ? [] : Object.keys(OF_STEP))]
    .map((each) => `.${each}`)
    .join(" ");
  throw new RangeError(
    what === undefined
      ? `${id}[${at}] are ${count} numbers; name one by ${shape.length} indices, or ask for ${known}`
      : `${id} has no .${what}; there is ${known}`,
  );
}

/** @param {number | string | readonly number[]} value @param {number} digits */
function formatValue(value, digits) {
  if (typeof value !== "number") return asWritten(value);
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < HUGE)
    return Math.abs(value) < LARGE ? asWritten(value) : groupDigits(value);
  if (Math.abs(value) < SMALL || Math.abs(value) >= HUGE)
    return `${signed(value.toExponential(digits - 1))
      .replace(/e\+?/, " · 10")
      .replace(/−?\d+$/, raised)}`;
  return signed(String(Number(value.toPrecision(digits))));
}

const LARGE = 10_000; // numbers from here on have separators between thousands
const SMALL = 1e-6; // smaller numbers are written with a power of ten,
const HUGE = 1e21; // and numbers from here on

/** @param {string} text */
const signed = (text) => text.replaceAll("-", "−");

/** Superscript digits. @param {string} digits */
const raised = (digits) => digits.replace("−", "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]);
