import { css, html } from "lit";
import { rankedKeysStyles } from "../../kit/elements/ranked-keys.js";
import { say } from "../../kit/text/words.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { additionOf, traceOf } from "../state/page-head.js";
import { isSameHead } from "../state/page-state.js";
import { MODEL_HEAD } from "../words.js";
import { ModelPanel } from "./model-panel.js";
import { shareSaid } from "../../kit/text/share.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */

const RANKED = 6; // keys

/** The keys of the selected query by weight, and what the head adds to the output of the query. */
export class ModelRow extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    barStyles,
    rankedKeysStyles,
    css`
      h3 {
        margin: 10px 0 4px;
        font-size: 13px;
        font-weight: 600;
      }
      ol {
        display: grid;
        grid-template-columns: minmax(0, max-content) minmax(60px, 1fr) max-content;
        gap: 2px 10px;
        align-items: center;
        margin: 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
      }
      li {
        display: contents;
      }
      li > :first-child {
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .adds {
        display: grid;
        grid-template-columns: minmax(60px, 1fr) max-content;
        gap: 2px 10px;
        align-items: center;
        font-size: 13px;
      }
      .adds + p {
        margin-top: 2px;
      }
      /* As high as the longest text: pointing at heads moves nothing. */
      .addition {
        min-height: 112px;
      }
    `,
  ];

  render() {
    const { run, pointed, selected, query, key: chosen } = this.page?.state ?? {};
    if (!run || !selected || query === undefined) return html``;
    const head = pointed ?? selected;
    const ranked = this.page.ranking.keysOf(head);
    return html`<h3>${say(MODEL_HEAD, this).ranked(run.words[query])}</h3>
      <ol>
        ${ranked.slice(0, RANKED).map(
          ({ key, weight }) =>
            html`<li>
              <button
                aria-current=${key === (chosen ?? ranked[0].key)}
                @click=${() => this.page.meet(query, key)}
              >
                <bdi>${run.keyWords[key]}</bdi><span class="unseen"> ${key}</span>
              </button>
              <span>${bar(weight, { most: 1, fill: "var(--_H)" })}</span> <span>${shareSaid(weight)}</span>
            </li>`,
        )}
      </ol>
      <div class="addition">${this.#addition(run, head)}</div>`;
  }

  /** What the head adds to the output of the selected query. @param {Shown} run @param {Head} head */
  #addition({ words: pieces }, head) {
    const words = say(MODEL_HEAD, this);
    const { query, pointed, selected } = this.page.state;
    const title = html`<h3>${words.adds(pieces[query])}</h3>`;
    const trace = traceOf(this.page.state, head);
    if (!trace)
      return html`${title}
        <p class="quiet">${pointed && !isSameHead(pointed, selected) ? words.unselected : ""}</p>`;
    const { share, moved, ...reach } = additionOf(trace, head.head, query);
    return html`${title}
      <div class="adds">
        <span>${bar(share, { ...reach, fill: "var(--_d)" })}</span>
        <span class="share"><span class="unseen">${words.share}</span> ${shareSaid(share)}</span>
      </div>
      <p class="quiet">${words.without(moved.toFixed(2))}</p>`;
  }
}
