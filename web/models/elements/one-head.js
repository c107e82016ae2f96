import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { oneHeadScene } from "../draw/one-head.js";
import { roleOf } from "../state/page-measures.js";
import { mapOf } from "../state/page-run.js";
import { isSame } from "../state/page-state.js";
import { EVERY_HEAD, MODEL_HEAD } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

const RANKED = 6; // keys

/** The head under the pointer, or else the selected one, large, with the keys of the selected query by weight. */
export class ModelHead extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    barStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0 12px;
      }
      .said {
        min-height: 40px;
        margin-bottom: 4px;
      }
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
        white-space: pre;
      }
    `,
  ];

  /** @type {import("../draw/one-head.js").OneHeadScene | null} */
  #scene = null;

  render() {
    const { run, pointed, selected, off } = this.page?.state ?? {};
    if (!run || !selected) return html``;
    const words = say(MODEL_HEAD, this);
    const head = pointed ?? selected;
    const { query } = this.page.state;
    const name = headName(head.layer, head.head, this);
    const isOff = off?.some((each) => isSame(each, head));
    return html`<div class="top">
        <h2>${capital(name)}</h2>
        <button class="button" @click=${() => void this.page.turn(head)}>
          ${isOff ? words.on : words.off}
        </button>
      </div>
      <p class="quiet said" aria-live="polite">
        <span class="unseen">${name}:</span> ${this.#role(run, head)}
      </p>
      <mha-figure
        label=${words.summary(name, run.words[query])}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(run, head, surface)}
        @point=${this.#point}
      ></mha-figure>
      <h3>${words.ranked(run.words[query])}</h3>
      <ol>
        ${this.page
          .rank(head)
          .slice(0, RANKED)
          .map(
            ({ key, weight }) =>
              html`<li>
                <bdi>${run.words[key]}</bdi> <span>${bar(weight, { most: 1, fill: "var(--_H)" })}</span>
                <span>${weight.toFixed(2)}</span>
              </li>`,
          )}
      </ol>
      ${AsTable.of(this.#table(run, head))}`;
  }

  /** What the head does most on this sentence. @param {Shown} run @param {Head} at */
  #role({ measures, causal }, { layer, head }) {
    const words = say(MODEL_HEAD, this);
    const { measures: names, withFigure } = say(EVERY_HEAD, this);
    const measured = measures[layer][head];
    const role = roleOf(measured, causal);
    const first = words.first(measured.first.toFixed(2));
    if (!role) return `${words.noRole}; ${first}`;
    const queries = measured.queries[role === "afterSame" || role === "sameWord" ? "sameWord" : role];
    const said = withFigure(names[role], measured[role].toFixed(2));
    return role === "afterSame"
      ? `${said}; ${first}`
      : `${words.over(said, queries)}${role === "first" ? "" : `; ${first}`}`;
  }

  /** @param {Shown} run @param {Head} head @param {Surface} surface */
  #draw(run, head, surface) {
    const { words, causal, attention } = run;
    const { query } = this.page.state;
    const scale = scaleOf(
      attention.map(({ data }) => data),
      true,
    );
    const of = { weights: mapOf(run, head), words, causal, query, scale, colormap: "blue" };
    this.#scene = oneHeadScene(of, surface);
    return this.#scene;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = hold && this.#scene?.hit(x, y);
    if (hit) this.page.ask(hit.query);
  }

  /** @param {Shown} run @param {Head} head @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(run, head) {
    const { words } = run;
    const map = mapOf(run, head);
    const size = words.length;
    return {
      name: `layer-${head.layer}-head-${head.head}`,
      corner: say(MODEL_HEAD, this).corner,
      columns: words,
      rows: () => words.map((word, i) => [word, ...map.subarray(i * size, (i + 1) * size)]),
    };
  }
}
