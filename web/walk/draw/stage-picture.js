import { habitOf } from "../../kit/state/habits.js";
import { selectedIn } from "../../kit/state/state.js";
import { wordsOf } from "../../kit/text/steps.js";
import { originsOf } from "../state/origin.js";
import { stageScene } from "./stage.js";

/**
 * The data that the stage draws, on screen and in files.
 *
 * @typedef {import("../../kit/state/state.js").State} State
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 */

/**
 * The data of a step, by default the current one; null before there is a picture.
 * @param {State} state @param {import("../../kit/text/words.js").Localized} speaker @param {string} [id]
 */
export function stageView(state, speaker, id = state.step) {
  const { picture, selection: held, panned, origin, tensor: named, axis, largest, look } = state;
  const step = picture?.step(id);
  if (!picture || !step) return null;
  const from = origin && picture.step(origin.id);
  const lit = from && originsOf(picture.operations, from, origin.index, picture.steps);
  return {
    picture,
    step,
    selection: selectedIn(state),
    held,
    panned,
    note: habitOf(picture, step, speaker),
    lit,
    named,
    axis,
    largest,
    scales: look.scales,
    identity: look.identity,
  };
}

/** The scene of the stage: the current step, or a wrong path beside the right path. @param {State} state @param {Surface} surface */
export async function stagePicture(state, surface) {
  if (state.comparison) {
    const { comparePicture } = await import("./compare.js");
    return comparePicture(state, surface);
  }
  const view = /** @type {NonNullable<ReturnType<typeof stageView>>} */ (stageView(state, surface));
  return { scene: stageScene(view, surface), title: wordsOf(view.step, surface).title };
}
