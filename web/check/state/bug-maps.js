import { layerOf, numbersOf } from "./bug-layer.js";
import { CoreTrials } from "./core-trials.js";
import { RIGHT, pathsOf } from "./paths.js";

/**
 * What a bug does to a picture: the attention on the right path and on the wrong one, or the output if the attention is the same.
 *
 * @typedef {import("./bugs.js").Bug} Bug
 *
 * @typedef {object} BugMaps
 * @property {"weights" | "output"} of
 * @property {number} rows @property {number} columns
 * @property {Float32Array} right  one slice of the tensor: that which differs most
 * @property {Float32Array} wrong
 * @property {number} sentence @property {number | null} head  of the slice; the output has no heads
 */

const SHOWN = /** @type {const} */ (["weights", "output"]);
const APART = 1e-3; // smaller differences do not show

/** @param {import("../../core/index.js").Core} core @param {Bug} bug @returns {BugMaps} */
export function mapsOf(core, bug) {
  const layer = numbersOf(layerOf(bug));
  const reading = { isLinear: false, causal: Boolean(layer.causal) };
  const trials = new CoreTrials(core, layer, new Map(), []);
  const path = pathOf(bug, layer, reading);
  const rights = trials.tensors(RIGHT, reading, SHOWN);
  const wrongs = trials.tensors(path, reading, path === DROPPED ? ["dropped", "output"] : SHOWN);
  for (const [i, of] of SHOWN.entries()) {
    const { shape, data } = rights[i];
    const [rows, columns] = shape.slice(-2);
    const { slice, difference } = mostApart(data, wrongs[i].data, rows * columns);
    if (difference < APART) continue;
    const part = (/** @type {Float32Array} */ all) =>
      all.slice(slice * rows * columns, (slice + 1) * rows * columns);
    const heads = of === "weights" ? shape[1] : 1;
    return {
      ...{ of, rows, columns, right: part(data), wrong: part(wrongs[i].data) },
      sentence: Math.floor(slice / heads),
      head: of === "weights" ? slice % heads : null,
    };
  }
  throw new Error(`${bug.id} changes nothing on its layer (expected another layer)`);
}

/**
 * The checker's path of a bug.
 * @param {Bug} bug @param {import("./saved-layer.js").SavedLayer} layer @param {import("./paths.js").Reading} reading @returns {import("./paths.js").Path}
 */
export function pathOf({ id, of }, layer, reading) {
  if (id === "dropped_attention") return DROPPED;
  const path = pathsOf(layer, reading).find(
    (each) => each.id === id && (!of || of.join() === each.of?.join()),
  );
  if (!path) throw new Error(`the checker has no path ${id} ${of ?? ""}`);
  return path;
}

/** The checker finds dropout by its factor, without a path. @type {import("./paths.js").Path} */
const DROPPED = {
  id: "dropped_attention",
  fault: "dropped_attention",
  forward: { dropout: { p: 0.25, seed: 3 } },
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
