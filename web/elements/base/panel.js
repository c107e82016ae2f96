import { LitElement, css } from "lit";
import { Follow } from "./follow.js";
import { Noting } from "./noting.js";
import { theme } from "./theme.js";

/** A part of an element: it shows what the store it is given holds, and is rendered again whenever that changes. */
export class Panel extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { store: { attribute: false } };

  /** @type {import("lit").CSSResultGroup} */
  static styles = [
    theme,
    css`
      :host {
        display: block;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {import("../../state/store.js").Store | null} */
    this.store = null;
    new Follow(this);
    new Noting(this);
  }
}
