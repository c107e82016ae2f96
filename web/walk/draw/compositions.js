import { isAttention } from "../../kit/state/quantity.js";
import { biasProductScene } from "./bias-product.js";
import { productScene } from "./product.js";
import { rowsScene } from "./rows.js";

/**
 * Pictures for kinds of steps that need more than inputs beside the output.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {(view: import("./stage.js").StageView, surface: import("../../kit/draw/marks.js").Surface) => import("./stage.js").StageScene} Composition
 */

/**
 * The picture for a kind of step; null if the kind has none.
 * @param {Step} step
 * @returns {Composition | null}
 */
export function compositionOf(step) {
  if (step.op === "linear" || step.op === "matmul")
    return step.weights.some((name) => name[0] === "b") ? biasProductScene : productScene;
  return isAttention(step) && ["scale", "mask", "softmax", "dropout"].includes(step.op) ? rowsScene : null;
}
