import { wordsOf } from "../../kit/text/steps.js";
import { stageScene } from "./stage.js";
import { stageView } from "./stage-view.js";

/**
 * @typedef {import("../../kit/state/store.js").Store} Store
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 */

/** The stage's picture: the current step, or a wrong path beside the right one. @param {Store} store @param {Surface} surface */
export async function stagePicture(store, surface) {
  if (store.state.comparison) {
    const { comparePicture } = await import("./compare-view.js");
    if (store.state.comparison) return comparePicture(store, surface); // still
  }
  const view = /** @type {NonNullable<ReturnType<typeof stageView>>} */ (stageView(store, surface));
  return { scene: stageScene(view, surface), title: wordsOf(view.step, surface).title };
}
