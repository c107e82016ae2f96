import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { bar, barStyles } from "../../kit/elements/bar.js";
import { MODEL_TEXT, WHICH_MODEL } from "../words.js";
import { focus } from "../../kit/elements/follow.js";
import { labelOf } from "../state/page-run.js";
import { ModelPanel } from "./model-panel.js";
import { shareSaid } from "../../kit/text/share.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/generation.js").Sampling} Sampling */
/** @typedef {import("../state/model-run.js").PredictedPiece} PredictedPiece */

const LIKELIEST = 5; // in the table
const SHOWN = 4;
const MANY = 20; // pieces added at once

/** The text as the tokenizer cut it, and the likeliest pieces after the selected one, or in its place. */
export class ModelText extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    edits: { state: true },
    points: { state: true },
    cache: { attribute: false },
  };

  static styles = [
    ModelPanel.styles,
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
        gap: 8px 24px;
      }
      .pieces {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px;
      }
      .pieces {
        position: relative;
      }
      .text {
        display: grid;
        flex: 1 1 auto;
        align-items: center;
      }
      .text > * {
        grid-area: 1 / 1;
      }
      /* The pieces keep their room behind the field, so that opening the field moves nothing. */
      .edited > .pieces {
        visibility: hidden;
      }
      .edited > .pieces + form {
        width: 0;
        min-width: 100%;
      }
      mha-piece-sums {
        position: absolute;
        top: calc(100% + 6px);
        left: max(0px, min(var(--piece, 0px), 100% - 300px));
        z-index: 2;
        width: max-content;
        min-width: 280px;
        pointer-events: none;
      }
      .piece {
        display: grid;
        justify-items: center;
        min-width: 24px;
        padding: 1px 5px 2px;
        border: 0;
        border-bottom: 2px solid var(--_T);
        border-radius: 4px 4px 0 0;
        background: none;
        font-size: 16px;
        line-height: 1.4;
        white-space: pre;
      }
      .piece small {
        font-size: 12.5px;
        color: var(--_muted);
      }
      .piece:hover {
        background: var(--_line-wash);
      }
      .piece[aria-pressed="true"] small {
        color: inherit;
      }
      .piece[aria-pressed="true"] {
        background: var(--_token-wash);
        color: var(--_ink);
        font-weight: 600;
      }
      form {
        display: flex;
        gap: 8px;
      }
      input {
        flex: 1;
        ${textField}
        font-size: 15px;
      }
      [aria-invalid="true"] {
        border-color: var(--_T);
      }
      .likely {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        margin-left: auto;
        font-size: 13px;
      }
      .coming {
        visibility: hidden;
      }
      .likely > span {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        white-space: pre;
      }
      .likely bdi {
        color: var(--_ink);
      }
      .candidate {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-height: 30px;
        margin: 0 -7px;
        padding: 0 6px;
        border: 1px solid transparent;
        border-radius: 8px;
        background: none;
      }
      .candidate:hover {
        border-color: var(--_edge);
        background: var(--_card);
      }
      mha-as-table {
        max-width: 100%;
        margin: 0;
      }
      label {
        display: grid;
        grid-template-columns: 90px auto;
        align-items: center;
      }
      .why {
        margin-top: 8px;
        color: var(--_T);
      }
      .how {
        max-width: 46ch;
        margin: 4px 0;
      }
      label input {
        width: 64px;
        min-height: 30px;
        font-size: 13px;
      }
      a {
        color: inherit;
      }
      .long {
        width: 32px;
        order: 1;
      }
      .query {
        color: var(--_T);
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    /** Whether the field is open. */
    this.edits = false;
    /** Whether a piece is pointed at, or has the focus of a keyboard. */
    this.points = false;
    /** Address of the lab on the cache of keys and values, if the page has it. @type {string | undefined} */
    this.cache = undefined;
    this.addEventListener("focuslost", () => focus(this, "#edit"));
  }

  render() {
    const { opened } = this.page ?? {};
    if (!opened) return html``;
    const words = say(MODEL_TEXT, this);
    const { run, problem } = this.page.state;
    const { whyNoText } = opened.model;
    return html`<div class="line">
        <div class="text ${this.edits ? "edited" : ""}">
          ${run ? this.#pieces(run) : ""}
          ${this.edits || !run ? this.#field(whyNoText === null ? words.text : words.ids) : ""}
        </div>
        ${run ? this.#likeliest(run) : ""}
      </div>
      ${whyNoText === null ? "" : html`<p class="quiet">${words.noTokenizer}</p>`}
      ${problem ? html`<p role="alert" class="why">${messageText(problem, this)}${stop(this)}</p>` : ""}
      ${problem && !run ? html`<p class="quiet">${words.nothingYet}</p>` : ""} `;
  }

  /** The likeliest pieces as a table, how added pieces are chosen, and the way to the lab on the cache. @param {Shown} run */
  #menu(run) {
    if (!run.causal) return AsTable.of(this.#table(run));
    const words = say(MODEL_TEXT, this);
    const { samplingProblem } = this.page.state;
    return AsTable.of(
      this.#table(run),
      html`${this.#number("temperature")} ${this.#number("topK")} ${this.#number("seed")}
        <p class="how">${words.sampling}</p>
        ${samplingProblem ? html`<p role="alert">${messageText(samplingProblem, this)}${stop(this)}</p>` : ""}
        ${this.cache ? html`<a class="link" href=${this.cache}>${words.cache}</a>` : ""}`,
    );
  }

  /** A field for a setting of the sampling. @param {keyof Sampling} name */
  #number(name) {
    const { sampling } = this.page.state;
    return html`<label
      >${say(MODEL_TEXT, this)[name]}
      <input
        inputmode="decimal"
        autocomplete="off"
        name=${name}
        .value=${String(sampling[name])}
        @change=${this.#sample}
        @keydown=${this.#key}
    /></label>`;
  }

  /** @param {Event} event */
  #sample({ target }) {
    const field = /** @type {HTMLInputElement} */ (target);
    const text = field.value.trim().replace(",", ".");
    this.page.continuation.sample({ [field.name]: text ? Number(text) : NaN });
    field.setAttribute("aria-invalid", String(this.page.state.samplingProblem !== null));
  }

  /** Arrows move in the field, and not to the next item of the menu. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key.startsWith("Arrow")) event.stopPropagation();
  }

  /** @param {string} label */
  #field(label) {
    const { text } = this.page.state;
    return html`<form @submit=${this.#write}>
      <input aria-label=${label} autocomplete="off" spellcheck="false" .value=${text} @input=${this.#type} />
      <button class="button">${say(MODEL_TEXT, this).run}</button>
    </form>`;
  }

  /** A model whose weights stay in memory runs at each letter. @param {Event} event */
  #type({ target }) {
    const { value } = /** @type {HTMLInputElement} */ (target);
    this.edits = true; // the field stays once there is a run
    if (this.page.opened?.isKept) void this.page.write(value);
  }

  /** @param {Event} event */
  #write(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.renderRoot.querySelector("input"));
    this.edits = false;
    void this.page.write(field.value);
  }

  /** @param {Shown} run */
  #pieces({ tokens }) {
    const words = say(MODEL_TEXT, this);
    const { query } = this.page.state;
    return html`<div class="pieces" role="group" aria-label=${words.pieces}>
      ${tokens.map(
        ({ id, text }, i) =>
          html`<button
            class="piece"
            aria-pressed=${i === query}
            @click=${() => this.page.ask(i)}
            @pointerenter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && this.#hover(i, event)}
            @pointerleave=${this.#leave}
            @focus=${(/** @type {FocusEvent} */ event) => this.#isByKey(event) && this.#hover(i, event)}
            @blur=${this.#leave}
          >
            <bdi>${labelOf(text)}</bdi><small><span class="unseen">${words.id} </span>${id}</small>
          </button>`,
      )}
      <button class="button" id="edit" @click=${this.#edit}>${words.edit}</button>
      ${this.points ? html`<mha-piece-sums .store=${this.store}></mha-piece-sums>` : ""}
    </div>`;
  }

  /** @param {number} piece @param {Event} event */
  #hover(piece, { currentTarget }) {
    const { offsetLeft } = /** @type {HTMLElement} */ (currentTarget);
    this.style.setProperty("--piece", `${offsetLeft}px`);
    this.points = true;
    this.page.hover(piece);
  }

  #leave() {
    this.points = false;
    this.page.hover(null);
  }

  /** @param {Event} event */
  #isByKey({ currentTarget }) {
    return /** @type {HTMLElement} */ (currentTarget).matches(":focus-visible");
  }

  async #edit() {
    this.edits = true;
    await this.updateComplete;
    this.renderRoot.querySelector("input")?.focus();
  }

  /** @param {Shown} shown */
  #likeliest(shown) {
    const { run, causal, words: pieces } = shown;
    const words = say(MODEL_TEXT, this);
    const { query } = this.page.state;
    if (!shown.isWhole) return this.#roomForLikeliest(shown);
    if (!run.predicts) return html`<span class="likely quiet">${words.noOutput}</span>`;
    const isMasked = run.masks.includes(query);
    const found = causal || isMasked ? run.predictions(query, SHOWN) : [];
    const canAdd = causal && query === pieces.length - 1;
    return html`<span class="likely">
      ${
        causal
          ? html`<span class="query">${words.after(pieces[query])}</span>`
          : html`<span class="quiet ${isMasked ? "" : "act"}"
              >${isMasked ? words.masked : words.toMask}</span
            >`
      }
      ${found.map((piece) => html`<span>${canAdd ? this.#candidate(piece) : this.#likely(piece)}</span>`)}
      ${causal ? this.#goOn() : this.#mask(isMasked)} ${this.#menu(shown)}
    </span>`;
  }

  /** The room of the likeliest pieces, which come last. @param {Shown} shown */
  #roomForLikeliest({ causal, words: pieces }) {
    const words = say(MODEL_TEXT, this);
    const { query } = this.page.state;
    const empty = { id: 0, text: "……", probability: 0 };
    return html`<span class="likely coming" aria-hidden="true" inert>
      <span class="query">${causal ? words.after(pieces[query]) : words.toMask}</span>
      ${causal ? Array.from({ length: SHOWN }, () => html`<span>${this.#candidate(empty)}</span>`) : ""}
      ${causal ? this.#goOn() : this.#mask(false)}
    </span>`;
  }

  /** @param {PredictedPiece} piece */
  #likely({ text, probability }) {
    return html`<bdi>${labelOf(text)}</bdi>
      <span class="long">${bar(probability, { most: 1, fill: "var(--_H)" })}</span
      ><span class="figure">${shareSaid(probability)}</span>`;
  }

  /** A likely next piece, which a press adds to the text. @param {PredictedPiece} piece */
  #candidate(piece) {
    const { add } = say(MODEL_TEXT, this);
    return html`<button
      class="candidate"
      title=${add}
      @click=${() => void this.page.continuation.add(piece.id)}
    >
      ${this.#likely(piece)}
    </button>`;
  }

  #goOn() {
    const words = say(MODEL_TEXT, this);
    const { continuation } = this.page;
    const { adding } = this.page.state;
    return html`<button class="button" @click=${() => void continuation.goOn()}>${words.on} ▸</button>
      <button
        class="button"
        id="many"
        aria-label=${adding > 1 ? words.stopAdding(adding) : words.onMany(MANY)}
        @click=${() => (adding > 1 ? this.page.stopRuns() : void continuation.goOn(MANY))}
      >
        ${adding > 1 ? say(WHICH_MODEL, this).stop : `×${MANY}`}
      </button>`;
  }

  /** @param {boolean} isMasked the selected piece */
  #mask(isMasked) {
    const words = say(MODEL_TEXT, this);
    return html`<button class="button" @click=${() => void this.page.mask(this.page.state.query)}>
      ${isMasked ? words.unmask : words.mask}
    </button>`;
  }

  /** The likeliest pieces of all queries that predict. @param {Shown} shown @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table({ run, causal, words: pieces }) {
    const { corner, columns, after, masked } = say(MODEL_TEXT, this);
    const queries = causal ? pieces.map((_, i) => i) : run.masks;
    return {
      ...{ name: "likeliest-pieces", corner, columns },
      rows: () =>
        queries.flatMap((query) =>
          run
            .predictions(query, LIKELIEST)
            .map(({ id, text, probability }) => [
              `${causal ? after(pieces[query]) : masked}: ${text}`,
              String(id),
              probability,
            ]),
        ),
    };
  }
}
