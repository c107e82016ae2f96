import { wordsOf } from "../../kit/text/steps.js";
import { stageScene } from "./stage.js";
import { stageView } from "./stage-view.js";

/**
 * @typedef {import("../../kit/state/state.js").State} State
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 */

/** The scene of the stage: the current step, or a wrong path beside the right path. @param {State} state @param {Surface} surface */
export async function stagePicture(state, surface) {
  if (state.comparison) {
    const { comparePicture } = await import("./compare-view.js");
    return comparePicture(state, surface);
  }
  const view = /** @type {NonNullable<ReturnType<typeof stageView>>} */ (stageView(state, surface));
  return { scene: stageScene(view, surface), title: wordsOf(view.step, surface).title };
}
