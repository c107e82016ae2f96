import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { sumsOn } from "../state/page-run.js";
import { EVERY_HEAD, LAYER_SUMS } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** A card with the weight of the selected query on the piece under the pointer, by layer. */
export class PieceSums extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    barStyles,
    css`
      .card {
        padding: 8px 12px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        font-size: 13px;
        line-height: 1.4;
      }
      ol {
        display: grid;
        grid-template-columns: max-content minmax(60px, 1fr) max-content;
        gap: 0 10px;
        align-items: center;
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      .many {
        grid-template-columns: repeat(2, max-content minmax(60px, 1fr) max-content);
      }
      li {
        display: contents;
      }
      li > :last-child {
        text-align: right;
      }
    `,
  ];

  render() {
    const { run, query, hovered } = this.page?.state ?? {};
    const key = hovered ?? null;
    if (!run || query === undefined || key === null || key >= run.words.length) return html``;
    const words = say(LAYER_SUMS, this);
    const sums = sumsOn(this.page.core, run, query, key);
    return html`<div class="card" role="status">
      ${words.pair({ query: run.words[query], key: run.words[key] })}
      <ol class=${sums.length > 16 ? "many" : ""}>
        ${sums.map(
          (sum, layer) =>
            html`<li>
              <span>${say(EVERY_HEAD, this).layer(layer)}</span>
              <span>${bar(sum, { most: run.heads, fill: "var(--_H)" })}</span>
              <span>${sum.toFixed(2)}</span>
            </li>`,
        )}
      </ol>
    </div>`;
  }
}
