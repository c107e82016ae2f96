import { sizesOf } from "../../kit/state/sizes.js";
import { chipOf } from "../../kit/text/faults.js";
import { faultWordsOf } from "../../kit/text/fault-words.js";
import { compareScene } from "./compare.js";
import { selectedIn } from "../../kit/state/state.js";

/** @import { State } from "../../kit/state/state.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */

/**
 * The comparison of a wrong path with the right one; null if none is shown.
 * @param {State} state @param {import("../../kit/text/words.js").Localized} speaker
 */
export function compareView(state, speaker) {
  const { comparison, largest } = state;
  const words = comparison && faultWordsOf(comparison.fault, speaker);
  if (!comparison || !words) return null;
  const sizes = sizesOf(comparison.right);
  const code = { right: words.right(sizes), wrong: chipOf(comparison.fault, sizes, speaker) };
  return {
    comparison,
    shows: words.shows,
    code,
    selection: selectedIn(state),
    largest,
    title: words.title(sizes),
  };
}

/** @param {State} state on a wrong path @param {Surface} surface */
export function comparePicture(state, surface) {
  const view = /** @type {NonNullable<ReturnType<typeof compareView>>} */ (compareView(state, surface));
  return { scene: compareScene(view, surface), title: view.title };
}
