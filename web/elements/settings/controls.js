import { html, nothing, css } from "lit";
import { count } from "../../kit/elements/shape.js";
import { withDefaultModel } from "../../kit/state/default-model.js";
import { PRESETS, drawnAs, presetNamed, presetOf } from "../../kit/state/presets.js";
import { isOfModel, overridesSetting, isOwn } from "../../kit/state/own.js";
import { fromProperty } from "../../kit/state/attribute-values.js";
import { SETTINGS, valueOf } from "../../kit/state/settings.js";
import { tokenize } from "../../kit/state/tokens.js";
import { withReadSentence } from "../../kit/state/translation-layer.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say, messageText } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { controlStyles } from "./control-styles.js";

/** @import { Setting } from "../../kit/state/settings.js" */

/** @typedef {import("../../kit/state/store.js").Store} Store */
/** @typedef {import("../../kit/text/words.js").Localized} Localized */

/** Styles of the sentence about true sizes. */
const presetStyles = css`
  .sizes {
    margin: 8px 0 0;
    color: var(--_muted);
    contain: inline-size;
  }
`;

/** A menu of models, whose attention the settings take; none for an author's own layer. @param {Store} store @param {Localized} speaker */
function presetMenu(store, speaker) {
  const { settings, own } = store.state;
  if (isOwn(own)) return "";
  const words = say(MESSAGES, speaker);
  const now = presetOf(settings)?.id ?? "";
  const take = (/** @type {string} */ id) => store.configure(drawnAs(presetNamed(id)));
  return html`<label class="plain"
    >${words.attention}
    <select @change=${(/** @type {any} */ { target }) => take(target.value)}>
      ${[{ id: "", name: words.ownAttention }, ...PRESETS].map(
        ({ id, name }) => html`<option value=${id} .selected=${id === now}>${name}</option>`,
      )}
    </select></label
  >`;
}

/** The true sizes of the model that the settings draw, and the core's cost of one of its layers. @param {Store} store @param {Localized} speaker */
function trueSizes(store, speaker) {
  const preset = presetOf(store.state.settings);
  const cost = preset && store.ask((core) => core.cost(preset.layer, { Tq: 1 }));
  if (!cost) return "";
  const { dModel, numHeads, numKvHeads = numHeads, dK = 0, window, latent } = preset.layer;
  const { heads } = drawnAs(preset);
  const of = (/** @type {number} */ n) => count(n, speaker);
  const said = say(MESSAGES, speaker).trueSizes({
    ...{ name: preset.name, dModel: of(dModel), heads: of(numHeads), kvHeads: of(numKvHeads), dK: of(dK) },
    window: window ? of(Number(window)) : null,
    latent: latent ? { rank: of(latent.rank), ropeWidth: of(Number(latent.ropeWidth)) } : null,
    drawn: heads < numHeads ? of(heads) : null,
    ...{ parameters: of(cost.parameters), cache: of(cost.cacheBytesPerToken) },
  });
  return html`<p class="sizes">${said}</p>`;
}

/** @type {readonly Setting[]} */
const ROWS = SETTINGS;

/** Weights of models with several layers. */
const LAYERED = ["language", "vision"];

/**
 * Controls of the layer's settings. The core decides whether settings go together; its message stands below the controls.
 *
 * @fires more - the reader opens or closes the rarely needed settings
 */
export class Controls extends Panel {
  static properties = {
    ...Panel.properties,
    more: { attribute: false },
    names: { attribute: false },
    layers: { attribute: false },
  };

  static styles = [Panel.styles, controlStyles, presetStyles];

  constructor() {
    super();
    /** Whether rarely needed settings are shown. */
    this.more = false;
    /** Attributes of the settings to show. @type {readonly string[]} */
    this.names = [];
    /** Whether the layer of a model is chosen here; the heads' view has the choice itself. */
    this.layers = false;
  }

  render() {
    if (!this.store) return html``;
    const { problem, picture } = this.store.state;
    const isChosen = this.names.length < ROWS.length; // an author's own choice is shown in full
    const more = /** @type {const} */ (["more", "attention"]).map((place) => this.#controls(place));
    const isFolded = !isChosen && more.some((controls) => controls.length);
    return html`
      <div class="row">
        ${this.#controls("few")} ${this.#layer()} ${isChosen ? more : ""}
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
              <div class="row more">${presetMenu(this.store, this)} ${more[1]}</div>
              ${trueSizes(this.store, this)}`
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
            ${this.locale?.settings?.[row.name]?.label ?? row.label}
            <b>${this.locale?.settings?.[row.name]?.named?.[value] ?? value}</b>
          </button>`,
      )}
    </div>`;
  }

  /**
   * Takes an offered value. The buttons disappear with the refusal, so that the focus moves to the control.
   * @param {Setting} row @param {number | string} value
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
    const { own, picture, settings } = /** @type {Store} */ (this.store).state;
    const window = picture?.own.window;
    const isUsed = (/** @type {Setting} */ row) => {
      const value = row.with && settings[/** @type {keyof typeof settings} */ (row.with)];
      return row.withValue ? value === row.withValue : value !== null;
    };
    const shown = ROWS.filter(
      (row) => row.control === place && this.names.includes(row.attribute) && isUsed(row),
    );
    return shown
      .filter((row) => !overridesSetting(own, row) && !isOfModel(settings, row))
      .map((row) => {
        const said = { ...row, ...this.locale?.settings?.[row.name] };
        if (row.windowed && window)
          said.named = { ...said.named, [row.choices?.[0] ?? ""]: say(MESSAGES, this).window(window) };
        if (said.offer) return this.#offer(row, said.offer);
        if (row.choices) return this.#choice(said, row.choices);
        return row.kind === "window" ? this.#text(said) : this.#number(said);
      });
  }

  /** The choice of a layer of the language model, or of the model of pictures. */
  #layer() {
    const { picture } = /** @type {Store} */ (this.store).state;
    if (!this.layers || !picture || !LAYERED.includes(picture.settings.weights)) return "";
    const at = picture.own.layer;
    return html`<label class="plain"
      >${say(MESSAGES, this).layer}
      <select
        name="layer"
        @change=${(/** @type {any} */ { target }) => this.store?.take({ layer: Number(target.value) }, "reader")}
      >
        ${Array.from({ length: picture.layers }, (_, i) => html`<option value=${i} ?selected=${i === at}>${i}</option>`)}
      </select></label
    >`;
  }

  /** @param {Setting} row */
  #value(row) {
    const { settings, picture } = /** @type {Store} */ (this.store).state;
    const isLeftOut = row.from && settings[/** @type {"dK"} */ (row.name)] === null;
    if (!isLeftOut) return valueOf(settings, row);
    const [name, field] = /** @type {string} */ (row.option).split(".");
    const option = /** @type {any} */ (picture?.config)?.[name];
    return field ? option?.[field] : option;
  }

  /** Whether the core refused this setting. @param {Setting} row */
  #isWrong({ name }) {
    return this.store?.state.problem?.setting === name;
  }

  /** @param {Setting} row @param {unknown} value */
  #set({ name }, value) {
    const { store } = this;
    if (!store) return;
    const { settings, core } = store.state;
    const change = withDefaultModel(settings, { [name]: value });
    store.configure(core ? withReadSentence(core, settings, change) : change);
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
        .value=${Number.isFinite(value) ? String(value) : ""}
        aria-invalid=${wrong}
        @input=${(/** @type {any} */ { target }) => this.#typed(row, target.value)}
        @blur=${(/** @type {any} */ { target }) => (target.value = value ?? "")}
    /></label>`;
  }

  /** A text field, whose value is taken when the reader leaves the field. @param {Setting} row */
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
        name=${row.name}
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
   * Takes a typed value. An empty field of an optional setting means none; any other empty field is still being edited.
   * @param {Setting} row @param {string} text
   */
  #typed(row, text) {
    if (text !== "") this.#set(row, Number(text));
    else if (isOptional(row)) this.#set(row, null);
  }
}

/** Whether a setting may have no value. @param {Setting} row */
const isOptional = (row) => row.default === null && !row.like && !row.from;

/**
 * Settings that would work instead of refused ones, from the parameters of the core's message.
 *
 * @typedef {import("../../kit/state/settings.js").Settings} Settings
 * @typedef {{ name: keyof Settings, value: number | string }} Offer
 */

/** Weights that read every sentence. @type {Offer} */
const CONSTRUCTED = { name: "weights", value: "constructed" };

/** Ids of refusals of a trained model, which reads the sentences of its task only. */
const UNREAD = ["unknown_word", "unknown_words", "no_blank", "translation_reads_one"];

/**
 * Settings by message id and parameter. A parameter contains one value, or several with commas.
 * @type {Readonly<Record<string, Readonly<Record<string, keyof Settings>>>>}
 */
const OFFERED = {
  heads_do_not_divide: { widths: "dModel", heads: "heads" },
  d_model_does_not_divide: { widths: "dModel" },
  kv_heads_do_not_divide: { divisors: "kvHeads" },
};

/** @param {import("../../kit/state/state.js").State["problem"]} problem @returns {Offer[]} */
export function offersOf(problem) {
  if (!problem) return [];
  const { id, parameters, setting } = problem;
  if (UNREAD.includes(id)) return [CONSTRUCTED];
  const limit = { more_than_shown: "most", not_a_whole_number: "least" }[id];
  const offered = OFFERED[id] ?? (limit && setting ? { [limit]: setting } : {});
  return Object.entries(offered)
    .flatMap(([parameter, name]) =>
      String(parameters[parameter] ?? "")
        .split(", ")
        .map((value) => ({ name, value: Number(value) })),
    )
    .filter(isTaken);
}

/** Whether the page allows the value. @param {{ name: keyof Settings, value: number }} offer */
function isTaken({ name, value }) {
  const row = /** @type {import("../../kit/state/settings.js").Setting | undefined} */ (
    SETTINGS.find((each) => each.name === name)
  );
  return row?.kind === "count" && value >= (row.least ?? 0) && value <= (row.most ?? row.max ?? Infinity);
}
