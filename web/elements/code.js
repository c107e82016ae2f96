import { LitElement, css, html } from "lit";
import { axisKind } from "../draw/palette.js";
import { LANGUAGES, excerpt, program } from "../text/code/index.js";
import { MESSAGES } from "../text/messages.js";
import { copyText } from "./clipboard.js";
import { Follow } from "./follow.js";
import { byAxis } from "./shape.js";
import { theme } from "./theme.js";

const LINES = 4; // of the program at a time
const SAID = 2000; // ms that «Copied» stands

/** The lines of the program around the current step, in the language the reader picks; the whole of it can be copied. */
export class Code extends LitElement {
  static properties = {
    store: { attribute: false },
    language: { state: true },
    copied: { state: true },
    refused: { state: true },
    focused: { state: true },
  };

  static styles = [
    theme,
    css`
      :host {
        display: block;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        overflow: hidden;
      }
      .bar {
        display: flex;
        justify-content: space-between;
        padding: 0 12px;
        border-bottom: 1px solid var(--_hairline);
        font-size: 13px;
      }
      .tabs {
        display: flex;
        gap: 16px;
      }
      .bar button {
        height: 36px;
        padding: 0;
        border: 0;
        border-bottom: 2px solid transparent;
        margin-bottom: -1px;
        background: none;
        color: var(--_muted);
      }
      .bar button:hover {
        color: var(--_ink);
      }
      .bar button:focus-visible {
        outline-offset: -3px;
        border-radius: 7px;
      }
      .bar [aria-selected="true"] {
        border-bottom-color: var(--_ink);
        color: var(--_ink);
        font-weight: 600;
      }
      code {
        display: block;
        padding: 8px 0;
        font: 12.5px/21px var(--_mono);
        color: var(--_muted);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 16px;
        padding: 0 12px 0 10px;
        border-left: 2px solid transparent;
      }
      .now {
        --_B: light-dark(#59616d, #a3acb9);
        background: var(--_line-wash);
        border-left-color: var(--_H);
        color: var(--_ink);
      }
      .text {
        padding-left: 2ch;
        text-indent: -2ch;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .shape {
        margin-left: auto;
      }
      .name {
        padding: 0;
        border: 0;
        background: none;
        font: inherit;
        text-indent: 0;
        white-space: normal;
        text-decoration: underline dotted 1px;
        text-decoration-color: light-dark(#bdb7ab, #565a65);
        text-underline-offset: 3px;
      }
      .name:hover,
      .name.lit {
        color: var(--_H);
        text-decoration: underline solid 2px;
      }
      textarea {
        display: block;
        width: 100%;
        height: 160px;
        padding: 8px 12px;
        border: 0;
        border-top: 1px solid var(--_hairline);
        background: none;
        color: var(--_ink);
        font: 12.5px/21px var(--_mono);
      }
      .note {
        margin: 0;
        padding: 8px 12px;
        border-top: 1px solid var(--_hairline);
        font-size: 13px;
      }
    `,
  ];

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    /** @type {import("../state/store.js").Store | null} */
    this.store = null;
    this.language = LANGUAGES[0];
    /** Whether the program was copied a moment ago. */
    this.copied = false;
    /** The program that could not be copied. @type {string | null} */
    this.refused = null;
    /** Which of the names the keyboard is at. @type {number | null} */
    this.focused = null;
    new Follow(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  render() {
    const state = this.store?.state;
    if (!state?.picture) return html``;
    return html`
      <div class="bar">
        <div class="tabs" role="tablist" aria-label="Language" @keydown=${this.#walkTabs}>
          ${LANGUAGES.map((language) => this.#tab(language))}
        </div>
        <button @click=${this.#copy} aria-label=${`Copy the whole ${this.language.name} program`}>
          ${this.copied ? MESSAGES.copied : MESSAGES.copy}
        </button>
      </div>
      <code
        id="lines"
        role="tabpanel"
        aria-labelledby=${this.language.id}
        @pointerover=${this.#point}
        @pointerleave=${() => this.store?.lightTensor(null)}
        @focusin=${this.#point}
        @focusout=${() => this.store?.lightTensor(null)}
        @click=${this.#enter}
        @keydown=${this.#walkNames}
        >${this.#lines(state.picture, state.step, state.tensor)}</code
      >
      ${
        this.refused === null
          ? ""
          : html`<p class="note">${MESSAGES.noClipboard}</p>
              <textarea readonly .value=${this.refused} aria-label="Program"></textarea>`
      }
      <span class="unseen" role="status">${this.copied ? MESSAGES.copied : ""}</span>
    `;
  }

  /** @param {import("../text/code/index.js").Language} language */
  #tab(language) {
    const selected = language === this.language;
    return html`<button
      id=${language.id}
      role="tab"
      aria-selected=${selected}
      aria-controls="lines"
      tabindex=${selected ? 0 : -1}
      @click=${() => this.#show(language)}
    >
      ${language.name}
    </button>`;
  }

  /** @param {import("../state/picture.js").Picture} picture @param {string} id @param {string | null} lit */
  #lines(picture, id, lit) {
    const lines = excerpt(this.language, picture, id, LINES);
    const names = lines.flatMap(({ pieces, current }) =>
      pieces.filter(({ step }) => step).map(() => current),
    );
    const stop = this.focused ?? Math.max(0, names.indexOf(true));
    let at = 0;
    return lines.map(({ pieces, current, name, result }) => {
      const step = current && picture.step(name ? (result ?? "") : id);
      const text = pieces.map((piece) =>
        piece.step
          ? this.#name(piece, picture, lit, stop === at++)
          : piece.axis
            ? html`<span class=${axisKind(piece.axis)}>${piece.size}</span>`
            : piece.text,
      );
      return html`<span class="line ${current ? "now" : ""}"
        ><span class="text">${text}</span
        >${step ? html`<span class="shape">${this.language.comment} (${byAxis(step.axes, step.shape, ", ")})</span>` : ""}</span
      >`;
    });
  }

  /** @param {import("../text/code/template.js").Piece} piece @param {import("../state/picture.js").Picture} picture @param {string | null} lit @param {boolean} stop */
  #name({ text, step: id }, picture, lit, stop) {
    const step = picture.step(id ?? "");
    return html`<button
      class="name ${id === lit ? "lit" : ""}"
      data-step=${id}
      tabindex=${stop ? 0 : -1}
      aria-label=${`${text}: ${id}, ${step?.shape.join(" by ")}`}
    >
      ${text}
    </button>`;
  }

  /** @param {import("../text/code/index.js").Language} language */
  #show(language) {
    this.language = language;
    this.focused = this.refused = null;
  }

  /** Left, right, Home and End pick the language. @param {KeyboardEvent} event */
  #walkTabs(event) {
    const to = step(event.key, LANGUAGES.indexOf(this.language), LANGUAGES.length);
    if (to === null) return;
    this.#show(LANGUAGES[(to + LANGUAGES.length) % LANGUAGES.length]);
    this.#take(event, LANGUAGES.indexOf(this.language), '[role="tab"]');
  }

  /** Left and right walk from name to name. @param {KeyboardEvent} event */
  #walkNames(event) {
    const names = [...this.renderRoot.querySelectorAll(".name")];
    const at = names.indexOf(/** @type {Element} */ (event.target));
    const to = step(event.key, at, names.length);
    if (at >= 0 && to !== null) this.#take(event, Math.min(names.length - 1, Math.max(0, to)), ".name");
  }

  /** Moves the focus instead of what the key does elsewhere. @param {KeyboardEvent} event @param {number} at @param {string} among */
  #take(event, at, among) {
    event.preventDefault();
    event.stopPropagation();
    /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll(among))[at]?.focus();
  }

  /** A name under the pointer or the focus lights its tensor. @param {Event} event */
  #point(event) {
    const name = nameAt(event);
    this.store?.lightTensor(name?.dataset.step ?? null);
    if (name && event.type === "focusin")
      this.focused = [...this.renderRoot.querySelectorAll(".name")].indexOf(name);
  }

  /** Goes where the tensor is made. @param {Event} event */
  #enter(event) {
    const id = nameAt(event)?.dataset.step;
    if (id) this.store?.goTo(id);
  }

  async #copy() {
    const { picture } = /** @type {import("../state/store.js").Store} */ (this.store).state;
    if (!picture) return;
    const text = program(this.language, picture);
    this.copied = await copyText(text, /** @type {ShadowRoot} */ (this.renderRoot));
    this.refused = this.copied ? null : text;
    await this.updateComplete;
    this.renderRoot.querySelector("textarea")?.select();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.copied = false), SAID);
  }
}

/** Where a key leads among `count`, which may be one past either end; null for other keys. @param {string} key @param {number} at @param {number} count */
function step(key, at, count) {
  if (key === "ArrowRight") return at + 1;
  if (key === "ArrowLeft") return at - 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** @param {Event} event */
const nameAt = ({ target }) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-step]"));
