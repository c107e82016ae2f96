import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { isComposing } from "../../kit/elements/input-method.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { MOST_TOKENS, SETTINGS, isSet } from "../../kit/state/settings.js";
import { endingsOf } from "./endings.js";
import { sentenceOf, tokenize } from "../../kit/state/tokens.js";
import { oneAlong } from "../../kit/text/axes.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";

/** @typedef {import("../../kit/state/settings.js").Settings} Settings */
/** @typedef {import("../../kit/state/state.js").State} State */
/** @typedef {"tokens" | "batchTokens" | "keyTokens" | "translation"} Of  translation: the words that a model writes, which no reader edits */

const CONTINUES = "##"; // begins a piece that continues a word
const MOST_LETTERS = 200; // characters per word; a line shows no more

/** The sentences of the settings, and the translation. @param {State} state @returns {readonly { name: Of, attribute: string }[]} */
export function sentencesIn({ settings, picture }) {
  if (settings.weights === "vision") return []; // a picture in place of a sentence
  const given = SETTINGS.filter(
    (row) => row.kind === "tokens" && (row.name === "tokens" || isSet(settings, row)),
  );
  const written = { name: "translation", attribute: "tokens" };
  return /** @type {any} */ (isOfTwo(picture) ? [...given, written] : given);
}

/** Whether the words of a picture are, wholly or in part, those of a translation. @param {State["picture"]} picture */
const isOfTwo = (picture) =>
  picture?.settings.weights === "translation" && picture.settings.attentionKind !== "encoder";

/**
 * The label of one of several sentences; "" if there is only one.
 * @param {Of} of @param {State} state @param {import("../../kit/text/words.js").Localized} speaker
 */
export function roleOf(of, { settings: { batchTokens, keyTokens }, picture }, speaker) {
  const { queries, keys, english, french } = say(MESSAGES, speaker);
  if (isOfTwo(picture)) return of === "translation" ? french : english;
  if (of === "keyTokens") return keys;
  if (batchTokens.length) return `${oneAlong("B", speaker)} ${itemOf(of) + 1}`;
  return keyTokens.length ? queries : "";
}

/** The words of several pieces, such as “t ##ired”. @param {readonly string[]} pieces */
function cutWords(pieces) {
  /** @type {string[]} */
  const words = [];
  for (const piece of pieces)
    if (piece.startsWith(CONTINUES)) words.push(`${words.pop()} ${piece}`);
    else words.push(piece);
  return [...new Set(words.filter((word) => word.includes(CONTINUES)))];
}

/**
 * The words of a sentence as the picture reads them, and the field of the selection that they set; null if they are neither queries nor keys.
 * @param {Of} of @param {State} state @returns {{ words: readonly string[], field: "token" | "key" | null }}
 */
function lineOf(of, { settings, picture, problem }) {
  const read = picture?.settings;
  if (of === "translation") return { words: read?.tokens ?? [], field: "token" };
  const words = settings[of];
  if (of === "keyTokens") return { words, field: "key" };
  if (of === "tokens" && read?.weights === "language") return { words: read.tokens, field: "token" };
  if (of !== "tokens" || problem || !read || read.weights !== "translation") return { words, field: "token" };
  if (read.attentionKind === "decoder") return { words, field: null };
  return read.keyTokens.length
    ? { words: read.keyTokens, field: "key" }
    : { words: read.tokens, field: "token" };
}

/** Index of the sentence in the batch. @param {Of} of */
const itemOf = (of) => Number(of === "batchTokens");

/** A sentence, as tokens to select and as text to edit. If it is refused for its length, it stays in the text field. */
export class Sentence extends Panel {
  static properties = { ...Panel.properties, of: {}, editing: { state: true } };

  static styles = [
    Panel.styles,
    segmentStyles,
    css`
      :host {
        min-width: 0;
        font-size: 16px;
      }
      .segments {
        margin-left: 8px;
        font-size: 13px;
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px 2px;
      }
      .token {
        min-width: 24px;
        max-width: 100%;
        min-height: 30px;
        padding: 2px 3px;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
        border: 0;
        border-bottom: 2px solid var(--_T);
        border-radius: 3px 3px 0 0;
        background: none;
      }
      /* Reserves the width of the bold word, so that selecting a word moves no other. */
      .token::after {
        content: attr(data-token);
        display: block;
        height: 0;
        overflow: hidden;
        visibility: hidden;
        font-weight: 600;
      }
      .token[aria-pressed="true"] {
        background: var(--_token-wash);
        font-weight: 600;
      }
      .edit {
        min-height: 28px;
        padding: 2px 8px;
        border: 1px solid var(--_hairline);
        border-radius: 7px;
        background: var(--_card);
        color: var(--_muted);
        font-size: 13px;
      }
      .edit:hover {
        color: var(--_ink);
      }
      /* On one line with the settings, where that is just possible. */
      @container (min-width: 1280px) and (max-width: 1399px) {
        :host {
          font-size: 15px;
        }
        .token {
          padding-inline: 2px;
        }
      }
      @media print {
        .edit {
          display: none;
        }
      }
      .tokens {
        display: contents;
      }
      .pieces {
        margin: 4px 0 0;
        color: var(--_muted);
        font-size: 12.5px;
      }
      .many {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 4px;
        max-height: 108px;
        overflow-y: auto;
        padding: 3px;
      }
      input {
        flex: 1 1 280px;
        ${textField}
      }
    `,
  ];

  /** The typed text. The page never rewrites it while the reader types. */
  #text = "";
  /** Tokens of the typed text. @type {readonly string[]} */
  #cut = [];
  /** Tokens and selection before the edit. @type {{ tokens: readonly string[], selection?: import("../../kit/state/selection.js").Selection }} */
  #before = { tokens: [] };

  constructor() {
    super();
    /** The setting that holds the sentence. @type {Of} */
    this.of = "tokens";
    this.editing = false;
  }

  willUpdate() {
    const tokens = this.#given;
    if (tokens.length <= MOST_TOKENS || tokens === this.#cut) return;
    this.#cut = tokens;
    this.#text = sentenceOf(tokens); // set by the host
  }

  render() {
    if (!this.store) return html``;
    const tokens = this.#given;
    const drawable = tokens.length > 0 && tokens.length <= MOST_TOKENS;
    // `dir="auto"` gives the text the direction of its language.
    return this.editing || !drawable
      ? html`<div class="line">${this.#field(tokens)}</div>`
      : html`<div class="line" dir="auto">${this.#tokens(lineOf(this.of, this.store.state))}</div>
          ${this.#pieces ? html`<p class="pieces">${say(MESSAGES, this).pieces(cutWords(this.#pieces))}</p>` : ""}`;
  }

  /** The tokens of the setting, or those of the translation. @returns {readonly string[]} */
  get #given() {
    const { state } = this.store ?? {};
    if (!state) return [];
    return this.of === "translation" ? lineOf(this.of, state).words : state.settings[this.of];
  }

  /** The sentence as the language model cuts it; null for other weights. */
  get #pieces() {
    const { picture } = this.store?.state ?? {};
    const isCut = this.of === "tokens" && picture?.settings.weights === "language";
    return isCut ? picture.settings.tokens : null;
  }

  /** With two sentences, labels name the sentence. @param {string} what */
  #named(what) {
    const role = this.store && roleOf(this.of, this.store.state, this);
    return role ? say(MESSAGES, this).of(what, role) : what;
  }

  /** @param {ReturnType<typeof lineOf>} line */
  #tokens({ words: tokens, field }) {
    const words = say(MESSAGES, this);
    const { selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const isFaced = field === "key" || (selection.batch ?? 0) === itemOf(this.of);
    const chosen = isFaced && field ? selection[field] : null;
    const button = (/** @type {string} */ token, /** @type {number} */ i) =>
      html`<button
        class="token"
        part="token"
        data-token=${token}
        aria-pressed=${i === chosen}
        @click=${() => this.#choose(i, chosen, field)}
      >
        ${shortenWord(token, MOST_LETTERS)}
      </button>`;
    return html`
      <div
        class=${tokens.length > 60 ? "many" : "tokens"}
        role="group"
        aria-label=${this.#named(words.tokens)}
      >
        ${field ? tokens.map(button) : sentenceOf(tokens)}
      </div>
      ${this.of === "translation" ? "" : html`<button class="edit" aria-label=${this.#named(words.edit)} @click=${this.edit}>${words.edit}</button>`}
      ${this.#endings()}
    `;
  }

  /** The switch between the endings of a sentence that has several. The selection stays. */
  #endings() {
    const store = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const known = this.of === "tokens" ? endingsOf(store.state.settings) : null;
    if (!known) return "";
    const choose = (/** @type {string} */ word) => store.configure({ tokens: known.with(word) });
    return segments(say(MESSAGES, this).endings, known.endings, {}, known.ending, choose);
  }

  /** @param {readonly string[]} tokens */
  #field(tokens) {
    const { sentence, type, done } = say(MESSAGES, this);
    return html`
      <input
        aria-label=${this.#named(sentence)}
        dir="auto"
        placeholder=${type}
        autocomplete="off"
        spellcheck="false"
        .value=${this.editing || tokens.length ? this.#text : ""}
        @input=${(/** @type {InputEvent} */ e) => this.#type(/** @type {HTMLInputElement} */ (e.target).value)}
        @keydown=${(/** @type {KeyboardEvent} */ e) => this.#key(e)}
      />
      ${tokens.length ? html`<button class="edit" aria-label=${this.#named(done)} @click=${() => this.#done()}>${done}</button>` : ""}
    `;
  }

  /** @param {number} token @param {number | null} chosen @param {"token" | "key" | null} field */
  #choose(token, chosen, field) {
    const at = token === chosen ? null : token;
    const batch = this.store?.state.picture?.items && { batch: itemOf(this.of) };
    this.store?.take(field === "key" ? { keyToken: at } : { ...batch, token: at }, "reader");
  }

  #begin() {
    this.#before = { tokens: this.#given, selection: this.store?.state.selection };
    this.editing = true;
  }

  /** Opens the sentence for editing. */
  async edit() {
    this.#begin();
    this.#text = sentenceOf(this.#before.tokens);
    await this.updateComplete;
    const input = /** @type {HTMLInputElement} */ (this.renderRoot.querySelector("input"));
    input.focus();
    input.select();
  }

  /** Takes the typed text. An empty second sentence is still being edited, and is not removed. @param {string} sentence */
  #type(sentence) {
    this.#text = sentence;
    if (!this.editing) this.#begin(); // the field stays when the first word is typed into it
    const tokens = (this.#cut = tokenize(sentence));
    if (tokens.length || this.of === "tokens") this.store?.configure({ [this.of]: tokens });
  }

  /** Enter keeps the typed text, Escape discards it. @param {KeyboardEvent} event */
  #key(event) {
    if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
    if (event.key === "Escape") this.#drop();
    this.#done(event);
  }

  /** Discards the typed text, and restores the sentence and its selection. */
  #drop() {
    const { tokens, selection } = this.#before;
    this.store?.configure({ [this.of]: tokens });
    if (selection) this.store?.select(selection);
  }

  /** @param {Event} [event] */
  async #done(event) {
    event?.stopPropagation();
    event?.preventDefault(); // otherwise Enter would press the button that gets the focus
    this.editing = false;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".edit"))?.focus();
  }
}
