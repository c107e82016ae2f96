import { css, html } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { isComposing } from "../../kit/elements/input-method.js";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { MOST_TOKENS, SETTINGS, isSet } from "../../kit/state/settings.js";
import { endingsOf } from "./endings.js";
import { sentenceOf, tokenize } from "../../kit/state/tokens.js";
import { oneAlong } from "../../kit/text/axes.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { segmentStyles, segments } from "../../kit/elements/segments.js";

/** @typedef {import("../../kit/state/settings.js").Settings} Settings */
/** @typedef {"tokens" | "batchTokens" | "keyTokens"} Of */

const CONTINUES = "##"; // begins a piece that continues a word
const MOST_LETTERS = 200; // characters per word; a line shows no more

/** The sentences of the settings. @param {Settings} settings @returns {readonly { name: Of, attribute: string }[]} */
export const sentencesIn = (settings) =>
  /** @type {any} */ (
    SETTINGS.filter((row) => row.kind === "tokens" && (row.name === "tokens" || isSet(settings, row)))
  );

/**
 * The label of one of several sentences; "" if there is only one.
 * @param {Of} of @param {Settings} settings @param {import("../../kit/text/words.js").Localized} speaker
 */
export function roleOf(of, { batchTokens, keyTokens }, speaker) {
  const { queries, keys } = say(MESSAGES, speaker);
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
    const tokens = this.store?.state.settings[this.of] ?? [];
    if (tokens.length <= MOST_TOKENS || tokens === this.#cut) return;
    this.#cut = tokens;
    this.#text = sentenceOf(tokens); // set by the host
  }

  render() {
    if (!this.store) return html``;
    const tokens = this.store.state.settings[this.of];
    const drawable = tokens.length > 0 && tokens.length <= MOST_TOKENS;
    // `dir="auto"` gives the text the direction of its language.
    return this.editing || !drawable
      ? html`<div class="line">${this.#field(tokens)}</div>`
      : html`<div class="line" dir="auto">${this.#tokens(this.#pieces ?? tokens)}</div>
          ${this.#pieces ? html`<p class="pieces">${say(MESSAGES, this).pieces(cutWords(this.#pieces))}</p>` : ""}`;
  }

  /** The sentence as the language model cuts it; null for other weights. */
  get #pieces() {
    const { picture } = this.store?.state ?? {};
    const isCut = this.of === "tokens" && picture?.settings.weights === "language";
    return isCut ? picture.settings.tokens : null;
  }

  /** With two sentences, labels name the sentence. @param {string} what */
  #named(what) {
    const role = this.store && roleOf(this.of, this.store.state.settings, this);
    return role ? say(MESSAGES, this).of(what, role) : what;
  }

  /** @param {readonly string[]} tokens */
  #tokens(tokens) {
    const words = say(MESSAGES, this);
    const { selection } = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const isKeys = this.of === "keyTokens";
    const isFaced = isKeys || (selection.batch ?? 0) === itemOf(this.of);
    const chosen = isFaced ? selection[isKeys ? "key" : "token"] : null;
    return html`
      <div
        class=${tokens.length > 60 ? "many" : "tokens"}
        role="group"
        aria-label=${this.#named(words.tokens)}
      >
        ${tokens.map(
          (token, i) =>
            html`<button
              class="token"
              part="token"
              data-token=${token}
              aria-pressed=${i === chosen}
              @click=${() => this.#choose(i, chosen)}
            >
              ${shorten(token, MOST_LETTERS)}
            </button>`,
        )}
      </div>
      <button class="edit" aria-label=${this.#named(words.edit)} @click=${this.edit}>${words.edit}</button>
      ${isKeys ? "" : this.#endings()}
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

  /** @param {number} token @param {number | null} chosen */
  #choose(token, chosen) {
    const at = token === chosen ? null : token;
    const batch = this.store?.state.picture?.items && { batch: itemOf(this.of) };
    this.store?.take(this.of === "keyTokens" ? { keyToken: at } : { ...batch, token: at }, "reader");
  }

  #begin() {
    const { settings, selection } = this.store?.state ?? {};
    this.#before = { tokens: settings?.[this.of] ?? [], selection };
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
