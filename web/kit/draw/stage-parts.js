import { indexAt } from "./slices.js";

/**
 * What is drawn of a step: the tensors with their places, and the element under a point.
 *
 * @typedef {import("../../core/types.js").Step} Step
 *
 * @typedef {object} StageView
 * @property {import("../state/picture.js").Picture} picture
 * @property {Step} step
 * @property {import("../state/selection.js").Selection} selection
 * @property {import("../state/selection.js").Selection} [held]  what windows stand around, where that is not what is previewed: a hover moves none
 * @property {import("../state/selection.js").Panned} [panned]   where they begin instead
 * @property {Map<string, import("../state/origin.js").Block> | null} [lit]  what a traced number came from, by step
 * @property {string | null} [axis]   the kind of axis pointed at in index notation
 * @property {string | null} [named]  the step whose name is pointed at in the code
 * @property {Pick<import("../state/look.js").Look, "each" | "log">} [look]  how the colours of attention go with its weights, where not as usual
 * @property {(head: number) => boolean} [off]  whether a head is, whose map is pale then
 * @property {boolean} [largest]      whether attention is drawn to its largest weight, not to 1
 * @property {(index: readonly number[]) => string} [note]   what a slice's title adds: a head's habit
 *
 * @typedef {object} Part   a tensor that is drawn, where its cells' corner lies
 * @property {Step} step
 * @property {"before" | "after" | "whole"} role
 * @property {number} x
 * @property {number} y
 * @property {import("./tensor.js").TensorPicture} tensor
 * @property {(index: readonly number[]) => number[]} [means]  the index in `step` that a cell stands for, of what is no step's own tensor
 * @property {string} [name]   and what that is called
 *
 * @typedef {object} Hit
 * @property {string} id
 * @property {number[]} index
 * @property {{ name: string, axes: readonly string[], index: number[], value: number }} [own]  the cell itself, where it stands for that one; a vector's row has no name
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
