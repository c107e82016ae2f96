import { css, html } from "lit";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { layerSumsScene } from "../draw/layer-sums.js";
import { sumsOf, sumsOn } from "../state/page-run.js";
import { EVERY_HEAD, LAYER_SUMS } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

/** Shows a row for each layer: the weights of the selected query on each piece, summed over the heads. */
export class LayerSums extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    headingStyles,
    css`
      :host {
        margin-top: 40px;
      }
      mha-figure {
        margin-top: 8px;
      }
    `,
  ];

  /** @type {import("../draw/layer-sums.js").LayerSumsScene | null} */
  #scene = null;

  render() {
    const { run, query } = this.page?.state ?? {};
    if (!run || query === undefined) return html``;
    const words = say(LAYER_SUMS, this);
    const piece = run.words[query];
    return html`<h2>${words.title}</h2>
      <p class="quiet">${words.how(piece, run.heads)} <span class="act">${words.point}</span></p>
      <mha-figure
        label=${words.summary(piece)}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(run, surface)}
        @point=${this.#point}
        @leave=${() => this.page.hover(null)}
      ></mha-figure>
      ${AsTable.of(this.#table(run))}`;
  }

  /** The sums of the selected query, by layer. @param {Shown} run */
  #rows(run) {
    const { query } = this.page.state;
    const count = run.keyWords.length;
    return sumsOf(this.page.core, run).map((sum) => sum.subarray(query * count, (query + 1) * count));
  }

  /** @param {Shown} run @param {Surface} surface */
  #draw(run, surface) {
    const { query, hovered, look } = this.page.state;
    const { keyWords: words, heads, causal, arrived } = run;
    const { layer: layerName } = say(EVERY_HEAD, this);
    const seen = causal ? query + 1 : words.length;
    this.#scene = layerSumsScene(
      {
        rows: this.#rows(run),
        arrived,
        words,
        heads,
        seen,
        marked: hovered,
        colormap: look.colormap,
        layerName,
      },
      surface,
    );
    return this.#scene;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y } }) {
    this.page.hover(this.#scene?.hit(x, y) ?? null);
  }

  /** @param {Shown} run @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(run) {
    const { corner } = say(LAYER_SUMS, this);
    const { layer } = say(EVERY_HEAD, this);
    return {
      ...{ name: "weight-by-layer", corner, columns: run.keyWords },
      rows: () =>
        this.#rows(run)
          .slice(0, run.arrived)
          .map((row, i) => [layer(i), ...row]),
    };
  }
}

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
    if (!run || query === undefined || key === null || key >= run.keyWords.length) return html``;
    const words = say(LAYER_SUMS, this);
    const sums = sumsOn(this.page.core, run, query, key).slice(0, run.arrived);
    return html`<div class="card" role="status">
      ${words.pair({ query: run.words[query], key: run.keyWords[key] })}
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
