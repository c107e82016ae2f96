import { cloudAt } from "../../kit/draw/motion.js";
import { NOWHERE } from "../../kit/state/selection.js";
import { moveFrom } from "../../kit/state/stages.js";
import { wordsOf } from "../../kit/text/steps.js";
import { flightOf } from "./flight.js";
import { stageView } from "./stage-picture.js";
import { stageScene } from "./stage.js";

/**
 * The walk as frames of an animation, from the current step to the last: each step rests, then the cells of the next one move to their places.
 *
 * @typedef {import("../../kit/draw/marks.js").Scene} Scene
 * @typedef {{ scene: Scene, title: string, lasts: number }} Frame  lasts: in ms
 */

/** Attempts, until the file is small enough for a post: width in px, and number of frames between two steps. */
export const ATTEMPTS = Object.freeze([
  { width: 800, between: 5 },
  { width: 800, between: 0 },
  { width: 480, between: 0 },
]);

/** Largest file for a post, in bytes. */
export const MOST_BYTES = 2_000_000;

const REST = 1500; // ms for each step
const MOTION = 640; // ms for the way of the cells

/**
 * @param {import("../../kit/state/state.js").State} state with a picture of a layer, and without a wrong path
 * @param {import("../../kit/draw/marks.js").Surface} surface @param {number} between number of frames of a motion
 * @returns {Frame[]} all of the same height; the first shows the current step
 */
export function walkFrames(state, surface, between) {
  const frames = framesOf(state, surface, between);
  const height = Math.max(...frames.map(({ scene }) => scene.height));
  return frames.map(({ scene, ...frame }) => ({ ...frame, scene: { ...scene, height } }));
}

/** @param {import("../../kit/state/state.js").State} state @param {import("../../kit/draw/marks.js").Surface} surface @param {number} between @returns {Frame[]} */
function framesOf(state, surface, between) {
  const { picture } = state;
  if (!picture) return [];
  /** @type {Frame[]} */
  const frames = [{ ...drawStep(state, surface), lasts: REST }];
  let { step: id } = state;
  for (;;) {
    const next = moveFrom(picture.stages, id, 1, picture.step(id)?.lane ?? null);
    if (!next) return frames;
    id = next.id;
    // What is pointed at and the moved windows belong to the current step.
    const step = drawStep({ ...state, origin: null, tensor: null, axis: null, panned: NOWHERE }, surface, id);
    frames.push(...motionOf(step, between), { ...step, lasts: REST });
  }
}

/** @param {import("../../kit/state/state.js").State} state @param {import("../../kit/draw/marks.js").Surface} surface @param {string} [id] */
function drawStep(state, surface, id) {
  const view = /** @type {import("./stage.js").StageView} */ (stageView(state, surface, id));
  return { scene: stageScene(view, surface), title: wordsOf(view.step, surface).title };
}

/** @param {ReturnType<typeof drawStep>} step @param {number} between @returns {Frame[]} */
function motionOf({ scene, title }, between) {
  const flight = between ? flightOf(scene) : null;
  if (!flight) return [];
  const still = scene.marks.filter((mark) => !(mark.kind === "cells" && mark.flies));
  return Array.from({ length: between }, (_, i) => ({
    scene: { ...scene, marks: [...still, cloudAt(flight, i / between)] },
    title,
    lasts: MOTION / between,
  }));
}
