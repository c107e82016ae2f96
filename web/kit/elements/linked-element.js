import { Follow } from "./follow.js";
import { Source } from "./source.js";
import { localeAt } from "./language.js";
import { theme } from "./theme.js";
import { TrackedElement } from "./tracked-element.js";

/** @typedef {import("../state/store.js").Store} Store */

/**
 * An element in an author's prose that refers to a figure by id, in `for`. The element loads the figure and follows its state.
 */
export class LinkedElement extends TrackedElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { for: {}, theme: { reflect: true } };

  /** @type {import("lit").CSSResultGroup} */
  static styles = theme;

  /** Store of the figure; null without a figure. @type {Store | null} */
  store = null;
  #source = new Source(/** @type {any} */ (this));

  constructor() {
    super();
    /** The id of the figure. */
    this.for = "";
    /** "light" or "dark"; defaults to the page's scheme. @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    new Follow(/** @type {any} */ (this));
  }

  /** Words in the element's language. */
  get locale() {
    return localeAt(this);
  }

  /** The figure; null if it does not exist. */
  get figure() {
    return /** @type {import("./embeddable.js").Embeddable | null} */ (this.#source.element);
  }

  /** Whether the parsed document has no element with that id. */
  get isLost() {
    return !this.for || this.#source.isMissing;
  }

  /** Called when the figure is found. Loads the figure, because this element needs its numbers. */
  sourceFound() {
    this.figure?.loaded().catch(() => {}); // the figure shows the error
    this.requestUpdate();
  }

  /** Called when `for` no longer names a figure. */
  leave() {
    this.store = null;
    this.requestUpdate();
  }
}
