import { css, html } from "lit";
import { Absent, valueIn } from "../state/figure-value.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { LinkedElement } from "../../kit/elements/linked-element.js";

/**
 * A number in the prose that the figure has: it is the figure's own, and stays true for the reader's sentence. Until it is there, and where
 * there is no JavaScript, what stands in the element is read.
 *
 * @tag mha-value
 */
export class Value extends LinkedElement {
  static properties = { ...LinkedElement.properties, of: {}, digits: { type: Number } };

  static styles = [
    LinkedElement.styles,
    css`
      :host {
        display: inline;
        font: inherit;
        font-variant-numeric: tabular-nums;
        color: inherit;
        letter-spacing: inherit;
        white-space: inherit;
      }
    `,
  ];

  /** What was said on the console. */
  #warned = "";

  constructor() {
    super();
    /** What of the figure, as weights[0,4,7,1], q_heads.strides, tokens[7], heads, parameters. */
    this.of = "";
    /** Significant digits of a number that is not whole. */
    this.digits = 3;
  }

  render() {
    if (this.isLost && document.readyState !== "loading")
      return this.#said(say(MESSAGES, this).nobody(this.for));
    const { picture } = this.store?.state ?? {};
    if (!picture) return html`<slot></slot>`;
    try {
      const digits = this.digits >= 1 && this.digits <= 9 ? Math.round(this.digits) : 3;
      const value = this.store?.ask((core) => valueIn(this.of ?? "", picture, core, digits));
      return value === null ? html`<slot></slot>` : html`<span part="value">${value}</span>`;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      // The reader's sentence may be shorter than the one that was written about.
      return error instanceof Absent
        ? html`<span part="value" title=${message}>&ndash;</span>`
        : this.#said(message);
    }
  }

  /** What there is not is said where it was to stand, and once on the console. @param {string} message */
  #said(message) {
    if (message !== this.#warned) console.warn(`<mha-value> ${message}`);
    this.#warned = message;
    return html`<slot></slot><span role="note" title=${message}>&#9888; ${message}</span>`;
  }
}
