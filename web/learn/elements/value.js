import { css, html } from "lit";
import { Absent, valueIn } from "../state/figure-value.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { quoteValue } from "../../kit/text/quoted.js";
import { say } from "../../kit/text/words.js";
import { LinkedElement } from "../../kit/elements/linked-element.js";

/**
 * A number of a figure in prose, which stays true for the reader's sentence. Until the number is ready, and without JavaScript, the
 * element's content shows.
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

  /** Last message on the console. */
  #warned = "";

  constructor() {
    super();
    /** The value, such as weights[0,4,7,1], q_heads.strides, tokens[7], heads or parameters. */
    this.of = "";
    /** Significant digits of a number that is no integer. */
    this.digits = 3;
  }

  render() {
    if (this.isLost && document.readyState !== "loading")
      return this.#said(say(MESSAGES, this).nobody(quoteValue(this.for)));
    const { picture } = this.store?.state ?? {};
    if (!picture) return html`<slot></slot>`;
    try {
      const digits = this.digits >= 1 && this.digits <= 9 ? Math.round(this.digits) : 3;
      const value = this.store?.ask((core) => valueIn(this.of ?? "", picture, core, digits));
      return value === null ? html`<slot></slot>` : html`<span part="value">${value}</span>`;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      // The reader's sentence may be shorter than the one that the author described.
      return error instanceof Absent
        ? html`<span part="value" title=${message}>&ndash;</span>`
        : this.#said(message);
    }
  }

  /** Shows the message in place of the number, and logs it once. @param {string} message */
  #said(message) {
    if (message !== this.#warned) console.warn(`<mha-value> ${message}`);
    this.#warned = message;
    return html`<slot></slot><span role="note" title=${message}>&#9888; ${message}</span>`;
  }
}
