import { css, html, nothing } from "lit";
import { DARK, LIGHT } from "../../kit/draw/palette.js";
import { asAttribute, asWritten } from "../../kit/state/attribute-values.js";
import { controlsNamed } from "../../kit/state/controls.js";
import { valueIn } from "../../kit/state/snapshot.js";
import { wordsOf } from "../../kit/text/steps.js";
import { FRAME, OPENING_FRAME, OPENS, elementOfFrame, toggleControl } from "../state/rows.js";
import { SETTINGS } from "../../kit/state/settings.js";
import { SHOWN } from "../../kit/state/shown.js";
import { EMBED } from "../words.js";
import { say, messageText } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { Scheme, schemeProbe } from "../../kit/elements/scheme.js";
import { fieldStyles } from "./field-styles.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";

/** @import { Row } from "../state/rows.js" */

/** @type {readonly import("../../kit/state/settings.js").Setting[]} */
const ROWS = SETTINGS;

/** Settings whose controls authors can show to readers. */
const OFFERED = ROWS.filter(({ control }) => control !== "picture").map(({ attribute }) => attribute);
/** Those in view; the others are folded. */
const FEW = controlsNamed("few").names.filter((name) => OFFERED.includes(name));
const REST = OFFERED.filter((name) => !FEW.includes(name));
const LAYER = ROWS.map(({ attribute }) => attribute);
const LOOKS = ROWS.filter(({ control, kind }) => control === "picture" && kind === "choice");

const COLOURS = /** @type {const} */ (["accent", "ink", "paper"]);

/** @param {string} name */
const row = (name) => /** @type {Row} */ (FRAME.find((each) => each.name === name));

/**
 * All fields of a figure, derived from the tables.
 *
 * @fires frame - the author changed a row of the frame; detail { name, text }
 */
export class EmbedFields extends Panel {
  static properties = {
    ...Panel.properties,
    frame: { attribute: false },
    invalidValues: { attribute: false },
    folds: { attribute: false },
    more: { state: true },
    typed: { state: true },
    contrastNote: { state: true },
  };

  static styles = [
    Panel.styles,
    schemeProbe,
    segmentStyles,
    fieldStyles,
    css`
      :host {
        font-size: 13px;
      }
    `,
  ];

  #scheme = new Scheme(this);

  constructor() {
    super();
    /** @type {import("../state/rows.js").Frame} */
    this.frame = OPENING_FRAME;
    /** Messages about invalid values, by row. @type {Readonly<Record<string, import("../../kit/text/refusals.js").Message>>} */
    this.invalidValues = {};
    /** Whether rarely needed fields are folded, for lack of room. */
    this.folds = false;
    this.more = false;
    /** Text being edited, by row: it is never rewritten while typing. @type {Readonly<Record<string, string>>} */
    this.typed = {};
    /** Returns a note on low contrast, once loaded. @type {typeof import("./contrast.js").contrastNote | null} */
    this.contrastNote = null;
    import("./contrast.js").then(({ contrastNote }) => (this.contrastNote = contrastNote)).catch(() => {}); // without it there is no note
  }

  render() {
    const { store } = this;
    if (!store) return html``;
    const words = say(EMBED, this);
    const shown = elementOfFrame(this.frame);
    if (shown === "opening") return this.#alone(this.#choice("ending", {}));
    if (shown === "models") {
      const texts = ["text", "second", "src"].map((name) => this.#text(name));
      return this.#alone([this.#choice("part", words.parts), ...texts]);
    }
    return html`
      ${this.#group(words.sentence, html`<mha-sentence .store=${store} of="tokens"></mha-sentence>`)}
      ${this.#choice("view", words.views)}
      <details ?open=${!this.folds}>
        <summary>${words.settings}</summary>
        ${this.#group(words.readers, this.#readers())}
        ${this.#group(words.opens, this.#shown(SHOWN.filter(({ attribute }) => OPENS.includes(attribute))))}
        ${this.#group(
          words.layer,
          html`<mha-controls
            .store=${store}
            .names=${LAYER}
            .more=${this.more}
            @more=${() => (this.more = !this.more)}
          ></mha-controls>`,
        )}
        ${this.#look(LOOKS)}
        <details>
          <summary>${words.around}</summary>
          ${this.#text("caption")} ${this.#text("alt")} ${this.#flag("fallback")}
        </details>
        <details>
          <summary>${words.others}</summary>
          <div class="fields">
            ${this.#shown(SHOWN.filter(({ attribute }) => !OPENS.includes(attribute)))}
          </div>
        </details>
      </details>
    `;
  }

  /** Fields of an element that shows no layer of the page's. @param {unknown} own its own fields */
  #alone(own) {
    const words = say(EMBED, this);
    return html`${this.#choice("view", words.views)}
      <details ?open=${!this.folds}>
        <summary>${words.settings}</summary>
        <div class="group">${own}</div>
        ${this.#look([])} ${this.#text("alt")}
      </details>`;
  }

  /** @param {readonly PictureRow[]} rows of the picture */
  #look(rows) {
    const words = say(EMBED, this);
    return this.#group(words.look, [
      segments(words.rows.theme, row("theme").choices ?? [], words.themes, this.frame.theme, (way) =>
        this.#set("theme", way),
      ),
      ...this.#shown(rows),
      this.#colours(),
      this.#text("font"),
      this.#text("width"),
    ]);
  }

  /** @param {string} label @param {unknown} content */
  #group(label, content) {
    return html`<div class="group" role="group" aria-label=${label}>
      <span class="label" aria-hidden="true">${label}</span>
      <div class="fields">${content}</div>
    </div>`;
  }

  /** @param {readonly PictureRow[]} rows */
  #shown(rows) {
    return rows.map((each) =>
      shownField(each, /** @type {import("../../kit/state/store.js").Store} */ (this.store), this),
    );
  }

  /** @param {string} name @param {Readonly<Record<string, string>>} said */
  #choice(name, said) {
    const { rows } = say(EMBED, this);
    const label = rows[/** @type {"view" | "ending" | "part"} */ (name)];
    return html`<div class="group">
      <span class="label" aria-hidden="true">${label}</span>
      ${segments(label, row(name).choices ?? [], said, this.frame[name], (way) => this.#set(name, way))}
      ${this.#refusal(name)}
    </div>`;
  }

  /** Whether readers can interact at all, then each setting by its name in `controls`. */
  #readers() {
    const { selection, controls: said, rows, more } = say(EMBED, this);
    const { controls, readonly } = this.frame;
    const { names } = controlsNamed(controls);
    const chip = (
      /** @type {string} */ name,
      /** @type {boolean} */ on,
      /** @type {() => void} */ press,
      /** @type {string} */ kind,
    ) =>
      html`<button class="chip ${kind}" aria-pressed=${on} @click=${press}>
        ${name} <span aria-hidden="true">${on ? "✓" : "✕"}</span>
      </button>`;
    const setting = (/** @type {string} */ name) =>
      chip(name, names.includes(name), () => this.#set("controls", toggleControl(controls, name)), "mono");
    const words = Object.keys(said);
    return html`${chip(selection, !readonly, () => this.#set("readonly", readonly ? "" : "true"), "")}
    ${
      readonly
        ? nothing
        : html`${segments(rows.controls, words, said, controls, (way) => this.#set("controls", way))}
            <div class="fields">${FEW.map(setting)}</div>
            <details class="rest">
              <summary>${more(REST.length, REST.filter((name) => names.includes(name)).length)}</summary>
              <div class="fields">${REST.map(setting)}</div>
            </details>`
    }
    ${this.#refusal("controls")}`;
  }

  /** @param {string} name */
  #text(name) {
    return html`<label class="field wide ${this.invalidValues[name] ? "wrong" : ""}"
        ><span>${say(EMBED, this).rows[/** @type {"alt"} */ (name)]}</span>
        ${this.#input(name, row(name).example ?? "")}</label
      >
      ${this.#refusal(name)}`;
  }

  /** Each colour as text and as a colour picker, with a note on low contrast. */
  #colours() {
    const { theme } = this.frame;
    const palette = theme === "dark" ? DARK : theme === "light" ? LIGHT : this.#scheme.palette;
    return html`${COLOURS.map((name) => this.#colour(name, palette[name]))}
    ${COLOURS.map((name) => this.#refusal(name))} ${this.contrastNote?.(this.frame, this)}`;
  }

  /** @param {"accent" | "ink" | "paper"} name @param {string} usual default of the colour */
  #colour(name, usual) {
    const { rows, pick } = say(EMBED, this);
    const picked = (/** @type {any} */ { target }) => {
      this.#forget(name);
      this.#set(name, target.value);
    };
    return html`<div class="field ${this.invalidValues[name] ? "wrong" : ""}">
      <input
        type="color"
        aria-label=${pick(rows[name])}
        .value=${this.frame[name] || usual}
        @input=${picked}
      />
      <label><span>${rows[name]}</span> ${this.#input(name, usual)}</label>
    </div>`;
  }

  /** @param {string} name @param {string} placeholder */
  #input(name, placeholder) {
    return html`<input
      name=${name}
      placeholder=${placeholder}
      autocomplete="off"
      spellcheck="false"
      aria-invalid=${name in this.invalidValues}
      .value=${this.typed[name] ?? this.frame[name]}
      @input=${(/** @type {any} */ { target }) => this.#type(name, target.value)}
      @change=${() => this.#typedOut(name)}
    />`;
  }

  /** @param {"fallback"} name */
  #flag(name) {
    return html`<label class="field"
      ><input
        type="checkbox"
        .checked=${this.frame[name] !== ""}
        @change=${(/** @type {any} */ { target }) => this.#set(name, target.checked ? "true" : "")}
      />
      ${say(EMBED, this).rows[name]}</label
    >`;
  }

  /** @param {string} name */
  #refusal(name) {
    const said = this.invalidValues[name];
    return said ? html`<p class="invalid" role="alert">${messageText(said, this)}</p>` : "";
  }

  /** @param {string} name @param {string} text */
  #type(name, text) {
    this.typed = { ...this.typed, [name]: text };
    this.#set(name, text);
  }

  /** Invalid text stays, so that the author can correct it. @param {string} name */
  #typedOut(name) {
    if (!(name in this.invalidValues)) this.#forget(name);
  }

  /** Discards edited text. @param {string} name */
  #forget(name) {
    const { [name]: _, ...others } = this.typed;
    this.typed = others;
  }

  /** @param {string} name @param {string} text */
  #set(name, text) {
    this.dispatchEvent(new CustomEvent("frame", { detail: { name, text } }));
  }
}

/**
 * A field for a row of the table kit/state/shown.js, labelled with its attribute.
 *
 * @typedef {import("../../kit/state/settings.js").Setting | import("../../kit/state/shown.js").Row} PictureRow
 * @typedef {import("../../kit/state/store.js").Store} Store
 * @typedef {import("../../kit/text/words.js").Localized} Localized
 */

/** @param {PictureRow} row @param {Store} store @param {Localized} speaker */
function shownField(row, store, speaker) {
  const { attribute, name } = row;
  const refusal = store.state.invalidValues[name];
  return html`<label class="field ${refusal ? "wrong" : ""}"
      ><span class="mono">${attribute}</span> ${control(row, store, speaker)}</label
    >
    ${refusal ? html`<p class="invalid" role="alert">${messageText(refusal, speaker)}</p>` : ""}`;
}

/** @param {PictureRow} row @param {Store} store @param {Localized} speaker */
function control(row, store, speaker) {
  const { kind, name } = row;
  const value = valueIn(store.state, row);
  const take = (/** @type {string} */ text) => store.take({ [name]: asWritten(row, text) }, "reader");
  const invalid = name in store.state.invalidValues;
  if (kind === "flag")
    return html`<input
      type="checkbox"
      .checked=${value === true}
      @change=${(/** @type {any} */ { target }) => take(String(target.checked))}
    />`;
  const options = optionsOf(row, store, speaker);
  if (options)
    return html`<select @change=${(/** @type {any} */ { target }) => take(target.value)}>
      ${options.map(([way, said]) => html`<option value=${way} ?selected=${way === value}>${said}</option>`)}
    </select>`;
  const most = "count" in row && store.state.picture ? row.count?.(store.state.picture) : undefined;
  return html`<input
    type=${kind === "index" ? "number" : "text"}
    min="0"
    max=${most === undefined ? "" : most - 1}
    size="8"
    autocomplete="off"
    spellcheck="false"
    aria-invalid=${invalid}
    .value=${asAttribute(kind, value)}
    @change=${(/** @type {any} */ { target }) => take(target.value)}
  />`;
}

/**
 * Possible values; null if there is no short list.
 * @param {PictureRow} row @param {Store} store @param {Localized} speaker @returns {readonly (readonly [value: string, said: string])[] | null}
 */
function optionsOf(row, { state: { picture } }, speaker) {
  if (row.kind === "choice") return (row.choices ?? []).map((choice) => [choice, choice]);
  if (row.kind !== "step") return null;
  return (picture?.steps ?? []).map((step) => [step.id, wordsOf(step, speaker).title]);
}
