import { css, html, svg } from "lit";
import { decimals } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";
import { table, tableStyles } from "../../kit/elements/table.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { groupDigits } from "../../kit/text/grouped.js";
import { say } from "../../kit/text/words.js";
import { axisValue, measureOf, measuresIn } from "../state/axes.js";
import { spreadOf } from "../state/sentence-choice.js";
import { STUDY_HEAD, STUDY_MEASURES } from "../words.js";
import { StudyPanel, halfSaid, isShare, valueSaid } from "./study-panel.js";

/** @import { Part, Result } from "../state/study-store.js" */

const PARTS = /** @type {const} */ (["strongest", "tenths", "looks", "all"]);
const PAIRS = 16; // listed pairs of pieces
const EXCEPTIONS = 8; // listed pieces

/** One head over many sentences: its sentences, what it looks at, and how its measures are spread. */
export class StudyHead extends StudyPanel {
  static styles = [
    StudyPanel.styles,
    segmentStyles,
    tableStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 14px;
      }
      .segments {
        font-size: 13px;
      }
      .mean {
        margin: 6px 0 2px;
      }
      h4 {
        margin: 14px 0 2px;
        font-size: 13px;
        font-weight: 600;
      }
      .spread {
        display: block;
        width: 110px;
        height: 20px;
        margin-left: auto;
        overflow: visible;
      }
      td {
        white-space: nowrap;
      }
      th {
        font-weight: 400;
      }
      bdi {
        white-space: pre;
      }
      .scroll {
        overflow-x: auto;
      }
      .ways {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
        gap: 8px 32px;
        align-items: start;
      }
    `,
  ];

  render() {
    const { result, selected, part } = this.page?.state ?? {};
    if (!result || !selected || !part) return html``;
    const { layers, heads } = result.study;
    if (selected.layer >= layers || selected.head >= heads) return html``;
    const words = say(STUDY_HEAD, this);
    return html`<div class="top">
        <h3>${capitalize(headName(selected.layer, selected.head, this))}</h3>
        ${segments(words.part, PARTS, words.parts, part, (each) => this.page.set({ part: /** @type {Part} */ (each) }))}
      </div>
      ${part === "looks" ? this.#looks(result) : part === "all" ? this.#all(result) : this.#sentences(result)}`;
  }

  /** @param {Result} result */
  #sentences(result) {
    const by = this.page.measureBy;
    const words = say(STUDY_HEAD, this);
    const { value, half, count } = axisValue(result, this.page.state.selected, by);
    const numbers = { mean: valueSaid(by, value), half: halfSaid(by, half), count, of: result.study.count };
    return html`<p class="quiet act">
        ${words.by}
        <select
          aria-label=${words.by}
          @change=${(/** @type {Event} */ event) => this.page.set({ by: /** @type {HTMLSelectElement} */ (event.target).value })}
        >
          ${measuresIn(result).map((each) => html`<option value=${each} .selected=${each === by}>${this.axisSaid(each)}</option>`)}
        </select>
      </p>
      <p class="quiet mean">
        ${count ? words.mean({ axis: capitalize(this.axisSaid(by)), ...numbers }) : words.none}
        ${count ? (this.page.state.part === "tenths" ? words.tenths : words.strongest) : ""}
      </p>
      <mha-study-sentences .store=${this.store}></mha-study-sentences>`;
  }

  /** What the head looks at most often, and where the name of the head does not hold. @param {Result} result */
  #looks(result) {
    const { selected } = this.page.state;
    const { tools } = this.page;
    const words = say(STUDY_HEAD, this);
    if (this.page.state.running) return html`<p class="quiet mean">${words.waits}</p>`;
    const all = tools.pairsOf(result.study, selected.layer, selected.head);
    if (!all.length) return html`<p class="quiet mean">${words.noLooks}</p>`;
    const { rest, pairs } = withoutRest(all);
    const rows = (/** @type {typeof all} */ some) =>
      some.map(({ query, key, count, distance }) => [query, key, count, distance]);
    const listed = rows(pairs.slice(0, PAIRS)).map(([query, key, count, distance]) => [
      html`<bdi>${query}</bdi>`,
      html`<bdi>${key}</bdi>`,
      groupDigits(Number(count)),
      decimals(Number(distance), 1),
    ]);
    return html`<h4>${words.pairs}</h4>
      ${rest.map(({ key, count }) => html`<p class="quiet">${words.rests({ key, count, of: countOf(all) })}</p>`)}
      <div class="scroll" tabindex="0" role="group" aria-label=${words.pairs}>
        ${table(words.pairColumns, listed)}
      </div>
      ${AsTable.of({
        name: `pairs-layer-${selected.layer}-head-${selected.head}`,
        corner: words.pairColumns[0],
        columns: words.pairColumns.slice(1),
        rows: () => rows(all),
      })}
      ${this.#exceptions(result)}`;
  }

  /** Where the largest weight does not lie on what the measure names: when a piece asks, and after a piece. @param {Result} result */
  #exceptions(result) {
    const { layer, head } = this.page.state.selected;
    const { tools } = this.page;
    const measure = [this.page.measureBy, measureOf(this.page.state.y)].find((each) =>
      tools.withExceptions.includes(each),
    );
    if (!measure) return "";
    const words = say(STUDY_HEAD, this);
    const name = say(STUDY_MEASURES, this).names[measure];
    const ways = /** @type {const} */ (["query", "before"]).map((way) => {
      const rows = tools.exceptionsOf(result.study, layer, head, measure, way).slice(0, EXCEPTIONS);
      return rows.length ? this.#misses(words.exceptBy[way], rows) : "";
    });
    if (!ways.some(Boolean)) return html`<p class="quiet mean">${words.noExceptions(name)}</p>`;
    return html`<h4>${words.except(name)}</h4>
      <p class="quiet">${words.exceptHow}</p>
      <div class="ways">${ways}</div>`;
  }

  /** @param {string} title @param {readonly import("../state/study-types.js").Exception[]} rows */
  #misses(title, rows) {
    const words = say(STUDY_HEAD, this);
    return html`<div>
      ${table(
        [title, words.missed],
        rows.map(({ piece, holds, of }) => [html`<bdi>${piece}</bdi>`, words.times(of - holds, of)]),
      )}
    </div>`;
  }

  /** Every measure, and how it is spread over sentences. @param {Result} result */
  #all(result) {
    const { selected } = this.page.state;
    const words = say(STUDY_HEAD, this);
    const rows = measuresIn(result).map((measure) => {
      const { value, half, count } = axisValue(result, selected, measure);
      const spread = spreadOf(result.study, selected, measure, isShare(measure) ? 1 : 0);
      const said = count ? `${valueSaid(measure, value)} ± ${halfSaid(measure, half)}` : "–";
      return [this.measureSaid(measure), spreadPicture(spread.bins), said, groupDigits(count)];
    });
    return html`<p class="quiet mean">${words.spread}</p>
      <div class="scroll" tabindex="0" role="group" aria-label=${words.parts.all}>
        ${table(words.columns, rows)}
      </div>`;
  }
}

/** @param {readonly { count: number }[]} pairs */
const countOf = (pairs) => pairs.reduce((sum, { count }) => sum + count, 0);

/** Pieces that stand before every text: heads rest their weight there, so that a list of pairs would show little else. */
const RESTS = /^(\[(BOS|CLS)\]|<s>|<bos>|<\|(begin_of_text|endoftext)\|>)$/;

/**
 * Pairs apart from those whose key is a piece before every text, which are counted together.
 * @param {readonly import("../state/study-types.js").PiecePair[]} all
 */
function withoutRest(all) {
  const keys = [...new Set(all.map(({ key }) => key))].filter((key) => RESTS.test(key));
  const rest = keys.map((key) => ({ key, count: countOf(all.filter((each) => each.key === key)) }));
  return { rest, pairs: all.filter(({ key }) => !RESTS.test(key)) };
}

/** A small curve of counts; the table beside it has the mean. @param {readonly number[]} bins */
function spreadPicture(bins) {
  const most = Math.max(1, ...bins);
  const wide = 110 / bins.length;
  return html`<svg class="spread" viewBox="0 0 110 20" aria-hidden="true">
    ${bins.map((count, i) => (count ? svg`<rect x=${i * wide} y=${20 - Math.max(1, (19 * count) / most)} width=${wide - 0.75} height=${Math.max(1, (19 * count) / most)} fill="var(--_muted)"></rect>` : ""))}
    <path d="M0 20H110" stroke="var(--_hairline)"></path>
  </svg>`;
}
