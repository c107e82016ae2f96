import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { WHICH_MODEL } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/**
 * The switch between where heads look and what they write. Each of the two views has its own, so that the host moves the focus.
 * @fires shows - the reader chose a view
 */
export class ModelShows extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    css`
      :host {
        display: inline-block;
      }
      .shows {
        display: inline-flex;
        overflow: hidden;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
      }
      button {
        min-height: 26px;
        padding: 0 10px;
        border: 0;
        background: none;
        font-size: 13px;
        color: var(--_muted);
      }
      button:hover {
        color: var(--_ink);
      }
      [aria-pressed="true"],
      [aria-pressed="true"]:hover {
        background: var(--_accent);
        color: var(--_paper);
      }
      button:focus-visible {
        outline-offset: -4px;
        outline-color: currentColor;
      }
      @media print {
        .shows {
          display: none;
        }
      }
    `,
  ];

  render() {
    if (!this.page) return html``;
    const words = say(WHICH_MODEL, this);
    const { writes } = this.page.state;
    const ways = /** @type {const} */ ([
      [false, words.looks],
      [true, words.writes],
    ]);
    return html`<span class="shows" role="group" aria-label=${words.shows}>
      ${ways.map(
        ([way, said]) =>
          html`<button aria-pressed=${way === writes} @click=${() => this.#show(way)}>${said}</button>`,
      )}
    </span>`;
  }

  /** @param {boolean} writes */
  #show(writes) {
    this.page.set({ writes });
    this.dispatchEvent(new CustomEvent("shows", { bubbles: true, composed: true }));
  }

  /** Focuses the button of the view on show. */
  focus() {
    const chosen = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector('[aria-pressed="true"]'));
    chosen?.focus();
  }
}
