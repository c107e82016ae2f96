import { LastQueries } from "./last-queries.js";
import { maskScores } from "./layer-steps.js";
import { scaledBy } from "./mistakes.js";
import { mapValues } from "./products.js";
import { valuesOf } from "./saved-array.js";

/**
 * Mistakes with a number that is found from the saved arrays.
 *
 * @typedef {import("./trial.js").Trial} Trial
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {import("./layer-steps.js").Change} Change
 *
 * @typedef {object} Measured
 * @property {string} id
 * @property {(right: Trial, parts: Result) => { value: number, change: Change } | null} measure
 */

const FEWEST = 4; // fewer numbers fit by chance
const QUERIES = 16; // the last of each batch item, from which the number is found
const FEW = 4; // last queries of a long input, on which the guesses are compared
const TURNS = 12;
const DIGITS = 4;

/** @type {readonly Measured[]} */
export const MEASURED = [
  {
    id: "scale_factor",
    measure: (right, parts) =>
      choicesOf(right) < FEWEST
        ? null
        : findNumber(
            right,
            parts,
            Array.from({ length: 33 }, (_, i) => 2 ** ((i - 16) / 2)),
            (factor) => scaledBy(({ scale }) => scale * factor).change,
          ),
  },
  {
    id: "mask_filled",
    measure: (right, parts) => {
      if (right.steps.get("blocked").filter((each) => each === 1).length < FEWEST) return null;
      const guesses = [0, 1, -1, 2, -2, 4, -4, -6, 8, -8, -10, -13, -16, -20, 30];
      const it = findNumber(right, parts, guesses, (fill) => ({ masked: (s) => maskScores(s, fill) }));
      return it && leavesWeight(right.changed(it.change)) ? it : null;
    },
  },
];

/** How many weights the scores decide: of each query, one less than its visible keys. @param {Trial} right */
function choicesOf({ steps, layer }) {
  const [blocked, { Tk }] = [steps.get("blocked"), layer.sizes];
  let choices = 0;
  for (let row = 0; row < blocked.length; row += Tk)
    choices += Math.max(0, blocked.subarray(row, row + Tk).filter((each) => each === 0).length - 1);
  return choices;
}

/** Whether some blocked key has a weight in float32. @param {Trial} filled */
function leavesWeight({ steps }) {
  const blocked = steps.get("blocked");
  return steps.get("attention").some((weight, at) => blocked[at] === 1 && Math.fround(weight) > 0);
}

/**
 * The number with which a change gives the first different array: the best of some guesses, and from there by Gauss and Newton's method.
 * @param {Trial} right @param {Result} parts @param {readonly number[]} guesses @param {(value: number) => Change} change
 */
function findNumber(right, parts, guesses, change) {
  if (!right.changed(change(guesses[0])).alters(parts)) return null;
  const last = new LastQueries(right, parts, QUERIES);
  const few = right.layer.sizes.T > QUERIES ? new LastQueries(right, parts, FEW) : last;
  const apart = (/** @type {number} */ value) => apartFrom(last, change(value));
  let [value, least] = [guesses[0], Infinity];
  for (const guess of guesses) {
    const sum = dot(...pair(apartFrom(few, change(guess))));
    if (sum < least) [value, least] = [guess, sum];
  }
  for (let turn = 0; turn < TURNS; turn++) {
    const h = 1e-4 * Math.max(Math.abs(value), 0.1);
    const [here, there] = [apart(value), apart(value + h)];
    const slope = here.map((each, i) => (there[i] - each) / h);
    const step = -dot(slope, here) / dot(slope, slope);
    if (!Number.isFinite(step)) break;
    value += step;
    if (Math.abs(step) < 1e-8 * Math.max(Math.abs(value), 1e-3)) break;
  }
  const agrees = (/** @type {number} */ each) => right.changed(change(each)).compared(parts)?.agrees;
  if (!last.mayAgree(last.changed(change(value))) || !agrees(value)) return null;
  const rounded = Number(value.toPrecision(DIGITS));
  const plain = parts !== "scores" && agrees(0) ? 0 : agrees(rounded) ? rounded : value;
  return { value: plain, change: change(plain) };
}

/** @param {Float64Array} of @returns {[Float64Array, Float64Array]} */
const pair = (of) => [of, of];

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/**
 * Differences from the reader's numbers, in the closest form; 0 where one of the two is no finite number.
 * @param {LastQueries} queries @param {Change} change
 */
function apartFrom(queries, change) {
  const steps = queries.changed(change);
  let best = new Float64Array();
  let least = Infinity;
  for (const { form, theirs } of queries.forms) {
    const apart = difference(theirs, valuesOf(steps, form));
    const sum = dot(apart, apart);
    if (sum < least) [best, least] = [apart, sum];
  }
  return best;
}

/** @param {ArrayLike<number>} theirs @param {ArrayLike<number>} ours */
const difference = (theirs, ours) =>
  mapValues(theirs, (each, i) => (Number.isFinite(each) && Number.isFinite(ours[i]) ? each - ours[i] : 0));
