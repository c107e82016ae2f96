import { css, html } from "lit";
import { rankedKeysStyles } from "../../kit/elements/ranked-keys.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { text } from "../../kit/draw/marks.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { entropyOfAll, habitAt, isShare, kindOfHabit, roleAt } from "../../kit/state/habits.js";
import { headIn, rowOf } from "../../kit/state/head.js";
import { VIEWS, VIEWS_OF_WEIGHTS } from "../../kit/state/look.js";
import { pathOf } from "../../kit/state/state.js";
import { BLANKS } from "../../kit/text/blanks.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { LOOKS } from "../../kit/text/looks.js";
import { HEADS } from "../words.js";
import { say } from "../../kit/text/words.js";
import { choiceStyles } from "../../kit/elements/choice.js";
import { viewTabs, viewTabStyles } from "../../kit/elements/look-controls.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { Panels } from "../../kit/elements/panels.js";
import { Panel } from "../../kit/elements/panel.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { moveCell } from "../../kit/elements/cell-navigation.js";
import { bar, barStyles, swatch } from "../../kit/elements/bar.js";
import { headPicture, headScene, heightOfViews, lacksText, loadText, viewIn } from "../draw/head-view.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { shareSaid } from "../../kit/text/share.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Head } from "../../kit/state/head.js" */
/** @import { View } from "../../kit/state/look.js" */

const RANKED = 6; // keys
const LEAST = 0.001; // share of the weight; smaller contributions are only said to be small

/** @typedef {() => Promise<CustomElementConstructor>} Load */

/** Loads the panel of a head's circuits; null where there is none. @type {Load | null} */
let loadCircuits = null;
const PANELS = new Panels({ "mha-head-circuits": () => /** @type {Load} */ (loadCircuits)() });

/** Adds the fold of a head's circuits to all heads of layers. @param {Load} load the panel in the fold */
export const offerCircuits = (load) => void (loadCircuits = load);

/** One head, large, in five views; beside it the selected query's weights, largest first. */
export class OneHead extends Panel {
  static properties = { ...Panel.properties, open: { state: true } };

  static styles = [
    Panel.styles,
    headingStyles,
    schemeProbe,
    choiceStyles,
    viewTabStyles,
    barStyles,
    rankedKeysStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 12px;
      }
      .said {
        min-height: 40px;
        margin: 4px 0 8px;
        font-size: 13px;
        color: var(--_muted);
      }
      h3 {
        margin: 4px 0;
        font-size: 13px;
        font-weight: 600;
      }
      ol {
        display: grid;
        grid-template-columns: minmax(60px, max-content) 1fr 5ch;
        gap: 3px 10px;
        align-items: center;
        margin: 0;
        padding: 0;
        font-size: 13px;
        list-style: none;
      }
      /* Fixed height, so that selecting another query does not move the content below. */
      .many {
        align-content: start;
        min-height: 159px;
      }
      .many + .rest {
        min-height: 1lh;
      }
      li {
        display: grid;
        grid-column: 1 / -1;
        grid-template-columns: subgrid;
        align-items: center;
      }
      .rest {
        margin: 4px 0 0;
        font-size: 13px;
        color: var(--_muted);
      }
      mha-as-table:not(:defined) {
        display: block;
        height: 24px;
        margin-top: 8px;
      }
      details {
        margin-top: 8px;
      }
      summary {
        width: fit-content;
        padding: 4px 0;
        font-size: 15px;
        font-weight: 600;
        cursor: pointer;
      }
      @media print {
        details:not([open]) {
          display: none;
        }
      }
      @container (max-width: 599px) {
        .said {
          min-height: 59px;
        }
      }
      li span:last-child {
        text-align: right;
      }
    `,
  ];

  #scheme = new Scheme(this);
  /** The last drawn scene, for hit testing. @type {any} */
  #scene = null;

  constructor() {
    super();
    /** Whether the fold of the circuits is open. */
    this.open = false;
    PANELS.openFor(this, "mha-head-circuits", () => this.open);
  }

  render() {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture) return html``;
    const of = headIn(picture, store.selection);
    const name = namesOfHeads(picture, this).first(of.head);
    if (lacksText(store.state)) void loadText().then(() => this.requestUpdate());
    const view = viewIn(store.state);
    const words = say(HEADS, this);
    const looks = say(LOOKS, this);
    const label = looks.view({ head: name, view: looks.views[view] });
    return html`<div class="top">
        <h2>
          ${swatch(this.#scheme.palette.swatch(of.head))}${words.titled({ head: name, what: habitAt(picture, of.head, this).replace(/ [\d.]+.*/, "") })}
        </h2>
        ${viewTabs(picture.layer ? VIEWS : VIEWS_OF_WEIGHTS, view, (view) => store.look({ view }), this)}
      </div>
      <p class="said">${this.#said(of)}</p>
      <div role="tabpanel" aria-label=${label}>
        <mha-figure
          ?walks=${view === "map"}
          label=${label}
          .draw=${(/** @type {Surface} */ surface) => this.#draw(store.state, surface, view)}
          @point=${this.#point}
          @leave=${() => store.preview("", null)}
          @walk=${this.#walk}
        ></mha-figure>
      </div>
      ${this.#ranked(of)}
      ${AsTable.of(
        numbersOf(of, words.query),
        html`<mha-save
          slot="files"
          nested
          part="save"
          view="head"
          .picture=${headPicture}
          .store=${store}
        ></mha-save>`,
      )}
      ${picture.layer && loadCircuits ? this.#circuits(words.circuits) : ""}`;
  }

  /** The fold of the head's circuits. @param {string} title */
  #circuits(title) {
    const panel = html`<mha-head-circuits .store=${this.store}></mha-head-circuits>`;
    return html`<details
      part="beside"
      ?open=${this.open}
      @toggle=${(/** @type {Event} */ { target }) => (this.open = /** @type {HTMLDetailsElement} */ (target).open)}
    >
      <summary>${title}</summary>
      ${this.open ? PANELS.orTrouble("mha-head-circuits", panel, this) : ""}
    </details>`;
  }

  /** As high as the highest view, so that nothing below moves. @param {import("../../kit/state/state.js").State} state @param {Surface} surface @param {View} view */
  #draw(state, surface, view) {
    const scene = (this.#scene = headScene(state, surface, view));
    const height = Math.max(scene.height, heightOfViews(state, surface));
    if (view !== "text") return { ...scene, height };
    const note = { text: say(HEADS, this).askMore, fill: surface.palette.muted };
    return { ...scene, height, marks: [...scene.marks, text({ x: 0, y: scene.height - 8, ...note })] };
  }

  /** The head's measured habit, with the number of queries. @param {Head} of */
  #said({ picture, head }) {
    const measures = picture.measure().heads[head];
    const most = entropyOfAll(picture);
    const words = say(HEADS, this);
    const { entropy, queries } = measures;
    const role = roleAt(picture, head);
    const does = role ? words.does.role(roleSaid(role, this)) : saidOf(measures, most, words);
    return `${does} ${words.entropy({ entropy: entropy.toFixed(2), rows: queries.entropy })}`;
  }

  /** @param {Head} of */
  #ranked(of) {
    const row = rowOf(of);
    const { order } = of.picture.rank(row);
    const fill = this.#scheme.palette.axis.H;
    const first = order.slice(0, RANKED);
    const rest = order.length - first.length;
    const words = say(HEADS, this);
    const least = row[order[first.length]] < LEAST ? LEAST : null;
    return html`<h3>${words.looks(html`<bdi>${shortenWord(of.tokens[of.query], 20)}</bdi>`)}</h3>
      <ol class=${order.length > RANKED ? "many" : ""}>
        ${first.map(
          (key) =>
            html`<li>
              <button
                aria-current=${key === of.key}
                @click=${() => this.store?.hold(of.step.id, [of.item, of.head, of.query, key])}
              >
                <bdi>${shortenWord(of.keyTokens[key])}</bdi></button
              >${bar(row[key], { most: Math.max(1, row[first[0]]), fill })}<span class="weight"
                >${shareSaid(row[key], 3)}</span
              >
            </li>`,
        )}
      </ol>
      <p class="rest">${rest ? words.more({ rest, least }) : ""}</p>`;
  }

  /** A click on the text with Shift adds the token to the queries, or removes it. @param {CustomEvent<{ x: number, y: number, hold: boolean, shift: boolean }>} event */
  #point({ detail: { x, y, hold, shift } }) {
    const { store } = this;
    const picture = store && pathOf(store.state);
    if (!store || !picture) return;
    const of = headIn(picture, store.selection);
    const index = indexUnder(this.#scene, of, x, y);
    const { view, asking } = store.state.look;
    if (!index) store.preview("", null);
    else if (hold && shift && view === "text") store.look({ asking: toggled(asking, index[2]) });
    else if (hold) {
      if (asking.length) store.look({ asking: [] });
      store.hold(of.step.id, index);
    } else store.preview(of.step.id, index);
  }

  /** @param {CustomEvent<{ dx: number, dy: number, page: number }>} event */
  #walk({ detail }) {
    const { store } = this;
    const [part] = this.#scene?.parts ?? [];
    const picture = store && pathOf(store.state);
    if (!picture || !part) return;
    store.selectElement(part.step.id, moveCell(part, picture, store.state.selection, detail));
  }
}

/** @param {readonly number[]} numbers @param {number} at */
const toggled = (numbers, at) =>
  numbers.includes(at) ? numbers.filter((each) => each !== at) : [...numbers, at];

/** @param {any} scene @param {Head} of @param {number} x @param {number} y @returns {number[] | null} */
function indexUnder(scene, { item, head, query, key }, x, y) {
  if (scene?.parts) return hitStage(scene, x, y)?.index ?? null;
  const at = scene?.hit?.(x, y);
  return at ? [item, head, at.query ?? query, at.key ?? key] : null;
}

/** @param {import("../../kit/state/head-roles.js").Role} role @param {import("../../kit/text/words.js").Localized} speaker */
const roleSaid = ({ kind, to, weight, sentences }, speaker) => ({
  figure: shareSaid(weight),
  edge: say(BLANKS, speaker)[kind].edges[to].said,
  sentences,
});

/** @param {import("../../core/types.js").HeadMeasures} measures @param {number} most @param {typeof HEADS} words */
function saidOf(measures, most, { does }) {
  const { kind, figure } = kindOfHabit(measures, most);
  const { sameWord: rows } = measures.queries;
  const said = /** @type {string | typeof does.sameWord} */ (does[kind]);
  return typeof said === "string"
    ? said
    : said(isShare(kind) ? shareSaid(figure) : figure.toFixed(2), {
        rows,
        elsewhere: shareSaid(measures.elsewhere),
      });
}

/** The head's weights as a table. @param {Head} of @param {string} corner @returns {import("../../kit/elements/as-table.js").Numbers} */
const numbersOf = (of, corner) => ({
  ...{ name: `head-${of.head}`, corner, columns: of.keyTokens },
  rows: () => of.tokens.map((token, query) => [token, ...rowOf(of, query)]),
});
