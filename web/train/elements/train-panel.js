import { Panel } from "../../kit/elements/panel.js";

/** A part of the element that trains a model. Shows the state of its Training. */
export class TrainPanel extends Panel {
  get training() {
    return /** @type {import("../state/training.js").Training | null} */ (
      /** @type {unknown} */ (this.store)
    );
  }
}

/** A panel that is slow to draw and waits for its turn. Its element gives out the turns (frames.js). */
export class QueuedPanel extends TrainPanel {
  static properties = { ...TrainPanel.properties, frames: { attribute: false } };

  constructor() {
    super();
    /** @type {import("./frames.js").Frames | null} */
    this.frames = null;
    /** Duration of recent drawings, in ms. */
    this.cost = 0;
    /** Resolves the promise of the pending update. @type {() => void} */
    this.#drawn = () => {};
  }

  #drawn;

  /** Whether the reader is using this panel. Such panels are drawn first. */
  get isActedOn() {
    return this.matches(":focus-within, :hover");
  }

  /** The first update is immediate; later ones wait for a turn. @returns {void | Promise<unknown>} */
  scheduleUpdate() {
    if (!this.hasUpdated || !this.frames) return super.scheduleUpdate();
    this.frames.drawIn(this);
    return new Promise((resolve) => (this.#drawn = () => resolve(null)));
  }

  /** Draws the panel; resolves when its figures are drawn. */
  async draw() {
    try {
      super.scheduleUpdate();
      const figures = /** @type {NodeListOf<import("lit").LitElement>} */ (
        this.renderRoot.querySelectorAll("mha-figure")
      );
      for (const figure of figures) await figure.updateComplete;
    } finally {
      this.#drawn();
    }
  }
}
