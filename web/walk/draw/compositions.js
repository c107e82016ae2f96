import { isAttention } from "../../kit/state/quantity.js";
import { biasProductScene } from "./bias-product.js";
import { biasScene } from "./bias.js";
import { capScene } from "./cap.js";
import { productScene } from "./product.js";
import { rotationScene } from "./rotation.js";
import { rowsScene } from "./rows.js";

/**
 * Pictures for kinds of steps that need more than inputs beside the output.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {(view: import("./stage.js").StageView, surface: import("../../kit/draw/marks.js").Surface) => import("./stage.js").StageScene} Composition
 */

/** Pictures of steps of attention, by operation. @type {Readonly<Record<string, Composition>>} */
const OF_SCORES = {
  scale: rowsScene,
  softcap: capScene,
  alibi: biasScene,
  mask: rowsScene,
  sink: rowsScene,
  softmax: rowsScene,
  slice: rowsScene,
  dropout: rowsScene,
};

/** Pictures of other steps, by operation. @type {Readonly<Record<string, Composition>>} */
const OF_HEADS = { rope: rotationScene, rope_half: rotationScene };

/**
 * The picture for a kind of step; null if the kind has none.
 * @param {Step} step
 * @returns {Composition | null}
 */
export function compositionOf(step) {
  if (step.op === "linear" || step.op === "matmul")
    return step.weights.some((name) => name[0] === "b") ? biasProductScene : productScene;
  return (isAttention(step) ? OF_SCORES[step.op] : OF_HEADS[step.op]) ?? null;
}
