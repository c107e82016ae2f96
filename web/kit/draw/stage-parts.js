import { indexAt } from "./slices.js";

/**
 * The scene of a step: tensors with their positions, and the element at a point.
 *
 * @typedef {import("../../core/types.js").Step} Step
 *
 * @typedef {object} StageView
 * @property {import("../state/picture.js").Picture} picture
 * @property {Step} step
 * @property {import("../state/selection.js").Selection} selection
 * @property {import("../state/selection.js").Selection} [held]  selection around which windows are placed, if `selection` is only previewed: hovering moves no window
 * @property {import("../state/selection.js").Panned} [panned]   starts of windows that the reader moved
 * @property {Map<string, import("../state/memory.js").Block> | null} [lit]  elements that the traced number depends on, by step
 * @property {string | null} [axis]   kind of the axis hovered in the index notation
 * @property {string | null} [named]  step whose name is hovered in the code
 * @property {Pick<import("../state/look.js").Look, "each" | "log">} [look]  colour scale of attention weights; defaults to one linear scale for all heads
 * @property {(head: number) => boolean} [off]  whether a head is ablated; its map is drawn pale
 * @property {boolean} [largest]      whether colours run to the largest weight instead of 1
 * @property {import("../state/look.js").Look["scales"]} [scales]  factors of heads where their sum is drawn
 * @property {boolean} [identity]     whether W_O is the identity there
 * @property {(index: readonly number[]) => string} [note]   text after a slice's title: the head's role
 *
 * @typedef {object} Part   a drawn tensor, at the corner of its cells
 * @property {Step} step
 * @property {"before" | "after" | "whole"} role
 * @property {number} x
 * @property {number} y
 * @property {import("./tensor.js").TensorPicture} tensor
 * @property {(index: readonly number[]) => number[]} [means]  index in `step` that a cell stands for, if the tensor is no step's result
 * @property {string} [name]   name of that element
 *
 * @typedef {object} Hit
 * @property {string} id
 * @property {number[]} index
 * @property {{ name: string, axes: readonly string[], index: number[], value: number }} [own]  the element that the cell stands for itself;
 * rows of a vector have no name
 *
 * @typedef {import("./marks.js").Scene & { parts: Part[] }} StageScene
 */

/**
 * The element under a point.
 * @param {StageScene} scene @param {number} x @param {number} y
 * @returns {Hit | null}
 */
export function hitStage(scene, x, y) {
  for (const { tensor, step, means, name = "", ...part } of scene.parts) {
    const { axes, shape } = tensor.layout;
    const index = indexAt(tensor.layout, x - part.x, y - part.y);
    if (!index) continue;
    if (!means) return { id: step.id, index };
    const value = tensor.values[index.reduce((at, i, axis) => at * shape[axis] + i, 0)];
    return { id: step.id, index: means(index), own: { name, axes, index, value } };
  }
  return null;
}
