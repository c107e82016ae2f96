import { inConfig, refused } from "../text/refusals.js";
import { togetherIn } from "./batch-item.js";
import { repeatPadded } from "./batch.js";
import { moveIndex, flatIndex, stepsSharing } from "./memory.js";
import { compute } from "./picture.js";
import { areShares, measuresIn } from "./sums.js";
import { groupSize, headOf, headsOf, meaningOf, speakerOf } from "./selection.js";

/**
 * Compares the right path with a wrong one.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../../core/run.js").Run} Run
 * @typedef {import("../../core/types.js").Difference} Difference
 *
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} Comparison
 * @property {Fault} fault
 * @property {Picture} right
 * @property {Picture} wrong
 * @property {Message | null} none   message that says why the fault makes no difference here, or null
 * @property {Message | null} error  error of a refused wrong path, or null
 */

/** The fault that needs a batch, because it only matters if masks differ between sentences. */
const NEEDS_PAIR = "mask_repeat_order";

/** Tolerance for rounding, as a share of a row's weight or of the largest number. */
const ROUNDING = 1e-6;

/**
 * @param {import("../../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {Fault} fault
 * @param {import("./own.js").Own} [own]
 * @returns {Comparison}
 */
export function compare(core, settings, fault, own) {
  if (own?.mask && fault.startsWith("mask_")) throw inConfig(refused("needs_boolean_mask", { path: fault }));
  const given = fault === NEEDS_PAIR && !settings.batchTokens.length ? repeatPadded : undefined;
  const right = compute(core, settings, { given, own });
  if (!right.layer) throw inConfig(refused("needs_layer", { path: fault }));
  try {
    const wrong = compute(core, settings, { given, fault, own });
    return {
      fault,
      right,
      wrong,
      none:
        wrong.notices.find(({ id }) => id === "no_difference") ??
        (comesOutTheSame(right, wrong) ? refused("same_everywhere", { path: fault }) : null),
      error: wrong.steps.find((step) => step.refusal)?.refusal ?? null,
    };
  } catch (error) {
    right.dispose();
    throw error;
  }
}

/** Whether the wrong path gives the right path's result. @param {Picture} right @param {Picture} wrong */
function comesOutTheSame(right, wrong) {
  const step = wrong.step("output");
  if (!step || step.error || differenceOf(right, wrong).distance.data.some(isMore)) return false;
  const [is, should] = [wrong.values(step.id), right.values(step.id)];
  const most = should.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return is.every((value, i) => !isMore(Math.abs(value - should[i]) / most));
}

/** Differences by the run of the wrong path. Each wrong run is compared with one right run. @type {WeakMap<Run, Difference>} */
const differences = new WeakMap();

/** The difference over all sentences, cached. @param {Picture} right @param {Picture} wrong */
function differenceOf(right, wrong) {
  const { run } = togetherIn(wrong);
  const difference = differences.get(run) ?? togetherIn(right).run.differenceFrom(run);
  differences.set(run, difference);
  return difference;
}

/** @param {number} share */
const isMore = (share) => share > ROUNDING;

/**
 * The head and token at which a wrong path shows most: if rows no longer sum to 1, the row whose sum is farthest from 1; otherwise the row whose
 * attention differs most. Null if none differs, or if the path is refused before attention.
 * @param {Comparison} comparison
 * @returns {Pick<import("./selection.js").Selection, "head" | "token" | "batch"> | null}
 */
export function mostDifferent({ right, wrong }) {
  if (!wrong.steps.some(({ op }) => op === "softmax")) return null;
  const { head, query, distance } = differenceOf(right, wrong);
  if (!distance.data.some(isMore)) return null;
  const [items, heads, queries] = distance.shape;
  const isOfSums = !areShares(wrong);
  const far = isOfSums ? measuresIn(wrong).rowSum.data.map((sum) => Math.abs(sum - 1)) : distance.data;
  const most = far.reduce((at, each, i, all) => (each > all[at] ? i : at), 0);
  return {
    ...(isOfSums
      ? { head: Math.floor(most / queries) % heads, token: most % queries }
      : { head, token: query }),
    ...(right.items && items > 1 && { batch: Math.floor(most / (heads * queries)) }),
  };
}

/**
 * The true token, head and feature of an element on a wrong path. A wrong view gives the element wrong axes, so that its position in memory is looked
 * up in the right path.
 * @param {Comparison} comparison
 * @param {Step} step       a step of the wrong path
 * @param {readonly number[]} index
 * @returns {Partial<import("./selection.js").Selection>}
 */
export function rightElementOf({ right, wrong }, step, index) {
  const owner = stepsSharing(step, wrong.steps)[0];
  const same = right.step(owner.id);
  const place = moveIndex(step, index, owner);
  return same && place ? meaningOf(same, place, right.steps) : {};
}

/**
 * Whether a step of the wrong path has the right path's numbers at other indices.
 * @param {Comparison} comparison
 * @param {Step} step
 */
export function onlyMoves({ right, wrong }, step) {
  const owner = right.step(stepsSharing(step, wrong.steps)[0].id);
  return (
    step.storage === "view" && owner !== undefined && headsOf(speakerOf(owner, right.steps).axes, 1) !== null
  );
}

/**
 * Whether an element of the wrong step differs from the right step's element at the same index.
 * @param {Comparison} comparison
 * @param {Step} step
 * @param {readonly number[]} index
 */
export function isMisplaced(comparison, step, index) {
  const right = comparison.right.step(step.id);
  if (!right) return false;
  const [is, should] = [
    rightElementOf(comparison, step, index),
    meaningOf(right, index, comparison.right.steps),
  ];
  return is.token !== should.token || is.head !== should.head || is.feature !== should.feature;
}

/**
 * The number of misplaced elements, and of tokens that one head sees.
 * @param {Comparison} comparison
 * @param {Step} step
 * @param {number} head
 */
export function disorder(comparison, step, head) {
  const group = groupSize(comparison.wrong.steps);
  const tokens = new Set();
  let wrong = 0;
  const total = step.shape.reduce((n, size) => n * size, 1);
  for (let flat = 0; flat < total; flat++) {
    const index = unflatten(flat, step.shape);
    if (isMisplaced(comparison, step, index)) wrong++;
    if (headOf(step.axes, index, group) === head) tokens.add(rightElementOf(comparison, step, index).token);
  }
  return { wrong, total, tokens: tokens.size };
}

/**
 * Whether a value differs from the right path's by more than a share of the largest value.
 * @param {Comparison} comparison
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {number} tolerance
 */
export function differsAt({ right, wrong }, step, index, tolerance) {
  const same = right.step(step.id);
  if (!same || same.shape.some((size, axis) => size !== step.shape[axis])) return false;
  const at = flatIndex(step, index);
  return Math.abs(right.values(step.id)[at] - wrong.values(step.id)[at]) > tolerance;
}

/** @param {number} flat @param {readonly number[]} shape */
function unflatten(flat, shape) {
  const index = shape.map(() => 0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = flat % shape[axis];
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}
