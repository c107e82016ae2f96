import { habitOf } from "../../state/habits.js";
import { HABITS } from "../../text/habits.js";
import { wordsOf } from "../../text/steps.js";
import { say } from "../../text/words.js";
import { loadComposition } from "../compositions.js";
import { stageScene } from "../stage.js";

/**
 * What the stage shows of a state: the same for the screen and for a file.
 *
 * @typedef {import("../../state/store.js").Store} Store
 * @typedef {import("../marks.js").Surface} Surface
 */

/** A step, unless told the current one, and what is selected in it; null before there is a picture. @param {Store} store @param {import("../../text/words.js").Speaker} speaker @param {string} [id] */
export function stageView(store, speaker, id = store.state.step) {
  const { picture, selection: held, panned, origin, tensor: named, axis, largest } = store.state;
  const step = picture?.step(id);
  if (!picture || !step) return null;
  const from = origin && picture.step(origin.id);
  const lit = from && origin.of(picture.operations, from, origin.index, picture.steps);
  return {
    picture,
    step,
    selection: store.selection,
    held,
    panned,
    note: habitOf(picture, step, say(HABITS, speaker)),
    lit,
    named,
    axis,
    largest,
  };
}

/** The stage's picture: the current step, or a wrong path beside the right one. @param {Store} store @param {Surface} surface */
export async function stagePicture(store, surface) {
  if (store.state.comparison) {
    const { comparePicture } = await import("./compare.js");
    if (store.state.comparison) return comparePicture(store, surface); // still
  }
  const view = /** @type {NonNullable<ReturnType<typeof stageView>>} */ (stageView(store, surface));
  await loadComposition(view.step);
  return { scene: stageScene(view, surface), title: wordsOf(view.step, surface).title };
}
