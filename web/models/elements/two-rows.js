import { css, html } from "lit";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { textField } from "../../kit/elements/fields.js";
import { fitBoxes } from "../../kit/elements/fit-boxes.js";
import { focus } from "../../kit/elements/follow.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";
import { shareSaid } from "../../kit/text/share.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { rowsScene } from "../draw/two-rows.js";
import { labelOf, mapOf } from "../state/page-run.js";
import { EVERY_HEAD, MODEL_ROWS, MODEL_TEXT } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Kind} Kind */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {"source" | "target"} Row */

const LIKELIEST = 4;

/** The pieces of a source and of its target, with the curves of the selected head, and which kind of maps is on show. */
export class ModelRows extends ModelPanel {
  static properties = { ...ModelPanel.properties, edits: { state: true } };

  static styles = [
    ModelPanel.styles,
    segmentStyles,
    barStyles,
    css`
      :host {
        padding: 10px var(--_gutter);
        border-bottom: 1px solid var(--_hairline);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 20px;
      }
      .segments {
        font-size: 13px;
      }
      form {
        display: grid;
        grid-template-columns: max-content minmax(0, 1fr);
        gap: 6px 10px;
        align-items: center;
        margin-bottom: 8px;
      }
      form button {
        grid-column: 2;
        justify-self: start;
      }
      input {
        ${textField}
        font-size: 15px;
      }
      label {
        display: contents;
        font-size: 13px;
        color: var(--_muted);
      }
      .picture {
        position: relative;
        margin-top: 4px;
      }
      .pieces > button {
        position: absolute;
        padding: 0;
        border: 0;
        border-radius: 6px;
        background: none;
        cursor: pointer;
      }
      .pieces > button:hover {
        outline: 1px solid var(--_edge);
      }
      .likely {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 14px;
        margin-left: auto;
        font-size: 13px;
      }
      .likely > span {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        white-space: pre;
      }
      .likely b {
        color: var(--_T);
        font-weight: 600;
      }
      .long {
        width: 32px;
      }
      .why {
        margin-top: 6px;
        color: var(--_T);
      }
    `,
  ];

  constructor() {
    super();
    /** Whether the fields are open. */
    this.edits = false;
    this.addEventListener("focuslost", () => focus(this, "#edit"));
  }

  render() {
    const { opened } = this.page ?? {};
    if (!opened) return html``;
    const { run, problem } = this.page.state;
    const shown = run?.kind ? run : null;
    return html`${this.edits || !shown ? this.#fields(opened.model.whyNoText === null) : ""}
    ${shown ? html`${this.#line(shown)} ${this.#picture(shown)}` : ""}
    ${opened.model.whyNoText === null ? "" : html`<p class="quiet">${say(MODEL_TEXT, this).noTokenizer}</p>`}
    ${problem ? html`<p role="alert" class="why">${messageText(problem, this)}${stop(this)}</p>` : ""}`;
  }

  /** @param {boolean} readsText */
  #fields(readsText) {
    const words = say(MODEL_ROWS, this);
    const { text, target } = this.page.state;
    const keep = () => (this.edits = true); // fields that the reader types in stay once there is a run
    return html`<form @submit=${this.#write} @input=${keep}>
      <label
        ><span>${words.source}</span
        ><input name="source" autocomplete="off" spellcheck="false" .value=${text} /></label
      ><label
        ><span>${words.target}</span
        ><input
          name="target"
          autocomplete="off"
          spellcheck="false"
          placeholder=${readsText ? words.empty : words.emptyIds}
          .value=${target} /></label
      ><button class="button">${say(MODEL_TEXT, this).run}</button>
    </form>`;
  }

  /** @param {Event} event */
  #write(event) {
    event.preventDefault();
    const value = (/** @type {Row} */ name) =>
      /** @type {HTMLInputElement} */ (this.renderRoot.querySelector(`[name=${name}]`)).value;
    this.edits = false;
    void this.page.writePair(value("source"), value("target"));
  }

  /** @param {Shown} shown */
  #line(shown) {
    const { attentions } = say(EVERY_HEAD, this);
    const { kind } = this.page.state;
    return html`<div class="line">
      ${segments(say(MODEL_ROWS, this).kinds, shown.run.kinds, attentions, kind, (each) => void this.page.showKind(/** @type {Kind} */ (each)))}
      <button class="button" id="edit" aria-expanded=${this.edits} @click=${this.#edit}>
        ${say(MODEL_TEXT, this).edit}
      </button>
      ${this.#likely(shown)}
    </div>`;
  }

  async #edit() {
    this.edits = !this.edits;
    await this.updateComplete;
    this.renderRoot.querySelector("input")?.focus();
  }

  /** The likeliest pieces after the selected piece of the target. @param {Shown} shown */
  #likely({ run, foretells, words: pieces }) {
    const { query } = this.page.state;
    if (!run.predicts || !foretells) return "";
    return html`<span class="likely"
      ><b>${say(MODEL_TEXT, this).after(pieces[query])}</b> ${run
        .predictions(query, LIKELIEST)
        .map(
          ({ text, probability }) =>
            html`<span
              ><bdi>${labelOf(text)}</bdi> ${shareSaid(probability)}<span class="long"
                >${bar(probability, { most: 1, fill: "var(--_H)" })}</span
              ></span
            >`,
        )}</span
    >`;
  }

  /** @param {Shown} shown */
  #picture(shown) {
    const words = say(MODEL_ROWS, this);
    const { source, target } = piecesOf(shown);
    return html`<div class="picture">
      <mha-figure
        label=${words.summary(source.join(" "), target.join(" "))}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(shown, surface)}
      ></mha-figure>
      <div class="pieces" id="source" role="group" aria-label=${words.source}></div>
      <div class="pieces" id="target" role="group" aria-label=${words.target}></div>
    </div>`;
  }

  /** @param {Shown} shown @param {Surface} surface */
  #draw(shown, surface) {
    const words = say(MODEL_ROWS, surface);
    const { selected, pointed, query, key: chosen } = this.page.state;
    const head = pointed ?? selected;
    const map = mapOf(shown, head);
    const weightAt = (/** @type {number} */ i, /** @type {number} */ j) => map[i * shown.keyWords.length + j];
    const key = chosen ?? this.page.ranking.keysOf(head)[0].key;
    const scene = rowsScene(
      {
        ...piecesOf(shown),
        ...{ kind: /** @type {Kind} */ (shown.kind), query, key, weightAt },
        said: {
          source: words.source,
          target: this.page.state.target ? words.target : words.written,
          weight: shareSaid(weightAt(query, key)),
        },
      },
      surface,
    );
    this.#place(shown, scene);
    return scene;
  }

  /** Places a button over each piece. @param {Shown} shown @param {import("../draw/two-rows.js").RowsScene} scene */
  #place(shown, scene) {
    const pieces = piecesOf(shown);
    const { query } = this.page.state;
    const asking = shown.kind === "encoder" ? "source" : "target";
    for (const row of /** @type {const} */ (["source", "target"])) {
      const parent = /** @type {HTMLElement} */ (this.renderRoot.querySelector(`#${row}`));
      const current = row === asking ? query : 0;
      for (const [i, button] of fitBoxes(parent, scene[row], () => this.#button(row)).entries()) {
        button.ariaLabel = pieces[row][i];
        button.ariaPressed = String(row === asking && i === query);
        button.tabIndex = i === current ? 0 : -1;
      }
    }
  }

  /** @param {Row} row */
  #button(row) {
    const button = document.createElement("button");
    const all = () => /** @type {HTMLElement[]} */ ([...(button.parentElement?.children ?? [])]);
    const place = () => all().indexOf(button);
    button.addEventListener("click", () => void this.#choose(row, place()));
    button.addEventListener("pointerenter", () => this.#point(row, place()));
    button.addEventListener("pointerleave", () => this.page.hover(null));
    button.addEventListener("keydown", (event) => {
      const to = keyLeads(event, place(), all().length);
      if (to === null) return;
      for (const each of all()) each.tabIndex = each === all()[to] ? 0 : -1;
      all()[to].focus({ preventScroll: true });
      if (row === this.#rows.asking) this.page.ask(to);
    });
    return button;
  }

  /** The rows of the queries and of the keys. @returns {{ asking: Row, asked: Row }} */
  get #rows() {
    const { kind } = this.page.state;
    return {
      asking: kind === "encoder" ? "source" : "target",
      asked: kind === "decoder" ? "target" : "source",
    };
  }

  /** Selects a piece as the query or as the key; a piece of the other row becomes a query of its own row. @param {Row} row @param {number} place */
  async #choose(row, place) {
    const { asking, asked } = this.#rows;
    if (row === asking) return this.page.ask(place);
    if (row === asked) return this.page.meet(this.page.state.query, place);
    await this.page.showKind(row === "source" ? "encoder" : "cross");
    this.page.ask(place);
  }

  /** @param {Row} row @param {number} place */
  #point(row, place) {
    if (row === this.#rows.asked) this.page.hover(place);
  }
}

/** @param {Shown} shown */
const piecesOf = ({ run }) => ({
  source: (run.source ?? []).map(({ text }) => labelOf(text)),
  target: run.tokens.map(({ text }) => labelOf(text)),
});
