import { TrainPanel } from "./train-panel.js";

/** A part that takes longer to draw: it waits for its turn. Its turns are given out by the element that it is a part of. */
export class QueuedPanel extends TrainPanel {
  static properties = { ...TrainPanel.properties, frames: { attribute: false } };

  constructor() {
    super();
    /** @type {import("./frames.js").Frames | null} */
    this.frames = null;
    /** ms that it took to draw lately. */
    this.cost = 0;
    /** Resolves what waits for it. @type {() => void} */
    this.#drawn = () => {};
  }

  #drawn;

  /** Whether the reader does something here: this is drawn first. */
  get isActedOn() {
    return this.matches(":focus-within, :hover");
  }

  /** At first at once. @returns {void | Promise<unknown>} */
  scheduleUpdate() {
    if (!this.hasUpdated || !this.frames) return super.scheduleUpdate();
    this.frames.drawIn(this);
    return new Promise((resolve) => (this.#drawn = () => resolve(null)));
  }

  /** Its turn: done when its picture is. */
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
