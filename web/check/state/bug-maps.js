import { arraysOf } from "./bug-arrays.js";
import { layerOf } from "./bug-layer.js";
import { rightSteps } from "./core-steps.js";
import { maskScores } from "./layer-steps.js";
import { MISTAKES, scaledBy } from "./mistakes.js";
import { layersIn } from "./saved-layer.js";

/**
 * What a bug does to a picture: the attention on the right path and on the wrong one, or the output if the attention is the same.
 *
 * @typedef {import("./bugs.js").Bug} Bug
 * @typedef {import("./layer-steps.js").Change} Change
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 *
 * @typedef {object} MapPair
 * @property {"attention" | "output"} of
 * @property {number} rows @property {number} columns
 * @property {Float32Array} right  one slice of the tensor: that which differs most
 * @property {Float32Array} wrong
 * @property {number} sentence @property {number | null} head  of the slice; the output has no heads
 */

const APART = 1e-3; // smaller differences do not show

/** @param {import("../../core/index.js").Core} core @param {Bug} bug @returns {MapPair} */
export function mapsOf(core, bug) {
  const { right, wrong } = stepsOf(core, bug);
  const { B, H, T, Tk, dModel } = right.layer.sizes;
  for (const quantity of /** @type {const} */ (["attention", "output"])) {
    const columns = quantity === "output" ? dModel : Tk;
    const [ours, theirs] = [right, wrong].map((steps) => Float32Array.from(steps.get(quantity)));
    const { slice, difference } = mostApart(ours, theirs, T * columns);
    if (difference < APART) continue;
    const part = (/** @type {Float32Array} */ all) =>
      all.slice(slice * T * columns, (slice + 1) * T * columns);
    return {
      ...{ of: quantity, rows: T, columns, right: part(ours), wrong: part(theirs) },
      sentence: quantity === "output" ? slice % B : Math.floor(slice / H),
      head: quantity === "output" ? null : slice % H,
    };
  }
  throw new Error(`${bug.id} changes nothing on its layer (expected another layer)`);
}

/** The steps of a bug's layer on the right path, and on the checker's wrong one. @param {import("../../core/index.js").Core} core @param {Bug} bug */
export function stepsOf(core, bug) {
  const [layer] = layersIn(arraysOf(layerOf(bug)));
  const right = rightSteps(core, layer);
  return { right, wrong: right.changed(changeOf(bug, layer)) };
}

/** @param {Bug} bug @param {import("./layer.js").Layer} layer @returns {Change} */
function changeOf({ id, of = [], value = 0 }, layer) {
  if (Object.hasOwn(OTHERS, id)) return OTHERS[id](value);
  const ways = MISTAKES.find((each) => each.id === id)?.ways(layer) ?? [];
  const way = ways.find((each) => (each.of ?? []).join() === of.join());
  if (!way) throw new Error(`the checker has no way of ${id} ${of} on this layer`);
  return way.change;
}

const KEPT = 0.75; // share of the weights that dropout keeps

/** Mistakes whose number the checker measures, and dropout, which the checker finds by its factor. @type {Readonly<Record<string, (value: number) => Change>>} */
const OTHERS = {
  scale_factor: (value) => scaledBy(({ scale }) => scale * value).change,
  mask_filled: (value) => ({ masked: (steps) => maskScores(steps, value) }),
  dropped_attention: () => ({
    attention: (steps) =>
      steps.base?.get("attention").map((weight, at) => ((at * 7) % 4 ? weight / KEPT : 0)) ??
      new Float32Array(),
  }),
};

/** @param {Float32Array} right @param {Float32Array} wrong @param {number} cells  of a slice */
function mostApart(right, wrong, cells) {
  const sums = Array.from({ length: right.length / cells }, (_, slice) => {
    let sum = 0;
    for (let i = slice * cells; i < (slice + 1) * cells; i++) sum += Math.abs(wrong[i] - right[i]) || 0;
    return sum;
  });
  const difference = Math.max(...sums);
  return { slice: sums.indexOf(difference), difference };
}
