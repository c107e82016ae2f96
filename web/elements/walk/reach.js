import { css, html } from "lit";
import { Panel } from "../base/panel.js";

/** How far the colours of attention reach: to 1, or to the largest weight. */
export class Reach extends Panel {
  static styles = [
    Panel.styles,
    css`
      :host {
        width: fit-content;
        margin-left: auto;
        color: var(--_muted);
        font-size: 13px;
      }
      div {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      button {
        min-height: 24px;
        padding: 0;
        border: 0;
        border-radius: 7px;
        background: none;
      }
      [aria-pressed="true"] {
        color: var(--_ink);
        font-weight: 600;
      }
    `,
  ];

  render() {
    return html`<div role="group" aria-label="Colours of attention">
      attention: ${this.#to(false, "0 to 1")} · ${this.#to(true, "to the largest")}
    </div>`;
  }

  /** @param {boolean} largest @param {string} label */
  #to(largest, label) {
    const { store } = this;
    return html`<button
      aria-pressed=${store?.state.largest === largest}
      @click=${() => store?.scaleTo(largest)}
    >
      ${label}
    </button>`;
  }
}
