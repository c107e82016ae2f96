import { tapeScene } from "../../kit/draw/tape.js";
import { copyScene } from "./tape-copy.js";
import { isMove } from "../../kit/state/memory.js";
import { MEMORY } from "../../kit/text/memory.js";
import { say } from "../../kit/text/words.js";
import { elementIn } from "../../kit/state/selection.js";
import { pathOf, selectedIn } from "../../kit/state/state.js";
import { pictureOnPath } from "../../kit/draw/wrong-path.js";

/**
 * The data that the memory tape draws.
 *
 * @param {import("../../kit/state/state.js").State} state with a picture of a layer
 * @param {"head" | "token"} by  whether hues tell heads or tokens apart
 */
export function memoryView(state, by) {
  const picture = pathOf(state);
  const { step: id, selection, axis } = state;
  const step = picture?.step(id);
  if (!picture || !step || step.error) return null; // a refused step has no memory
  return {
    picture,
    step,
    element: elementIn(step, selectedIn(state), picture.steps),
    held: elementIn(step, selection, picture.steps),
    by,
    axis,
    selection: selectedIn(state),
  };
}

/** The step whose memory is shown. @type {import("../../kit/draw/wrong-path.js").StepOf} */
const stepIn = (picture, { step }) => picture.step(step);

/**
 * The memory behind the current step, for a file.
 * @param {import("../../kit/state/state.js").State} state @param {import("../../kit/draw/marks.js").Surface} surface
 */
export function memoryPicture(state, surface) {
  return pictureOnPath(state, stepIn, surface, (picture) => {
    const view = /** @type {NonNullable<ReturnType<typeof memoryView>>} */ (memoryView(state, "head"));
    const scene = isMove(view.step, picture.operations) ? copyScene : tapeScene;
    return { scene: scene(view, surface), title: say(MEMORY, surface).behind(view.step.id) };
  });
}
