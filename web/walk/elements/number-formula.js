import { formatNumber } from "../../kit/draw/legend.js";
import { flatIndex } from "../../kit/state/memory.js";
import { columnOf, makingOf } from "../state/trail.js";
import { sizesOf } from "../../kit/state/sizes.js";
import { FORMULAS, formulaOf } from "../words.js";
import { say } from "../../kit/text/words.js";
import { range } from "../../kit/elements/shape.js";

/**
 * The computation of one number, with the numbers that it depends on; loaded after the picture.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 */

const TERMS = 3; // terms of a sum to write out; further terms are only counted
const DIGITS = 6; // digits of inputs, enough to check the last digit of the result by hand
const FEW_DIGITS = 3; // digits where there is little room

/** @param {Picture} picture @param {Step} step @param {readonly number[]} index @param {import("../../kit/text/words.js").Localized} speaker */
export const formulaWithNumbers = (picture, step, index, speaker) =>
  formulaOf(picture, step, partsOf(picture, step, index, speaker), speaker);

/**
 * The computation with as many terms of a sum as fit.
 * @param {Picture} picture @param {Step} step @param {readonly number[]} index @param {import("../../kit/text/words.js").Localized} speaker
 * @param {(formula: string) => boolean} fits
 */
export function formulaWithin(picture, step, index, speaker, fits) {
  const forms = Array.from({ length: TERMS }, (_, i) =>
    formulaOf(picture, step, partsOf(picture, step, index, speaker, TERMS - i), speaker),
  );
  const short = (/** @type {boolean} */ isBrief) => {
    const parts = partsOf(picture, step, index, speaker, 1, FEW_DIGITS, isBrief);
    const formula = formulaOf(picture, step, parts, speaker, isBrief);
    return formula.split(" = ").at(-1) ?? formula; // without the names of the factors
  };
  return [...forms, short(false)].find(fits) ?? short(true);
}

/**
 * The blanks of an operation's formula for one element, with numbers from the core.
 * @param {Picture} picture
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {import("../../kit/text/words.js").Localized} speaker
 * @param {number} [most]  terms of a sum
 * @param {number} [precise]  digits of inputs
 * @param {boolean} [isBrief]  whether further terms are not counted
 * @returns {import("../words.js").Parts}
 */
function partsOf(picture, step, index, speaker, most = TERMS, precise = DIGITS, isBrief = false) {
  const { read, factors, order } = makingOf(picture, step, index);
  const { attributes, shape, weights } = step;
  const by = factors && weights.length ? columnOf(picture, step, index) : null;
  const digits = (/** @type {unknown} */ value) =>
    typeof value === "number" ? formatNumber(value, precise) : "";
  const terms = factors && order.slice(0, most).map((i) => factors.map((side) => digits(side[i])).join("·"));
  const [a, b = by && columnSaid(by)] = read.map(
    ({ input, block }) => `${input.id}[${block.map((span, axis) => range(input, axis, span)).join(", ")}]`,
  );
  const [x, y] = read.map(({ input }) =>
    input.shape.join() === shape.join() ? digits(picture.values(input.id)[flatIndex(input, index)]) : "",
  );
  const [i, j] = index.slice(-2);
  const pair = pairOf(step, j);
  const [x0, x1] = (pair ? pair.places.map((place) => read[0].numbers[place]) : (read[0]?.numbers ?? [])).map(
    digits,
  );
  const factor = /** @type {number[] | undefined} */ (attributes.factors)?.[index[Number(attributes.dim)]];
  const given = Object.entries({ factor, ...attributes }).map(([name, value]) => [name, digits(value)]);
  return {
    ...Object.fromEntries(given),
    ...{
      a,
      b,
      x,
      y,
      x0,
      x1,
      i,
      j,
      pair: pair?.first ?? j - (j % 2),
      width: shape.at(-1),
      ...parametersOf(picture, step, index, digits),
      dK: sizesOf(picture).dK,
    },
    terms: terms
      ? terms.join(" + ") +
        (order.length > most ? ` + ${isBrief ? "…" : say(FORMULAS, speaker).products(order.length)}` : "") +
        (by && by.bias !== null ? ` + ${digits(by.bias)}` : "")
      : "",
  };
}

/**
 * Numbers of parameters that a formula names: the weight of a norm for a feature.
 * @param {Picture} picture @param {Step} step @param {readonly number[]} index @param {(value: unknown) => string} digits
 */
function parametersOf(picture, { op, weights }, index, digits) {
  if (op !== "rms_norm") return {};
  const name = /** @type {import("../../core/types.js").WeightName} */ (weights[0]);
  return { weight: digits(picture.weight(name).data[Number(index.at(-1))]) };
}

/**
 * Rotary positions by halves read a whole row: the places of the two features of a pair, and the first of them as interleaved pairs count.
 * @param {Step} step @param {number} j
 */
function pairOf({ op, attributes }, j) {
  if (op !== "rope_half") return null;
  const half = Number(attributes.turned) / 2;
  return { places: [j % half, (j % half) + half], first: 2 * (j % half) };
}

/** W_Q[:, 3] + b_Q[3] @param {ReturnType<typeof columnOf>} by */
function columnSaid({ name, column, bias }) {
  const lane = name.slice(1);
  return `W_${lane}[:, ${column}]${bias === null ? "" : ` + b_${lane}[${column}]`}`;
}
