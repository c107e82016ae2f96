import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { decimals } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { MODEL_ABLATION, WHICH_MODEL } from "../words.js";
import { ModelPanel } from "./model-panel.js";

const SHOWN = 8; // heads of the ranking

/** What heads that are off change, and which head matters most for a piece. */
export class ModelAblation extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    barStyles,
    css`
      :host {
        font-size: 13px;
      }
      .off {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 2px 12px;
        margin-bottom: 6px;
      }
      h2 {
        margin-top: 14px;
      }
      ol {
        display: grid;
        grid-template-columns: max-content minmax(60px, 1fr) max-content;
        gap: 2px 12px;
        align-items: center;
        margin: 6px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: contents;
      }
    `,
  ];

  render() {
    const { run } = this.page?.state ?? {};
    if (!run) return html``;
    return html`${this.#off()} ${run.run.predicts ? this.#which() : ""}`;
  }

  #off() {
    const { off, run, whole } = this.page.state;
    if (!off.length) return "";
    const words = say(MODEL_ABLATION, this);
    const names = off.map(({ layer, head }) => headName(layer, head, this));
    const change = run && whole && run !== whole ? this.page.changed(whole, run) : null;
    return html`<h2>${words.title}</h2>
      <div class="off">
        <span>${words.off(names.join("; "))}</span>
        <button class="link" @click=${() => void this.page.turnAllOn()}>${words.allOn}</button>
      </div>
      ${change?.piece ? html`<p>${words.probability({ ...change, piece: change.piece, ...figures(change.probability) })}</p>` : ""}
      ${change && Number.isFinite(change.loss.before) ? html`<p>${words.loss(figures(change.loss))}</p>` : ""}`;
  }

  #which() {
    const words = say(MODEL_ABLATION, this);
    const { ranking } = this.page.state;
    const piece = ranking?.piece ?? this.page.wanted?.text;
    if (piece === undefined) return "";
    const { done, total } = ranking?.progress ?? { done: 0, total: 0 };
    return html`<h2>${words.which(piece.trim() || piece)}</h2>
      <p class="quiet">${words.how}</p>
      ${ranking ? this.#ranked(ranking) : html`<button class="button" @click=${() => void this.page.rankHeads()}>${words.rank}</button>`}
      ${
        ranking && done < total
          ? html`<p>
              ${words.ranking(done, total)}
              <progress aria-label=${words.ranking(done, total)} max=${total} .value=${done}></progress>
              <button class="button" @click=${() => this.page.stopRanking()}>
                ${say(WHICH_MODEL, this).stop}
              </button>
            </p>`
          : ""
      }`;
  }

  /** @param {import("../state/page-state.js").Ranking} ranking */
  #ranked({ effects }) {
    const { corner, columns } = say(MODEL_ABLATION, this);
    const shown = effects.slice(0, SHOWN);
    const most = Math.max(...shown.map(({ change }) => Math.abs(change)), 1e-9);
    return html`<ol>
        ${shown.map(
          ({ layer, head, change }) =>
            html`<li>
              <button class="link" @click=${() => this.page.select({ layer, head })}>
                ${capital(headName(layer, head, this))}
              </button>
              <span
                >${bar(change, { most, least: -most, fill: change < 0 ? "var(--_T)" : "var(--_d)" })}</span
              >
              <span>${change > 0 ? "+" : ""}${decimals(change, 3)}</span>
            </li>`,
        )}
      </ol>
      ${AsTable.of({
        ...{ name: "heads-by-effect", corner, columns },
        rows: () => effects.map(({ layer, head, change }) => [headName(layer, head, this), change]),
      })}`;
  }
}

/** @param {{ before: number, after: number }} of */
const figures = ({ before, after }) => ({ before: decimals(before, 3), after: decimals(after, 3) });
