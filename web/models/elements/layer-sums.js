import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { layerSumsScene } from "../draw/layer-sums.js";
import { sumsOf } from "../state/page-run.js";
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
    const count = run.words.length;
    return sumsOf(this.page.core, run).map((sum) => sum.subarray(query * count, (query + 1) * count));
  }

  /** @param {Shown} run @param {Surface} surface */
  #draw(run, surface) {
    const { query, hovered, look } = this.page.state;
    const { words, heads, causal } = run;
    const { layer: layerName } = say(EVERY_HEAD, this);
    const seen = causal ? query + 1 : words.length;
    this.#scene = layerSumsScene(
      { rows: this.#rows(run), words, heads, seen, marked: hovered, colormap: look.colormap, layerName },
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
      ...{ name: "weight-by-layer", corner, columns: run.words },
      rows: () => this.#rows(run).map((row, i) => [layer(i), ...row]),
    };
  }
}
