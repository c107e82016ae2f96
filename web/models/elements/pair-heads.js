import { css, html } from "lit";
import { decimals } from "../../kit/draw/legend.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { DRAWN } from "../../kit/text/picture-words.js";
import { say } from "../../kit/text/words.js";
import { allHeadsScene, headBeside } from "../draw/all-heads.js";
import { oneHeadScene } from "../draw/one-head.js";
import { withSignedColours } from "../draw/maps.js";
import { isSameHead } from "../state/page-state.js";
import { EVERY_HEAD, MODEL_PAIR } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/pair.js").Pair} Pair */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {{ x: number, y: number, hold: boolean }} Point */

const RANKED = 8; // heads

/** The difference of every map, the selected one large, and the heads by how much they move. */
export class PairHeads extends ModelPanel {
  static styles = [
    ModelPanel.styles,
    barStyles,
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 18px 40px;
      }
      h3 {
        margin: 0 0 6px;
        font-size: 13px;
        font-weight: 600;
      }
      .ranking {
        margin-top: 12px;
      }
      ol {
        display: grid;
        grid-template-columns: max-content minmax(60px, 1fr) max-content;
        gap: 2px 12px;
        align-items: center;
        max-width: 460px;
        margin: 6px 0 0;
        padding: 0;
        list-style: none;
        font-size: 13px;
      }
      li {
        display: contents;
      }
      .link {
        min-height: 24px;
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  /** @type {import("../draw/all-heads.js").AllHeadsScene | null} */
  #all = null;
  /** @type {import("../draw/one-head.js").OneHeadScene | null} */
  #large = null;

  render() {
    const { pair, selected } = this.page?.state ?? {};
    if (!pair || !selected) return html``;
    const words = say(MODEL_PAIR, this);
    const { layers, heads, causal } = pair.first;
    const name = headName(selected.layer, selected.head, this);
    const moved = decimals(pair.moves.find((each) => isSameHead(each, selected))?.moved ?? NaN, 2);
    return html`<div class="two">
      <div>
        <mha-figure
          walks
          label=${words.summary({ layers, heads, tokens: pair.words.length })}
          .draw=${(/** @type {Surface} */ surface) => (this.#all = allHeadsScene(this.#sheet(pair), withSignedColours(surface)))}
          @point=${this.#pointAll}
          @walk=${this.#walk}
        ></mha-figure>
        <p class="quiet">${words.caption} ${causal ? words.masked : ""}</p>
        ${this.#ranking(pair)}
      </div>
      <div>
        <h3>${capitalize(words.one(name))}</h3>
        <mha-figure
          label=${words.oneSummary(name, moved)}
          .draw=${(/** @type {Surface} */ surface) => (this.#large = this.#oneHead(pair, selected, withSignedColours(surface)))}
          @point=${this.#pointLarge}
        ></mha-figure>
        ${AsTable.of(this.#tableOf(pair, selected))}
      </div>
    </div>`;
  }

  /** @param {Pair} pair */
  #ranking({ moves, alignment: { places, from }, first: { causal } }) {
    const words = say(MODEL_PAIR, this);
    const name = (/** @type {Head} */ { layer, head }) => headName(layer, head, this);
    return html`<h3 class="ranking">${words.ranking}</h3>
      <p class="quiet">${words.measure(places.length - from)} ${causal && from ? words.causal : ""}</p>
      <ol>
        ${moves.slice(0, RANKED).map(
          (move) =>
            html`<li>
              <button class="link" @click=${() => this.page.select({ layer: move.layer, head: move.head })}>
                ${capitalize(name(move))}
              </button>
              <span>${bar(move.moved, { most: 1, fill: "var(--_H)" })}</span>
              <span>${decimals(move.moved, 2)}</span>
            </li>`,
        )}
      </ol>
      ${AsTable.of({
        ...{ name: "heads-that-move", corner: words.corner, columns: words.columns },
        rows: () => moves.map((move) => [name(move), move.moved]),
      })}`;
  }

  /** The aligned place of the selected query. @param {Pair} pair */
  #query({ alignment: { places } }) {
    const at = places.findIndex(([first]) => first >= this.page.state.query);
    return at < 0 ? places.length - 1 : at;
  }

  /** One scale for all heads. @param {Pair} pair */
  #scale = ({ maps }) => scaleOf(maps.flat(), false);

  /** @param {Pair} pair @returns {import("../draw/all-heads.js").Sheet} */
  #sheet(pair) {
    const { layers, heads, causal } = pair.first;
    return {
      ...{ layers, heads, causal, tokens: pair.words.length },
      ...{ selected: this.page.state.selected, query: this.#query(pair) },
      map: ({ layer, head }) => pair.maps[layer][head],
      order: null,
      stands: () => false,
      pale: () => false,
      isOff: (head) => this.page.state.off.some((each) => isSameHead(each, head)),
      scale: this.#scale(pair),
      scaleIn: () => this.#scale(pair),
      colormap: "blue",
      layerName: say(EVERY_HEAD, this).layer,
      note: say(DRAWN, this).all,
    };
  }

  /** @param {Pair} pair @param {Head} head @param {Surface} surface */
  #oneHead(pair, { layer, head }, surface) {
    const { words, first } = pair;
    const map = {
      weights: pair.maps[layer][head],
      words,
      causal: first.causal,
      query: this.#query(pair),
      key: null,
    };
    return oneHeadScene({ ...map, scale: this.#scale(pair), colormap: "blue" }, surface);
  }

  /** @param {CustomEvent<Point>} event */
  #pointAll({ detail: { x, y, hold } }) {
    const hit = hold && this.#all?.hit(x, y);
    if (hit) this.page.select(hit.head);
  }

  /** @param {CustomEvent<Point>} event */
  #pointLarge({ detail: { x, y, hold } }) {
    const hit = hold && this.#large?.hit(x, y);
    const { pair } = this.page.state;
    if (hit && pair) this.page.ask(pair.alignment.places[hit.query][0]);
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail }) {
    const { pair, selected } = this.page.state;
    if (pair) this.page.select(headBeside(this.#sheet(pair), selected, detail));
  }

  /** @param {Pair} pair @param {Head} head @returns {import("../../kit/elements/as-table.js").Numbers} */
  #tableOf({ words, maps }, { layer, head }) {
    const map = maps[layer][head];
    return {
      name: `difference-layer-${layer}-head-${head}`,
      corner: say(MODEL_PAIR, this).query,
      columns: words,
      rows: () => words.map((word, i) => [word, ...map.subarray(i * words.length, (i + 1) * words.length)]),
    };
  }
}
