import { tapeScene } from "../../draw/tape.js";
import { elementIn } from "../../state/selection.js";

/**
 * What the tape shows of a state.
 *
 * @param {import("../../state/store.js").Store} store with a picture of a layer
 * @param {"head" | "token"} by  whose hue a cell has
 */
export function memoryView(store, by) {
  const { picture, step: id, selection, axis } = store.state;
  const step = picture?.step(id);
  if (!picture || !step) return null;
  return {
    picture,
    step,
    element: elementIn(step, store.selection, picture.steps),
    held: elementIn(step, selection, picture.steps),
    by,
    axis,
    selection: store.selection,
  };
}

/** The memory behind the current step, as a file has it. @param {import("../../state/store.js").Store} store @param {import("../../draw/marks.js").Surface} surface */
export function memoryPicture(store, surface) {
  const view = /** @type {NonNullable<ReturnType<typeof memoryView>>} */ (memoryView(store, "head"));
  return { scene: tapeScene(view, surface), title: `The memory behind ${view.step.id}` };
}
