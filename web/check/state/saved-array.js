import { elements } from "../../core/tensor-argument.js";
import { isBlocked } from "./causal.js";
import { coreId } from "./core-steps.js";
import { permuteAxes } from "./products.js";

/**
 * Compares a saved array with a step, in any shape in which it may have been saved.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 * @typedef {import("./layer-steps.js").StepName} StepName
 * @typedef {typeof import("./names.js").RESULTS[number]} Result
 *
 * @typedef {object} Form  a form in which an array may have been saved
 * @property {string} as       name of the form: heads_first, heads_last, merged, stacked, repeated, mean; or the operation that the numbers
 * precede or follow
 * @property {StepName} step   the step with these numbers
 * @property {readonly number[]} shape
 * @property {readonly number[]} [of]  sizes of the step, if its heads are to stand after the tokens
 *
 * @typedef {object} Compared
 * @property {string} as
 * @property {string} id       id of the core's step
 * @property {number} difference  largest difference; Infinity if one of the two is NaN
 * @property {number[]} at     index of that difference in the saved array
 * @property {number} theirs @property {number} ours  the core's value there
 * @property {boolean} agrees
 */

/**
 * Tolerances for equal numbers: rtol of the core's number plus atol of the largest number of the array.
 * `one`: only the core rounds to float32 at each step; `both`: the reader's code does so too.
 */
const TOLERANCES = { both: { rtol: 1e-4, atol: 2e-5 }, one: { rtol: 5e-5, atol: 1e-5 } };

/** @typedef {{ rtol: number, atol: number, least?: number }} Tolerance  least: an absolute tolerance */

/** @param {SavedArray} array @returns {Tolerance} */
export const toleranceOf = ({ dtype }) => (dtype.endsWith("f8") ? TOLERANCES.one : TOLERANCES.both);

/** Possible forms of each array. @type {Readonly<Record<Result, (layer: Layer) => Form[]>>} */
const FORMS = {
  q: (layer) => lane("q", layer),
  k: (layer) => lane("k", layer),
  v: (layer) => lane("v", layer),
  scores: (layer) => scoresIn(layer).flatMap((step) => square(step, step, layer)),
  attention: (layer) => [
    ...square("attention", "heads_first", layer),
    { as: "mean", step: "attention", shape: [layer.sizes.B, layer.sizes.T, layer.sizes.Tk] },
  ],
  context: contexts,
  output: (layer) =>
    layer.isKernel
      ? contexts(layer)
      : [{ as: "merged", step: "output", shape: [layer.sizes.B, layer.sizes.T, layer.sizes.dModel] }],
};

/** Steps of the scores that a layer has. @param {Layer} layer @returns {("scores" | "scaled" | "capped" | "biased" | "masked")[]} */
const scoresIn = ({ softcap, slopes, causal, window, padding, mask }) => [
  "scores",
  "scaled",
  ...(softcap === null ? [] : [/** @type {const} */ ("capped")]),
  ...(slopes ? [/** @type {const} */ ("biased")] : []),
  ...(causal || window || padding || mask ? [/** @type {const} */ ("masked")] : []),
];

/** A projection, merged or split into heads, before and after the steps that change it. @param {"q" | "k" | "v"} name @param {Layer} layer @returns {Form[]} */
function lane(name, { sizes, norm, rope, latent, past }) {
  const { B, T, Tnew, Tk, H, kvHeads, dK, dV, width } = sizes;
  const heads = name === "q" ? H : kvHeads;
  const d = { q: width, k: dK, v: dV }[name];
  const tokens = name === "q" ? T : Tnew;
  const turns = name !== "v" && (rope || latent);
  const size = turns ? width : d;
  const all = name === "q" ? "q_turned" : `${name}_all`;
  return [
    { as: "heads_first", step: `${name}_heads`, shape: [B, heads, tokens, d] },
    { as: "heads_last", step: name, shape: [B, tokens, heads, d] },
    { as: "merged", step: name, shape: [B, tokens, heads * d] },
    { as: "stacked", step: `${name}_heads`, shape: [B * heads, tokens, d] },
    ...(norm && name !== "v" ? orders("normed", `${name}_normed`, [B, heads, tokens, d]) : []),
    ...(turns ? orders("turned", `${name}_turned`, [B, heads, tokens, size]) : []),
    ...(past && name !== "q" ? orders("cached", all, [B, heads, Tk, size]) : []),
    ...(kvHeads < H && name !== "q" ? orders("repeated", `${name}_groups`, [B, H, Tk, size]) : []),
  ];
}

/** The heads of a step before, after and stacked upon the tokens. @param {string} as @param {string} step @param {number[]} of @returns {Form[]} */
function orders(as, step, of) {
  const [B, heads, tokens, d] = of;
  const name = /** @type {StepName} */ (step);
  return [
    { as, step: name, shape: of },
    { as, step: name, shape: [B, tokens, heads, d], of },
    { as, step: name, shape: [B, tokens, heads * d], of },
    { as, step: name, shape: [B * heads, tokens, d] },
  ];
}

/** @param {Layer} layer @returns {Form[]} */
function contexts({ sizes: { B, T, H, dV } }) {
  return [
    { as: "heads_first", step: "context", shape: [B, H, T, dV] },
    { as: "heads_last", step: "concat", shape: [B, T, H, dV] },
    { as: "merged", step: "concat", shape: [B, T, H * dV] },
    { as: "stacked", step: "context", shape: [B * H, T, dV] },
  ];
}

/** @param {StepName} step @param {string} as @param {Layer} layer @returns {Form[]} */
const square = (step, as, { sizes: { B, T, Tk, H } }) => [
  { as, step, shape: [B, H, T, Tk] },
  { as: as === "heads_first" ? "stacked" : as, step, shape: [B * H, T, Tk] },
];

/** Forms that match an array's shape, with or without a batch of one. @param {Result} name @param {readonly number[]} shape @param {Layer} layer */
export const formsFitting = (name, shape, layer) =>
  FORMS[name](layer).filter((form) => isLike(form.shape, shape));

/** Possible shapes, for a message. @param {Result} name @param {Layer} layer */
export const shapesOf = (name, layer) => [
  ...new Map(FORMS[name](layer).map(({ shape }) => [shape.join(), shape])).values(),
];

/** @param {readonly number[]} form @param {readonly number[]} shape */
const isLike = (form, shape) =>
  form.join() === shape.join() || (form[0] === 1 && form.slice(1).join() === shape.join());

/** The numbers of a form. @param {LayerSteps} steps @param {Form} form */
export function valuesOf(steps, { as, step, of }) {
  const values = steps.get(step);
  if (as === "mean") return meanOverHeads(values, steps.layer);
  return of ? permuteAxes(values, of, [0, 2, 1, 3]) : values;
}

/** @param {ArrayLike<number>} values @param {Layer} layer */
function meanOverHeads(values, { sizes: { B, T, Tk, H } }) {
  const cells = T * Tk;
  return Float64Array.from({ length: B * cells }, (_, at) => {
    let sum = 0;
    for (let h = 0; h < H; h++) sum += values[(Math.floor(at / cells) * H + h) * cells + (at % cells)];
    return sum / H;
  });
}

/**
 * The closest form; null if no step has the shape.
 * @param {LayerSteps} steps @param {Result} name @param {SavedArray} array
 * @param {(form: Form, values: ArrayLike<number>) => Tolerance} [tolerance]
 * @returns {Compared | null}
 */
export function compareArray(steps, name, array, tolerance = () => toleranceOf(array)) {
  /** @type {Compared | null} */
  let best = null;
  for (const form of formsFitting(name, array.shape, steps.layer)) {
    const values = valuesOf(steps, form);
    const id = coreId(form.step, steps.layer);
    const found = { as: form.as, id, ...largestDifference(array, values, tolerance(form, values)) };
    if (
      !best ||
      Number(found.agrees) > Number(best.agrees) ||
      (!best.agrees && found.difference < best.difference)
    )
      best = found;
    if (best.agrees) return best;
  }
  return best;
}

/** @param {SavedArray} array @param {ArrayLike<number>} ours @param {Tolerance} tolerance */
function largestDifference({ data, shape }, ours, { rtol, atol, least = 0 }) {
  const bound = atol * largestOf(ours) + least;
  const isNone = blockedBy(ours, shape[shape.length - 1]);
  let [difference, flat, agrees] = [0, 0, true];
  for (let i = 0; i < elements(shape); i++) {
    if (isSameNumber(data[i], ours[i]) || (ours[i] === -Infinity && isNone(i, data[i]))) continue;
    const each = Math.abs(data[i] - ours[i]);
    const isNear = each <= bound + rtol * Math.abs(ours[i]) && each < Infinity;
    if (isNear && !agrees) continue;
    const size = Number.isNaN(each) ? Infinity : each;
    if (size > difference || agrees !== isNear) [difference, flat, agrees] = [size, i, isNear];
  }
  return { difference, at: indexOf(flat, shape), theirs: data[flat], ours: ours[flat], agrees };
}

const NEGLIGIBLE = 100; // exp(−100) is 0 beside 1, in float32 and in any sum of weights

/**
 * Whether a number blocks a score: its weight is 0 beside that of the row's largest visible score.
 * @param {ArrayLike<number>} ours @param {number} width  of a row
 * @returns {(at: number, theirs: number) => boolean}
 */
function blockedBy(ours, width) {
  /** @type {Map<number, number>} */
  const largest = new Map();
  return (at, theirs) => {
    const row = Math.floor(at / width);
    let most = largest.get(row);
    if (most === undefined) {
      most = -Infinity;
      for (let i = row * width; i < (row + 1) * width; i++)
        if (!isBlocked(ours[i])) most = Math.max(most, ours[i]);
      largest.set(row, (most = Number.isFinite(most) ? most : 0));
    }
    return theirs < most - NEGLIGIBLE;
  };
}

/**
 * Whether some rows may be those of an array that agrees.
 * @param {SavedArray} array @param {{ ours: ArrayLike<number>, theirs: ArrayLike<number> }} rows
 */
export function mayAgree(array, { ours, theirs }) {
  const { rtol, atol } = toleranceOf(array);
  const bound = 2 * (rtol + atol) * largestOf(array.data);
  return Array.from(theirs).every(
    (each, i) => isSameNumber(each, ours[i]) || ours[i] === -Infinity || Math.abs(each - ours[i]) <= bound,
  );
}

/** The largest finite size of numbers, without blocked scores. @param {ArrayLike<number>} values */
export function largestOf(values) {
  let most = 0;
  for (let i = 0; i < values.length; i++)
    if (Number.isFinite(values[i]) && !isBlocked(values[i])) most = Math.max(most, Math.abs(values[i]));
  return most;
}

/** Also equal: NaN and NaN, and blocked scores whatever their value. @param {number} theirs @param {number} ours */
const isSameNumber = (theirs, ours) =>
  Object.is(theirs, ours) ||
  (isBlocked(ours) && isBlocked(theirs)) ||
  (Number.isNaN(theirs) && Number.isNaN(ours));

/** @param {number} flat @param {readonly number[]} shape */
function indexOf(flat, shape) {
  const index = shape.map(() => 0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = flat % shape[axis];
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}
