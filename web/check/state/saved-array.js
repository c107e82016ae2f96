import { elements } from "../../core/tensor-argument.js";
import { isBlocked } from "./causal.js";

/**
 * Compares a saved array with the core's, in any shape in which it may have been saved.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./saved-layer.js").Sizes} Sizes
 * @typedef {"q" | "k" | "v" | "scores" | "attention" | "context" | "output"} Result
 *
 * @typedef {object} Form  a form in which an array may have been saved
 * @property {string} as       name of the form: heads_first, heads_last, merged, stacked, repeated, mean; for scores also the operation
 * that they precede or follow
 * @property {readonly string[]} ids  the core's steps with these numbers in this order; the first existing one counts
 * @property {readonly number[]} shape
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

/** @param {SavedArray} array */
export const toleranceOf = ({ dtype }) => (dtype.endsWith("f8") ? TOLERANCES.one : TOLERANCES.both);

/** Possible forms of each array. @type {Readonly<Record<Result, (sizes: Sizes) => Form[]>>} */
const FORMS = {
  q: (sizes) => lane("q", sizes.H, sizes.dK, sizes),
  k: (sizes) => [...lane("k", sizes.kvHeads, sizes.dK, sizes), ...repeated("k", sizes.dK, sizes)],
  v: (sizes) => [...lane("v", sizes.kvHeads, sizes.dV, sizes), ...repeated("v", sizes.dV, sizes)],
  scores: (sizes) => ["scores", "scaled", "masked"].flatMap((id) => square(id, id, sizes)),
  attention: (sizes) => [
    ...square("weights", "heads_first", sizes),
    { as: "mean", ids: ["weights"], shape: [sizes.B, sizes.T, sizes.T] },
  ],
  context: ({ B, T, H, dV }) => [
    { as: "heads_first", ids: ["context"], shape: [B, H, T, dV] },
    { as: "heads_last", ids: ["context_t", "concat"], shape: [B, T, H, dV] },
    { as: "merged", ids: ["concat"], shape: [B, T, H * dV] },
    { as: "stacked", ids: ["context"], shape: [B * H, T, dV] },
  ],
  output: ({ B, T, dModel }) => [{ as: "merged", ids: ["output"], shape: [B, T, dModel] }],
};

/**
 * A projection, merged or split into heads.
 * @param {string} name @param {number} heads @param {number} width @param {Pick<Sizes, "B" | "T">} sizes @returns {Form[]}
 */
const lane = (name, heads, width, { B, T }) => [
  { as: "heads_first", ids: [`${name}_heads`], shape: [B, heads, T, width] },
  { as: "heads_last", ids: [`${name}_split`, name], shape: [B, T, heads, width] },
  { as: "merged", ids: [name, `${name}_split`], shape: [B, T, heads * width] },
  { as: "stacked", ids: [`${name}_heads`], shape: [B * heads, T, width] },
];

/** Grouped keys and values, repeated for each query head. @param {string} name @param {number} width @param {Sizes} sizes @returns {Form[]} */
const repeated = (name, width, { B, T, H, kvHeads }) =>
  kvHeads < H ? [{ as: "repeated", ids: [`${name}_groups`], shape: [B, H, T, width] }] : [];

/** @param {string} id @param {string} as @param {Sizes} sizes @returns {Form[]} */
const square = (id, as, { B, T, H }) => [
  { as, ids: [id], shape: [B, H, T, T] },
  { as: as === "heads_first" ? "stacked" : as, ids: [id], shape: [B * H, T, T] },
];

/** Forms that match an array's shape, with or without a batch of one. @param {Result} name @param {readonly number[]} shape @param {Sizes} sizes */
export const formsFitting = (name, shape, sizes) =>
  FORMS[name](sizes).filter((form) => isLike(form.shape, shape));

/** Possible shapes, for a message. @param {Result} name @param {Sizes} sizes */
export const shapesOf = (name, sizes) => [
  ...new Map(FORMS[name](sizes).map(({ shape }) => [shape.join(), shape])).values(),
];

/** @param {readonly number[]} form @param {readonly number[]} shape */
const isLike = (form, shape) =>
  form.join() === shape.join() || (form[0] === 1 && form.slice(1).join() === shape.join());

/**
 * The closest form; null if no step of the run has the shape.
 * @param {import("../../core/index.js").Core} core
 * @param {import("./other-attention.js").Traced} run
 * @param {Result} name @param {SavedArray} array @param {Sizes} sizes
 * @returns {Compared | null}
 */
export function compared(core, run, name, array, sizes) {
  /** @type {Compared | null} */
  let best = null;
  for (const { as, ids } of formsFitting(name, array.shape, sizes)) {
    const step = run.steps.find(({ id, error }) => ids.includes(id) && !error);
    if (!step) continue;
    const tensor = run.tensor(step.id);
    const { data } = as === "mean" ? core.blend(tensor, new Float32Array(sizes.H).fill(1 / sizes.H)) : tensor;
    const found = { as, id: step.id, ...largestDifference(array, data) };
    if (
      !best ||
      Number(found.agrees) > Number(best.agrees) ||
      (!best.agrees && found.difference < best.difference)
    )
      best = found;
  }
  return best;
}

/** @param {SavedArray} array @param {Float32Array} ours */
function largestDifference(array, ours) {
  const { data, shape } = array;
  const { rtol, atol } = toleranceOf(array);
  const largest = ours.reduce(
    (most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most),
    0,
  );
  let [difference, flat, agrees] = [0, 0, true];
  for (let i = 0; i < elements(shape); i++) {
    if (isSameNumber(data[i], ours[i])) continue;
    const each = Math.abs(data[i] - ours[i]);
    const isNear = each <= atol * largest + rtol * Math.abs(ours[i]) && each < Infinity;
    if (isNear && !agrees) continue;
    const size = Number.isNaN(each) ? Infinity : each;
    if (size > difference || agrees !== isNear) [difference, flat, agrees] = [size, i, isNear];
  }
  return { difference, at: indexOf(flat, shape), theirs: data[flat], ours: ours[flat], agrees };
}

/** Also equal: NaN and NaN, and blocked scores whatever their value. @param {number} theirs @param {number} ours */
const isSameNumber = (theirs, ours) =>
  Object.is(theirs, ours) ||
  (ours === -Infinity && isBlocked(theirs)) ||
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
