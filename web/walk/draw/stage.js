import { isAttention } from "../../kit/state/quantity.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { placeStaged } from "../../kit/draw/staged.js";
import { SAID, beforeAfter, compose } from "./before-after.js";
import { compositionOf } from "./compositions.js";

/**
 * The picture of a step: inputs, an arrow, and the output; or, for tokens by tokens, one heat map per head over the full width.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {import("../../kit/draw/stage-parts.js").StageView} StageView
 * @typedef {import("../../kit/draw/stage-parts.js").Part} Part
 * @typedef {import("../../kit/draw/stage-parts.js").Hit} Hit
 * @typedef {import("../../kit/draw/stage-parts.js").StageScene} StageScene
 */

/** @param {StageView} view @param {Surface} surface @returns {StageScene} */
export function stageScene(view, surface) {
  const { step } = view;
  const composed = compositionOf(step);
  if (composed) return composed(view, surface);
  const all = { x: 0, y: 0, w: surface.width, h: stageHeight(surface.width) };
  if (isAttention(step))
    return compose(surface, [placeStaged(view, surface, step, "whole", all, { labelled: true })]);
  if (step.inputs.length) return beforeAfter(view, surface, all.h);
  const single = { ...all, h: all.h - SAID };
  return compose(surface, [placeStaged(view, surface, step, "after", single, { labelled: true })]);
}
