import { css, html } from "lit";
import { SECOND } from "../state/settings.js";
import { tokenize } from "../state/tokens.js";
import { MESSAGES } from "../text/messages.js";
import { Embeddable } from "./embeddable.js";

/**
 * The whole: sentence, settings and the walk through the layer.
 *
 * @tag mha-explainer
 */
export class Explainer extends Embeddable {
  static properties = { ...Embeddable.properties, more: { state: true } };

  static styles = [
    ...Embeddable.styles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        justify-content: space-between;
        gap: 12px 32px;
        padding: 6px var(--_gutter) 14px;
        border-bottom: 1px solid var(--_hairline);
      }
      .sentences {
        display: grid;
        flex: 1 1 420px;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        min-width: 0;
      }
      .sentences.two {
        grid-template-columns: auto minmax(0, 1fr);
        align-items: baseline;
        column-gap: 12px;
      }
      .two .cross {
        grid-column: 2;
      }
      .label {
        font-size: 12.5px;
        color: var(--_muted);
      }
      .cross {
        justify-self: start;
        color: var(--_muted);
        font-size: 12.5px;
      }
      .cross:hover {
        color: var(--_ink);
      }
    `,
  ];

  constructor() {
    super();
    this.more = false;
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    const { store } = this;
    const { keyTokens, tokens, kvHeads } = store.state.settings;
    const more = this.more || keyTokens.length > 0 || kvHeads !== null;
    return html`
      <div class="top">
        <div class="sentences ${keyTokens.length ? "two" : ""}" part="sentence">
          ${keyTokens.length ? html`<span class="label">queries</span>` : ""}
          <mha-sentence .store=${store} of="tokens"></mha-sentence>
          ${keyTokens.length ? this.#second() : ""}
          ${more && tokens.length ? this.#cross(keyTokens.length > 0) : ""}
        </div>
        <mha-controls
          part="controls"
          .store=${store}
          .more=${more}
          @more=${() => (this.more = !this.more)}
        ></mha-controls>
      </div>
      ${
        drawable
          ? html`<mha-shape-walk .store=${store}></mha-shape-walk>`
          : html`<p class="empty">${MESSAGES.empty}</p>`
      }
    `;
  }

  #second() {
    return html`<span class="label">keys, values</span>
      <mha-sentence .store=${this.store} of="keyTokens"></mha-sentence>`;
  }

  /** @param {boolean} crossing */
  #cross(crossing) {
    const keyTokens = crossing ? [] : tokenize(SECOND);
    return html`<button class="cross link" @click=${() => this.store.configure({ keyTokens })}>
      ${crossing ? "Back to one sentence" : "Attend to a second sentence"}
    </button>`;
  }
}
