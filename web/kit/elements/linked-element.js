import { Follow } from "./follow.js";
import { Source } from "./source.js";
import { localeAt } from "./language.js";
import { theme } from "./theme.js";
import { TrackedElement } from "./tracked-element.js";

/** @typedef {import("../state/store.js").Store} Store */

/**
 * An element in an author's prose that tells of a figure: of the one whose id is its `for`, which it has loaded, and whatever that shows.
 */
export class LinkedElement extends TrackedElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { for: {}, theme: { reflect: true } };

  /** @type {import("lit").CSSResultGroup} */
  static styles = theme;

  /** The figure's; null while there is none. @type {Store | null} */
  store = null;
  #source = new Source(/** @type {any} */ (this));

  constructor() {
    super();
    /** The id of the figure. */
    this.for = "";
    /** Light or dark, where it is not as the page is. @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    new Follow(/** @type {any} */ (this));
  }

  /** The words of its language. */
  get locale() {
    return localeAt(this);
  }

  /** The figure; null while it is not there. */
  get figure() {
    return /** @type {import("./embeddable.js").Embeddable | null} */ (this.#source.element);
  }

  /** Whether no element has that id, as far as the page is read. */
  get isLost() {
    return !this.for || this.#source.isMissing;
  }

  /** Called when the figure is found: what is told of it needs its numbers. */
  sourceFound() {
    this.figure?.loaded().catch(() => {}); // which the figure says
    this.requestUpdate();
  }

  /** Called when it is no longer named. */
  leave() {
    this.store = null;
    this.requestUpdate();
  }
}
