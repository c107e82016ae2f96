import { sizesOf } from "../../kit/state/sizes.js";
import { chipOf } from "../../kit/text/faults.js";
import { toldOf } from "../../kit/text/fault-words.js";
import { compareScene } from "./compare.js";

/** @import { Store } from "../../kit/state/store.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */

/** What of a wrong path is set beside the right one; null where none is shown. @param {Store} store @param {import("../../kit/text/words.js").Localized} speaker */
export function compareView(store, speaker) {
  const { comparison, largest } = store.state;
  const words = comparison && toldOf(comparison.fault, speaker);
  if (!comparison || !words) return null;
  const sizes = sizesOf(comparison.right);
  const code = { right: words.right(sizes), wrong: chipOf(comparison.fault, sizes, speaker) };
  return {
    comparison,
    shows: words.shows,
    code,
    selection: store.selection,
    largest,
    title: words.title(sizes),
  };
}

/** @param {Store} store on a wrong path @param {Surface} surface */
export function comparePicture(store, surface) {
  const view = /** @type {NonNullable<ReturnType<typeof compareView>>} */ (compareView(store, surface));
  return { scene: compareScene(view, surface), title: view.title };
}
