import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { decimals } from "../../kit/draw/legend.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { rankedBy } from "../state/page-ranking.js";
import { headsOf, isSameHead } from "../state/page-state.js";
import { EVERY_HEAD, MODEL_ABLATION, WHICH_MODEL } from "../words.js";
import { focus } from "../../kit/elements/follow.js";
import { ModelPanel } from "./model-panel.js";

const SHOWN = 8; // heads of the ranking

/** What heads that are off change, and which head matters most for a piece. */
export class ModelAblation extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    barStyles,
    choiceStyles,
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

  constructor() {
    super();
    this.addEventListener("focuslost", () => focus(this, "#ranking"));
  }

  render() {
    const { run } = this.page?.state ?? {};
    if (!run) return html``;
    return html`${run.run.predicts ? this.#which() : ""} ${this.#sets(run)} ${this.#off()}`;
  }

  /** Sets of heads to switch off: the selected head's layer, and its other heads. @param {import("../state/page-run.js").Shown} run */
  #sets(run) {
    const words = say(MODEL_ABLATION, this);
    const { selected, off } = this.page.state;
    const { layer } = selected;
    const elsewhere = off.filter((each) => each.layer !== layer || each.kind !== run.kind);
    const ofLayer = headsOf(run).filter((each) => each.layer === layer);
    const others = ofLayer.filter((each) => !isSameHead(each, selected));
    const turn = (/** @type {readonly import("../state/page-state.js").Head[]} */ heads) => () =>
      void this.page.turnOff([...elsewhere, ...heads]);
    return html`<h2 class=${off.length ? "" : "act"}>${words.title}</h2>
      <div class="off">
        <button class="link act" @click=${turn(ofLayer)}>${words.layerOff(layer)}</button>
        ${others.length ? html`<button class="link act" @click=${turn(others)}>${words.solo(layer, selected.head)}</button>` : ""}
      </div>`;
  }

  #off() {
    const { off, run, whole } = this.page.state;
    if (!off.length) return html`<p class="quiet act">${say(MODEL_ABLATION, this).none}</p>`;
    const words = say(MODEL_ABLATION, this);
    const change = run && whole && run !== whole ? this.page.ranking.changed(whole, run) : null;
    return html`<div class="off">
        <span>${words.off}</span>
        ${off.map((head) => {
          const own = headName(head.layer, head.head, this);
          const name = head.kind ? `${say(EVERY_HEAD, this).attentions[head.kind]}: ${own}` : own;
          return html`<button
            class="link"
            aria-label=${words.on(name)}
            title=${words.on(name)}
            @click=${() => void this.page.turn(head)}
          >
            ${name}
          </button>`;
        })}
        <button class="link act" @click=${() => void this.page.turnOff([])}>${words.allOn}</button>
      </div>
      ${change?.piece ? html`<p>${words.probability({ ...change, piece: change.piece, ...figures(change.probability) })}</p>` : ""}
      ${change && Number.isFinite(change.loss.before) ? html`<p>${words.loss(figures(change.loss))}</p>` : ""}`;
  }

  #which() {
    const words = say(MODEL_ABLATION, this);
    const { ranking } = this.page.state;
    const { loss } = ranking ?? {};
    const piece = ranking?.piece ?? this.page.ranking.wanted?.text;
    if (piece === undefined) return "";
    const { done, total } = ranking?.progress ?? { done: 0, total: 0 };
    const title = words.which(piece.trim() || piece);
    const onPaper = ranking ? "" : "act";
    return html`<h2 class=${onPaper}>${title}</h2>
      ${ranking ? html`<p class="quiet">${words.how}</p>` : ""}
      ${loss !== undefined && Number.isFinite(loss) ? this.#by() : ""}
      ${ranking ? this.#ranked(ranking, title) : html`<button class="button" id="ranking" @click=${() => void this.page.ranking.start()}>${words.rank}</button>`}
      ${
        ranking && done < total
          ? html`<p>
              ${words.ranking(done, total)}
              <progress aria-label=${words.ranking(done, total)} max=${total} .value=${done}></progress>
              <button class="button" @click=${() => this.page.ranking.stop()}>
                ${say(WHICH_MODEL, this).stop}
              </button>
            </p>`
          : ""
      }`;
  }

  #by() {
    const words = say(MODEL_ABLATION, this);
    const ways = /** @type {const} */ (["probability", "loss"]);
    return choice(
      words.by,
      words.by,
      ways.map((way) => [way, words.ways[way]]),
      this.page.state.rankBy,
      (way) => this.page.ranking.sort(way),
    );
  }

  /** @param {import("../state/page-state.js").Ranking} ranking @param {string} title */
  #ranked({ effects, loss }, title) {
    const { corner, columns } = say(MODEL_ABLATION, this);
    const by = this.page.state.rankBy === "loss" && Number.isFinite(loss) ? "loss" : "change";
    const ranked = rankedBy(effects, by);
    const shown = ranked.slice(0, SHOWN);
    const most = Math.max(...shown.map((effect) => Math.abs(effect[by])), 1e-9);
    return html`<ol id="ranking" tabindex="-1" aria-label=${title}>
        ${shown.map(
          ({ layer, head, kind, [by]: change }) =>
            html`<li>
              <button class="link" @click=${() => this.page.select({ layer, head, ...(kind && { kind }) })}>
                ${capitalize(headName(layer, head, this))}
              </button>
              <span
                >${bar(change, { most, least: -most, fill: change < 0 === (by === "change") ? "var(--_T)" : "var(--_d)" })}</span
              >
              <span>${change > 0 ? "+" : ""}${decimals(change, 3)}</span>
            </li>`,
        )}
      </ol>
      ${AsTable.of({
        ...{ name: "heads-by-effect", corner, columns },
        rows: () =>
          ranked.map(({ layer, head, change, loss: more }) => [headName(layer, head, this), change, more]),
      })}`;
  }
}

/** @param {{ before: number, after: number }} of */
const figures = ({ before, after }) => ({ before: decimals(before, 3), after: decimals(after, 3) });
