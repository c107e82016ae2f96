import { css, html } from "lit";
import { MESSAGES } from "../text/messages.js";
import { Embeddable } from "./embeddable.js";

/**
 * The whole: sentence, settings and the walk through the layer.
 *
 * @tag mha-explainer
 */
export class Explainer extends Embeddable {
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
      mha-sentence {
        flex: 1 1 420px;
      }
    `,
  ];

  /** @param {boolean} drawable */
  renderReady(drawable) {
    return html`
      <div class="top">
        <mha-sentence part="sentence" .store=${this.store}></mha-sentence>
        <mha-controls part="controls" .store=${this.store}></mha-controls>
      </div>
      ${drawable ? html`<mha-shape-walk .store=${this.store}></mha-shape-walk>` : html`<p class="empty">${MESSAGES.empty}</p>`}
    `;
  }
}
