import { stageHeight } from "../../kit/draw/stage-height.js";
import { placeStaged } from "../../kit/draw/staged.js";
import { isAttention } from "../../kit/state/quantity.js";
import { SAID, beforeAfter, compose } from "./before-after.js";
import { biasProductScene, biasScene } from "./bias.js";
import { capScene } from "./cap.js";
import { productScene } from "./product.js";
import { rotationScene } from "./rotation.js";
import { rowsScene } from "./rows.js";

/**
 * The picture of a step: inputs, an arrow, and the output; or, for tokens by tokens, one heat map per head over the full width.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 * @typedef {import("../../kit/draw/stage-parts.js").Part} Part
 * @typedef {import("../../kit/draw/stage-parts.js").Hit} Hit
 * @typedef {import("../../kit/draw/stage-parts.js").StageScene & { switches?: import("./head-sum.js").Switches }} StageScene
 */

/** @param {StageView} view @param {Surface} given @returns {StageScene} */
export function stageScene(view, given) {
  const { step, picture } = view;
  const surface = picture.patches ? { ...given, patches: picture.patches } : given;
  const composed = compositionOf(step);
  if (composed) return composed(view, surface);
  const all = { x: 0, y: 0, w: surface.width, h: stageHeight(surface.width) };
  if (isAttention(step))
    return compose(surface, [placeStaged(view, surface, step, "whole", all, { labelled: true })]);
  if (step.inputs.length) return beforeAfter(view, surface, all.h);
  const single = { ...all, h: all.h - SAID };
  return compose(surface, [placeStaged(view, surface, step, "after", single, { labelled: true })]);
}

/**
 * Pictures for kinds of steps that need more than inputs beside the output.
 *
 * @typedef {(view: StageView, surface: import("../../kit/draw/marks.js").Surface) => StageScene} Composition
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
function compositionOf(step) {
  if (step.op === "linear" || step.op === "matmul")
    return step.weights.some((name) => name[0] === "b") ? biasProductScene : productScene;
  return (isAttention(step) ? OF_SCORES[step.op] : OF_HEADS[step.op]) ?? null;
}
