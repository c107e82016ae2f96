import { masked } from "./layer-steps.js";
import { masksIn } from "./masks.js";
import { scaledBy } from "./mistakes.js";
import { mapped } from "./products.js";
import { formsFitting, valuesOf } from "./saved-array.js";

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

const MOST_PRODUCTS = 2e9; // of all tries
const FEWEST = 4; // fewer numbers fit by chance
const TURNS = 12;
const DIGITS = 4;

/** @type {readonly Measured[]} */
export const MEASURED = [
  {
    id: "scale_factor",
    measure: (right, parts) =>
      found(
        right,
        parts,
        Array.from({ length: 33 }, (_, i) => 2 ** ((i - 16) / 2)),
        (factor) => scaledBy(({ scale }) => scale * factor).change,
      ),
  },
  {
    id: "mask_filled",
    measure: (right, parts) =>
      masksIn(right.layer).length
        ? found(right, parts, [0, 1, -1, 2, -2, 4, -4, -6, 8, -8, -10, -13, -16, -20, 30], (fill) => ({
            masked: (s) => masked(s, fill),
          }))
        : null,
  },
];

/**
 * The number with which a change gives the first different array: the best of some guesses, and from there by Gauss and Newton's method.
 * @param {Trial} right @param {Result} parts @param {readonly number[]} guesses @param {(value: number) => Change} change
 */
function found(right, parts, guesses, change) {
  const { data } = /** @type {import("./npy.js").SavedArray} */ (right.saved.known.get(parts));
  if (data.length < FEWEST || !right.changed(change(guesses[0])).alters(parts)) return null;
  if (costOf(right.layer.sizes) * (guesses.length + 2 * TURNS) > MOST_PRODUCTS) return null;
  const apart = (/** @type {number} */ value) => apartFrom(right.changed(change(value)), parts);
  let [value, least] = [guesses[0], Infinity];
  for (const guess of guesses) {
    const sum = dot(...pair(apart(guess)));
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
  if (!agrees(value)) return null;
  const short = Number(value.toPrecision(DIGITS));
  const plain = parts !== "scores" && agrees(0) ? 0 : agrees(short) ? short : value;
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

/** Differences from the reader's numbers, in the closest form; 0 where one of the two is no finite number. @param {Trial} trial @param {Result} parts */
function apartFrom(trial, parts) {
  const probed = parts === "output" ? trial.probed() : null;
  if (probed) return difference(probed.theirs, probed.ours);
  const array = /** @type {import("./npy.js").SavedArray} */ (trial.saved.known.get(parts));
  let best = new Float64Array();
  let least = Infinity;
  for (const form of formsFitting(parts, array.shape, trial.layer)) {
    const apart = difference(array.data, valuesOf(trial.steps, form));
    const sum = dot(apart, apart);
    if (sum < least) [best, least] = [apart, sum];
  }
  return best;
}

/** @param {ArrayLike<number>} theirs @param {ArrayLike<number>} ours */
const difference = (theirs, ours) =>
  mapped(theirs, (each, i) => (Number.isFinite(each) && Number.isFinite(ours[i]) ? each - ours[i] : 0));

/** Products of one try. @param {import("./layer.js").Sizes} sizes */
function costOf({ B, H, T, Tk, dV }) {
  return B * H * T * Tk * (dV + 2);
}
