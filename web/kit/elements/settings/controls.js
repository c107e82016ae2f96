import { css, html, nothing } from "lit";
import { withDefaultModel } from "../../state/default-model.js";
import { offersOf } from "../../state/offers.js";
import { isOwn, replaces } from "../../state/own.js";
import { PRESETS, drawnAs, presetNamed, presetOf } from "../../state/presets.js";
import { fromProperty } from "../../state/attribute-values.js";
import { SETTINGS, valueOf } from "../../state/settings.js";
import { tokenize } from "../../state/tokens.js";
import { MESSAGES } from "../../text/messages.js";
import { say, messageText } from "../../text/words.js";
import { Panel } from "../panel.js";
import { count } from "../shape.js";

/** @import { Setting } from "../../state/settings.js" */
/** @import { Store } from "../../state/store.js" */

/** @type {readonly Setting[]} */
const ROWS = SETTINGS;

/**
 * Controls of the layer's settings. The core decides whether settings go together; its message stands below the controls.
 *
 * @fires more - the reader opens or closes the rarely needed settings
 */
export class Controls extends Panel {
  static properties = { ...Panel.properties, more: { attribute: false }, names: { attribute: false } };

  static styles = [
    Panel.styles,
    css`
      :host {
        font-size: 13px;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      /* No wider than the row above, so that the row does not move. */
      .more {
        margin-top: 6px;
        contain: inline-size;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        height: 30px;
        padding: 0 7px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_muted);
      }
      label:focus-within {
        border-color: var(--_edge);
      }
      label.wrong {
        border-color: var(--_T);
      }
      label::before {
        content: "";
        width: 7px;
        height: 7px;
        border-radius: 2px;
        background: currentColor;
      }
      button {
        height: 30px;
        padding: 0 7px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: none;
        color: var(--_muted);
      }
      .pair {
        display: flex;
      }
      .about {
        width: 26px;
        margin-left: -1px;
        padding: 0;
        border-radius: 0 8px 8px 0;
        background: var(--_card);
      }
      label:has(+ .about) {
        padding-right: 4px;
        border-radius: 8px 0 0 8px;
      }
      button[aria-expanded="true"] {
        border-color: var(--_edge);
      }
      label.plain::before {
        display: none;
      }
      label[data-axis="model"]::before {
        background: var(--_model);
      }
      label[data-axis="d"]::before {
        background: var(--_d);
      }
      label[data-axis="H"]::before {
        background: var(--_H);
      }
      input,
      select {
        height: 28px;
        padding: 0;
        border: 0;
        border-radius: 4px;
        background: none;
        color: var(--_ink);
        font-weight: 600;
      }
      input {
        min-width: 2ch;
        max-width: 11ch;
        field-sizing: content;
        appearance: textfield;
      }
      input::-webkit-inner-spin-button {
        display: none;
      }
      select {
        appearance: none;
        field-sizing: content;
        cursor: pointer;
      }
      option {
        background: var(--_card);
        color: var(--_ink);
      }
      @container (min-width: 1280px) and (max-width: 1399px) {
        .row {
          gap: 6px 4px;
        }
        label,
        .row > button {
          padding-inline: 5px;
        }
      }
      .problem {
        margin: 8px 0 0;
        color: var(--_ink);
      }
      .problem b {
        color: var(--_T);
      }
      .problem span {
        color: var(--_muted);
      }
      .sizes {
        margin: 8px 0 0;
        color: var(--_muted);
        contain: inline-size;
      }
      .offers {
        margin-top: 6px;
      }
      .offers button {
        border-style: dashed;
        border-color: var(--_edge);
      }
      .offers b {
        color: var(--_ink);
        font-weight: 600;
      }
    `,
  ];

  constructor() {
    super();
    /** Whether rarely needed settings are shown. */
    this.more = false;
    /** Attributes of the settings to show. @type {readonly string[]} */
    this.names = [];
  }

  render() {
    if (!this.store) return html``;
    const { problem, picture } = this.store.state;
    const isChosen = this.names.length < ROWS.length; // an author's own choice is shown in full
    const more = ["more", "attention"].map((place) => this.#controls(/** @type {"more"} */ (place)));
    const isFolded = !isChosen && more.some((controls) => controls.length);
    return html`
      <div class="row">
        ${this.#controls("few")} ${isChosen ? more : ""}
        ${
          isFolded
            ? html`<button
                aria-expanded=${this.more === true}
                @click=${() => this.dispatchEvent(new CustomEvent("more"))}
              >
                ${say(MESSAGES, this).more}
              </button>`
            : ""
        }
      </div>
      ${
        this.more && isFolded
          ? html`<div class="row more">${more[0]}</div>
              <div class="row more">${this.#presets()} ${more[1]}</div>
              ${this.#trueSizes()}`
          : ""
      }
      <div role="status">
        ${problem ? html`<p class="problem"><b>${messageText(problem, this)}</b>${picture ? html`<br /><span>${say(MESSAGES, this).kept}</span>` : ""}</p>` : ""}
      </div>
      ${this.#offers()}
    `;
  }

  /** Buttons for the values that a refusal names. */
  #offers() {
    const offers = offersOf(this.store?.state.problem ?? null).map((offer) => ({
      ...offer,
      row: /** @type {Setting} */ (ROWS.find(({ name }) => name === offer.name)),
    }));
    const shown = offers.filter(({ row }) => this.names.includes(row.attribute));
    if (!shown.length) return "";
    return html`<div class="row offers" role="group" aria-label=${say(MESSAGES, this).offers}>
      ${shown.map(
        ({ row, value }) =>
          html`<button @click=${() => this.#take(row, value)}>
            ${this.locale?.settings?.[row.name]?.label ?? row.label} <b>${value}</b>
          </button>`,
      )}
    </div>`;
  }

  /**
   * Takes an offered value. The buttons disappear with the refusal, so that the focus moves to the control.
   * @param {Setting} row @param {number} value
   */
  async #take(row, value) {
    this.#set(row, value);
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (
      this.renderRoot.querySelector(`[name=${row.name}]`) ?? this.renderRoot.querySelector("input")
    )?.focus();
  }

  /** @param {Setting["control"]} place */
  #controls(place) {
    const { own, picture } = /** @type {Store} */ (this.store).state;
    const window = picture?.own.window;
    const shown = ROWS.filter((row) => row.control === place && this.names.includes(row.attribute));
    return shown
      .filter((row) => !replaces(own, row))
      .map((row) => {
        const said = { ...row, ...this.locale?.settings?.[row.name] };
        if (row.windowed && window)
          said.named = { ...said.named, [row.choices?.[0] ?? ""]: say(MESSAGES, this).window(window) };
        if (said.offer) return this.#offer(row, said.offer);
        if (row.choices) return this.#choice(said, row.choices);
        return row.kind === "window" ? this.#text(said) : this.#number(said);
      });
  }

  /** A menu of models whose attention the settings can be. */
  #presets() {
    const { settings, own } = /** @type {Store} */ (this.store).state;
    if (isOwn(own)) return "";
    const words = say(MESSAGES, this);
    const now = presetOf(settings)?.id ?? "";
    const take = (/** @type {string} */ id) => this.store?.configure(drawnAs(presetNamed(id)));
    return html`<label class="plain"
      >${words.attention}
      <select @change=${(/** @type {any} */ { target }) => take(target.value)}>
        ${[{ id: "", name: words.ownAttention }, ...PRESETS].map(
          ({ id, name }) => html`<option value=${id} .selected=${id === now}>${name}</option>`,
        )}
      </select></label
    >`;
  }

  /** The true sizes of the model that the settings are drawn after, and the cost of its layer by the core. */
  #trueSizes() {
    const preset = presetOf(/** @type {Store} */ (this.store).state.settings);
    const cost = preset && this.store?.ask((core) => core.cost(preset.layer, { Tq: 1 }));
    if (!cost) return "";
    const { dModel, numHeads, numKvHeads = numHeads, dK = 0, window } = preset.layer;
    const of = (/** @type {number} */ n) => count(n, this);
    return html`<p class="sizes">
      ${say(MESSAGES, this).trueSizes({
        ...{
          name: preset.name,
          dModel: of(dModel),
          heads: of(numHeads),
          kvHeads: of(numKvHeads),
          dK: of(dK),
        },
        window: window ? of(Number(window)) : null,
        ...{ parameters: of(cost.parameters), cache: of(cost.cacheBytesPerToken) },
      })}
    </p>`;
  }

  /** @param {Setting} row */
  #value(row) {
    const { settings, picture } = /** @type {Store} */ (this.store).state;
    const isLeftOut = row.from && settings[/** @type {"dK"} */ (row.name)] === null;
    return isLeftOut ? picture?.config[/** @type {"dK"} */ (row.name)] : valueOf(settings, row);
  }

  /** Whether this setting was refused. @param {Setting} row */
  #isWrong({ name }) {
    return this.store?.state.problem?.setting === name;
  }

  /** @param {Setting} row @param {unknown} value */
  #set({ name }, value) {
    const { store } = this;
    store?.configure(withDefaultModel(store.state.settings, { [name]: value }));
  }

  /** @param {Setting} row @param {NonNullable<Setting["offer"]>} offer */
  #offer(row, { text, on, off }) {
    const taken = /** @type {readonly string[]} */ (this.#value(row)).length > 0;
    return html`<button @click=${() => this.#set(row, taken ? [] : tokenize(text))}>
      ${taken ? off : on}
    </button>`;
  }

  /** @param {Setting} row */
  #number(row) {
    const value = this.#value(row);
    const wrong = this.#isWrong(row);
    return html`<label
      class="${row.axis ? "" : "plain"} ${wrong ? "wrong" : ""}"
      data-axis=${row.axis ?? nothing}
      >${row.label}
      <input
        type="number"
        name=${row.name}
        inputmode="numeric"
        min=${row.least ?? 0}
        max=${row.most ?? row.max ?? ""}
        placeholder=${isOptional(row) ? say(MESSAGES, this).none : nothing}
        .value=${String(value ?? "")}
        aria-invalid=${wrong}
        @input=${(/** @type {any} */ { target }) => this.#typed(row, target.value)}
        @blur=${(/** @type {any} */ { target }) => (target.value = value ?? "")}
    /></label>`;
  }

  /** A field whose text is taken as a whole, once the reader has written it. @param {Setting} row */
  #text(row) {
    const wrong = this.#isWrong(row);
    return html`<label class="plain ${wrong ? "wrong" : ""}"
      >${row.label}
      <input
        name=${row.name}
        placeholder=${say(MESSAGES, this).none}
        .value=${String(this.#value(row) ?? "")}
        aria-invalid=${wrong}
        @change=${(/** @type {any} */ { target }) => this.#set(row, fromProperty(row, target.value))}
    /></label>`;
  }

  /**
   * A segmented control for a choice, or for the two values of a flag.
   * @param {Setting & { named?: Readonly<Record<string, string>> }} row  with names of its choices in the reader's language
   * @param {readonly string[]} choices
   */
  #choice(row, choices) {
    const value = this.#value(row);
    const read = (/** @type {string} */ word) => (row.kind === "flag" ? word === choices[1] : word);
    const wrong = this.#isWrong(row);
    const label = html`<label class="plain ${wrong ? "wrong" : ""}"
      >${row.label}
      <select
        aria-invalid=${wrong}
        @change=${(/** @type {any} */ { target }) => this.#set(row, read(target.value))}
      >
        ${choices.map((word) => html`<option value=${word} ?selected=${read(word) === value}>${row.named?.[word] ?? word}</option>`)}
      </select></label
    >`;
    if (!row.explained) return label;
    const means = say(MESSAGES, this).means(row.named?.[String(value)] ?? String(value));
    return html`<span class="pair"
      >${label}<button class="about" data-note=${row.name} aria-label=${means}>?</button></span
    >`;
  }

  /**
   * Takes a typed value. An empty field is still being edited, and is not 0; of an optional setting, it is none.
   * @param {Setting} row @param {string} text
   */
  #typed(row, text) {
    if (text !== "") this.#set(row, Number(text));
    else if (isOptional(row)) this.#set(row, null);
  }
}

/** Whether a setting may have no value. @param {Setting} row */
const isOptional = (row) => row.default === null && !row.like && !row.from;
