import { inConfig, refused } from "../text/refusals.js";
import { togetherIn } from "./batch-item.js";
import { paired } from "./batch.js";
import { carry, flatIndex, sharing } from "./memory.js";
import { compute } from "./picture.js";
import { areShares, measuresIn } from "./sums.js";
import { groupSize, headOf, headsOf, meaningOf, speakerOf } from "./selection.js";

/**
 * The right path and a wrong one, side by side.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("./picture.js").Picture} Picture
 *
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} Comparison
 * @property {Fault} fault
 * @property {Picture} right
 * @property {Picture} wrong
 * @property {Message | null} none   why this fault makes no difference here, or that it makes none
 * @property {Message | null} error  why the wrong path was refused
 */

/** A fault that only shows when a mask differs between sentences needs two of them. */
const NEEDS_PAIR = "mask_repeat_order";

/** A smaller share of a row's weight on other keys, or of the largest number, is no difference. */
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
  const given = fault === NEEDS_PAIR && !settings.batchTokens.length ? paired : undefined;
  const right = compute(core, settings, { given, own });
  if (!right.layer) throw inConfig(refused("needs_layer", { path: fault }));
  try {
    const wrong = compute(core, settings, { given, fault, own });
    return {
      fault,
      right,
      wrong,
      none:
        wrong.warnings.find(({ id }) => id === "no_difference") ??
        (comesOutTheSame(right, wrong) ? refused("same_everywhere", { path: fault }) : null),
      error: wrong.steps.find((step) => step.error)?.error ?? null,
    };
  } catch (error) {
    right.dispose();
    throw error;
  }
}

/** Whether a wrong path came out where the right one does. @param {Picture} right @param {Picture} wrong */
function comesOutTheSame(right, wrong) {
  const step = wrong.step("output");
  if (!step || step.error || differenceOf(right, wrong).distance.data.some(isMore)) return false;
  const [is, should] = [wrong.values(step.id), right.values(step.id)];
  const most = should.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return is.every((value, i) => !isMore(Math.abs(value - should[i]) / most));
}

/** In all sentences. @param {Picture} right @param {Picture} wrong */
const differenceOf = (right, wrong) => togetherIn(right).run.differenceFrom(togetherIn(wrong).run);

/** @param {number} share */
const isMore = (share) => share > ROUNDING;

/**
 * The head and the token at which a wrong path shows most: where rows no longer sum to 1, the row whose sum is farthest from it; elsewhere the
 * one that attends most differently. Null where none does, or the path is refused before it attends.
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
 * What an element really is, whatever the axes of a wrong view call it: by its place in memory, which the right path reads rightly.
 * @param {Comparison} comparison
 * @param {Step} step       of the wrong path
 * @param {readonly number[]} index
 * @returns {Partial<import("./selection.js").Selection>}
 */
export function truth({ right, wrong }, step, index) {
  const owner = sharing(step, wrong.steps)[0];
  const same = right.step(owner.id);
  const place = carry(step, index, owner);
  return same && place ? meaningOf(same, place, right.steps) : {};
}

/**
 * Whether a step of the wrong path only looks wrongly at memory that the right path has too, so that its elements are the same
 * numbers in other places.
 * @param {Comparison} comparison
 * @param {Step} step
 */
export function onlyMoves({ right, wrong }, step) {
  const owner = right.step(sharing(step, wrong.steps)[0].id);
  return (
    step.storage === "view" && owner !== undefined && headsOf(speakerOf(owner, right.steps).axes, 1) !== null
  );
}

/**
 * Whether an element of the wrong step is not what the right step has at the same index.
 * @param {Comparison} comparison
 * @param {Step} step
 * @param {readonly number[]} index
 */
export function misplaced(comparison, step, index) {
  const right = comparison.right.step(step.id);
  if (!right) return false;
  const [is, should] = [truth(comparison, step, index), meaningOf(right, index, comparison.right.steps)];
  return is.token !== should.token || is.head !== should.head || is.feature !== should.feature;
}

/**
 * How many elements stand in the wrong place, and how many tokens one head sees.
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
    if (misplaced(comparison, step, index)) wrong++;
    if (headOf(step.axes, index, group) === head) tokens.add(truth(comparison, step, index).token);
  }
  return { wrong, total, tokens: tokens.size };
}

/**
 * Whether a value differs from the right path's by more than a share of the largest.
 * @param {Comparison} comparison
 * @param {Step} step
 * @param {readonly number[]} index
 * @param {number} tolerance
 */
export function differs({ right, wrong }, step, index, tolerance) {
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
