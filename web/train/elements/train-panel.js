import { Panel } from "../../kit/elements/panel.js";

/** A part of the element that trains a model. Shows the state of its Training. */
export class TrainPanel extends Panel {
  get training() {
    return /** @type {import("../state/training.js").Training | null} */ (
      /** @type {unknown} */ (this.store)
    );
  }
}
