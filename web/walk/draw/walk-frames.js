import { cloudAt } from "../../kit/draw/motion.js";
import { NOWHERE } from "../../kit/state/selection.js";
import { moveFrom } from "../../kit/state/stages.js";
import { flightOf } from "./flight.js";
import { stageView } from "./stage-picture.js";
import { stageScene } from "./stage.js";

/**
 * The walk as frames of an animation, from the current step to the last: each step rests, then the cells of the next one move to their places.
 *
 * @typedef {import("../../kit/draw/marks.js").Scene} Scene
 * @typedef {{ scene: Scene, lasts: number }} Frame  lasts: in ms
 */

const REST = 1500; // ms for each step
const MOTION = 640; // ms for the way of the cells

/**
 * @param {import("../../kit/state/state.js").State} state with a picture of a layer, and without a wrong path
 * @param {import("../../kit/draw/marks.js").Surface} surface @param {number} between number of frames of a motion
 * @returns {Frame[]} the first shows the current step
 */
export function walkFrames(state, surface, between) {
  const { picture } = state;
  if (!picture) return [];
  const frames = [{ scene: sceneOf(state, surface), lasts: REST }];
  let { step: id } = state;
  for (;;) {
    const next = moveFrom(picture.stages, id, 1, picture.step(id)?.lane ?? null);
    if (!next) return frames;
    id = next.id;
    // What is pointed at and the moved windows belong to the current step.
    const scene = sceneOf({ ...state, origin: null, tensor: null, axis: null, panned: NOWHERE }, surface, id);
    frames.push(...motionOf(scene, between), { scene, lasts: REST });
  }
}

/** @param {import("../../kit/state/state.js").State} state @param {import("../../kit/draw/marks.js").Surface} surface @param {string} [id] */
const sceneOf = (state, surface, id) =>
  stageScene(/** @type {import("./stage.js").StageView} */ (stageView(state, surface, id)), surface);

/** @param {import("./stage.js").StageScene} scene @param {number} between @returns {Frame[]} */
function motionOf(scene, between) {
  const flight = between ? flightOf(scene) : null;
  if (!flight) return [];
  const still = scene.marks.filter((mark) => !(mark.kind === "cells" && mark.flies));
  return Array.from({ length: between }, (_, i) => ({
    scene: { ...scene, marks: [...still, cloudAt(flight, i / between)] },
    lasts: MOTION / between,
  }));
}
