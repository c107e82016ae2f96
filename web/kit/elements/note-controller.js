/** @import { LitElement, ReactiveController } from "lit" */
/** @import { Store } from "../state/store.js" */

/** Events that open a note: pointer over, focus on, or press of an element with `data-note`. */
const ASKS = ["pointerover", "focusin", "click"];

/**
 * Opens notes for marked elements, and loads the notes' code on first use. Listens in the host's shadow root, because pointer events between two
 * elements of one root do not leave the root.
 * @implements {ReactiveController}
 */
export class NoteController {
  #host;
  /** Message of the failed load of the notes' code, or "". */
  #trouble = "";

  /** @param {LitElement & { store: Store | null }} host */
  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    for (const ask of ASKS) this.#host.renderRoot.addEventListener(ask, this);
  }

  /** @param {Event} event */
  handleEvent(event) {
    const marked = event.target instanceof Element && event.target.closest("[data-note]");
    const isTouch = "pointerType" in event && event.pointerType === "touch"; // a tap is a press too
    if (!marked || (event.type === "pointerover" && isTouch)) return;
    // After a failure only a press tries again, not a passing pointer.
    if (this.#trouble && event.type !== "click") return;
    import("./note.js")
      .then(({ noteOf }) =>
        noteOf(this.#host).asked(/** @type {HTMLElement} */ (marked), event.type === "click"),
      )
      .then(() => {
        if (this.#trouble) /** @type {HTMLElement} */ (marked).title = "";
        this.#trouble = "";
      })
      .catch(({ message }) => {
        this.#trouble = message;
        if (event.type === "click") /** @type {HTMLElement} */ (marked).title = message;
      });
  }
}
