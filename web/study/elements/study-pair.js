import { css, html } from "lit";
import { AsTable } from "../../kit/elements/as-table.js";
import { table, tableStyles } from "../../kit/elements/table.js";
import { shortHeadName } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { clearestByHead, differences, haveCommonHeads } from "../state/difference.js";
import { STUDY_PAIR } from "../words.js";
import { StudyPanel, differenceSaid, halfSaid, valueSaid } from "./study-panel.js";

/** @import { Difference } from "../state/difference.js" */
/** @import { Result } from "../state/study-store.js" */

const LISTED = 10; // heads

/** What differs most between the kept result and the one on show. */
export class StudyPair extends StudyPanel {
  static styles = [
    StudyPanel.styles,
    tableStyles,
    css`
      .scroll {
        overflow-x: auto;
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 2px 14px;
      }
      .half,
      td:last-child {
        white-space: nowrap;
      }
      /* The measure, in words. */
      tr > :nth-child(2) {
        text-align: left;
      }
      .link {
        font-size: 13px;
      }
    `,
  ];

  render() {
    const { kept, result } = this.page?.state ?? {};
    if (!kept) return html``;
    const words = say(STUDY_PAIR, this);
    return html`<div class="top">
        <h3>${words.title}</h3>
        <button class="link act" @click=${() => this.page.set({ kept: null })}>${words.end}</button>
      </div>
      ${result ? this.#between(kept, result) : html`<p class="quiet">${kept.title} · ${words.next}</p>`}`;
  }

  /** @param {Result} kept @param {Result} result */
  #between(kept, result) {
    const words = say(STUDY_PAIR, this);
    if (!haveCommonHeads(kept.study, result.study)) return html`<p class="quiet">${words.unlike}</p>`;
    const all = differences(kept, result);
    if (!all.length) return html`<p class="quiet">${words.none}</p>`;
    return html`<p class="quiet">${words.about(kept.title, result.title)} ${words.many}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${words.title}>
        ${table(
          words.columns,
          clearestByHead(all)
            .slice(0, LISTED)
            .map((each) => this.#row(each)),
        )}
      </div>
      ${AsTable.of({
        ...{ name: "what-differs", corner: words.columns[0], columns: words.columns.slice(1) },
        rows: () =>
          all.map((each) => [
            shortHeadName(each.layer, each.head),
            each.measure,
            each.first,
            each.second,
            each.by,
          ]),
      })}`;
  }

  /** @param {Difference} difference */
  #row({ layer, head, measure, first, second, halves, by }) {
    const said = (/** @type {number} */ value, /** @type {number} */ half) =>
      html`${valueSaid(measure, value)} <span class="half">± ${halfSaid(measure, half)}</span>`;
    return [
      this.headLink({ layer, head }),
      this.measureSaid(measure),
      said(first, halves[0]),
      said(second, halves[1]),
      differenceSaid(measure, by),
    ];
  }
}
