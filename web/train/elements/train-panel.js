import { Panel } from "../../kit/elements/panel.js";

/** A part of the element that trains: it shows what the training it is given holds. */
export class TrainPanel extends Panel {
  get training() {
    return /** @type {import("../state/training.js").Training | null} */ (
      /** @type {unknown} */ (this.store)
    );
  }
}
