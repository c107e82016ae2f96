import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { INTO_LAYER } from "../words-into.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/page-state.js").Head & { view: "walk" | "heads" }} Entry a layer to show, at one of its heads */

const VIEWS = /** @type {const} */ (["walk", "heads"]);

/**
 * Ways from the selected head into its layer.
 *
 * @fires enter - the reader opens the layer; detail: Entry
 */
export class IntoHead extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    css`
      p {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .button:disabled {
        opacity: 0.5;
      }
      [data-view="walk"] {
        border-color: var(--_accent);
        background: var(--_accent);
        color: var(--_paper);
      }
    `,
  ];

  render() {
    const { run } = this.page?.state ?? {};
    if (!run) return html``;
    const words = say(INTO_LAYER, this);
    return html`<p>
      ${VIEWS.map(
        (view) =>
          html`<button
            class="button"
            data-view=${view}
            ?disabled=${!run.isWhole}
            @click=${() => this.#enter(view)}
          >
            ${words[view]}
          </button>`,
      )}
    </p>`;
  }

  /** @param {Entry["view"]} view */
  #enter(view) {
    const detail = { view, ...this.page.state.selected };
    this.dispatchEvent(new CustomEvent("enter", { detail }));
  }

  /** Moves the focus to a button. @param {Entry["view"]} view */
  async focusOn(view) {
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(`[data-view=${view}]`))?.focus();
  }
}
