/** @import { LitElement, ReactiveController } from "lit" */
/** @import { Store } from "../state/store.js" */

/** What can ask for a note: the pointer over, the focus on or a press of what is marked with `data-note`. */
const ASKS = ["pointerover", "focusin", "click"];

/**
 * Explains what its element has marked, in a note that is loaded when the first is asked for. Listens in the element's own shadow root, which
 * what goes from one place in it to another never leaves.
 * @implements {ReactiveController}
 */
export class NoteController {
  #host;
  /** Why there are none. */
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
    const isTouch = "pointerType" in event && event.pointerType === "touch"; // a tap presses too
    if (!marked || (event.type === "pointerover" && isTouch)) return;
    // A pointer that passes does not try what failed again, and a press is answered.
    if (this.#trouble && event.type !== "click") return;
    import("./note.js")
      .then(({ noteOf }) =>
        noteOf(this.#host).asked(/** @type {HTMLElement} */ (marked), event.type === "click"),
      )
      .catch(({ message }) => {
        this.#trouble = message;
        if (event.type === "click") /** @type {HTMLElement} */ (marked).title = message;
      });
  }
}
