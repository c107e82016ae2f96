import { css, html } from "lit";
import { HeadscopeError } from "../../core/errors.js";
import { messageText, stop } from "../text/words.js";
import { Follow } from "./follow.js";
import { isMute, localeAt, spoken } from "./language.js";
import { retryStyles } from "./load-failed.js";
import { theme } from "./theme.js";
import { inTurn } from "./render-queue.js";
import { TrackedElement } from "./tracked-element.js";

/** @import { LitElement, ReactiveController } from "lit" */
/** @import { Store } from "../state/store.js" */

/** Events that open a note: pointer over, focus on, or press of an element with `data-note`. */
const ASKS = ["pointerover", "focusin", "click"];

/**
 * Opens notes for marked elements, and loads the notes' code on first use. Listens in the host's shadow root, because pointer events between two
 * elements of one root do not leave the root.
 * @implements {ReactiveController}
 */
class NoteController {
  #host;
  /** Error message of the last failed load of the notes' code; "" without a failure. */
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

/** A part of an element. A panel shows the state of its store, and renders again when a field changes that its last rendering read. */
export class Panel extends TrackedElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { store: { attribute: false } };

  /** @type {import("lit").CSSResultGroup} */
  static styles = [
    theme,
    retryStyles,
    css`
      :host {
        display: block;
      }
    `,
  ];

  /** Whether the first rendering waits in the render queue. Panels that a step adds do not wait: one frame shows the whole step. */
  static waits = true;

  constructor() {
    super();
    /** @type {import("../state/store.js").Store | null} */
    this.store = null;
    new Follow(this);
    new NoteController(this);
  }

  /** The first rendering also waits for words: a panel that loads later needs words that the page has not loaded yet. */
  scheduleUpdate() {
    const { waits } = /** @type {typeof Panel} */ (this.constructor);
    const render = () => super.scheduleUpdate();
    if (this.hasUpdated) return render();
    const renderFirst = () => (waits ? inTurn(render) : render());
    return isMute(this) ? spoken(this).then(renderFirst) : renderFirst();
  }

  /** Words in the panel's language. */
  get locale() {
    return localeAt(this);
  }

  /** Renders an error of the core in place of the panel's content. @param {Map<PropertyKey, unknown>} changed */
  update(changed) {
    try {
      super.update(changed);
    } catch (error) {
      if (!(error instanceof HeadscopeError)) throw error;
      void { ...this.store?.state }; // reads every field, so that any change of the state renders the panel again
      const message = html`<p role="alert">${messageText(error, this)}${stop(this)}</p>`;
      Reflect.set(this, "render", () => message);
      super.update(changed);
      Reflect.deleteProperty(this, "render"); // restores the panel's own render()
    }
  }
}
