import { css, html } from "lit";
import { pathOf } from "../../state/state.js";
import { LANGUAGES, loadLanguage, program } from "../../text/code/index.js";
import { MESSAGES } from "../../text/messages.js";
import { Panel } from "../base/panel.js";
import { keyLeads } from "../base/keys.js";

const SAID = 2000; // ms that «Copied» stands

/** The layer as a program: the lines at the current step, in the language the reader picks; the whole of it can be copied. */
export class Code extends Panel {
  static properties = {
    ...Panel.properties,
    copied: { state: true },
    refused: { state: true },
    trouble: { state: true },
  };

  static styles = [
    Panel.styles,
    css`
      :host {
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
      button {
        height: 36px;
        padding: 0;
        border: 0;
        border-bottom: 2px solid transparent;
        margin-bottom: -1px;
        background: none;
        color: var(--_muted);
      }
      button:hover {
        color: var(--_ink);
      }
      button:focus-visible {
        outline-offset: -3px;
        border-radius: 7px;
      }
      button[aria-selected="true"] {
        border-bottom-color: var(--_ink);
        color: var(--_ink);
        font-weight: 600;
      }
      textarea {
        display: block;
        width: 100%;
        height: 160px;
        padding: 8px 12px;
        border: 0;
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
    /** Whether the program was copied a moment ago. */
    this.copied = false;
    /** The program that could not be copied. @type {string | null} */
    this.refused = null;
    /** Why a language could not be loaded. @type {string | null} */
    this.trouble = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** The language that was picked; its program may still be on its way. */
  get #picked() {
    const at = LANGUAGES.findIndex(({ id }) => id === this.store?.state.language);
    return Math.max(0, at);
  }

  render() {
    if (!this.store?.state.picture) return html``;
    const { copied, copy, noClipboard } = MESSAGES;
    const picked = LANGUAGES[this.#picked];
    const what = `Copy the whole ${picked.name} program`;
    return html`
      <div class="bar">
        <div class="tabs" role="tablist" aria-label="Language" @keydown=${this.#walk}>
          ${LANGUAGES.map((language) => this.#tab(language, language === picked))}
        </div>
        <button aria-label=${this.copied ? copied : what} @click=${this.#copy}>
          ${this.copied ? copied : copy}
        </button>
      </div>
      <mha-code-lines
        id="lines"
        role="tabpanel"
        aria-labelledby=${picked.id}
        .store=${this.store}
      ></mha-code-lines>
      ${this.trouble === null ? "" : html`<p class="note" role="alert">${this.trouble}</p>`}
      ${this.refused === null ? "" : html`<p class="note">${noClipboard}</p>`}
      ${this.refused === null ? "" : html`<textarea readonly .value=${this.refused} aria-label="Program"></textarea>`}
      <span class="unseen" role="status">${this.copied ? copied : ""}</span>
    `;
  }

  /** @param {{ id: string, name: string }} language @param {boolean} selected */
  #tab({ id, name }, selected) {
    return html`<button
      id=${id}
      role="tab"
      aria-selected=${selected}
      aria-controls="lines"
      tabindex=${selected ? 0 : -1}
      @click=${() => this.#show(id)}
    >
      ${name}
    </button>`;
  }

  /** @param {string} id of a language */
  #show(id) {
    this.refused = null;
    this.store?.speak(id);
    this.#orTrouble(loadLanguage(id), id);
  }

  /** Null where it could not be loaded, which is then said. @template T @param {Promise<T>} loading @param {string} id of the language it is for */
  async #orTrouble(loading, id) {
    this.trouble = null;
    try {
      return await loading;
    } catch (error) {
      if (this.store?.state.language === id) this.trouble = /** @type {Error} */ (error).message;
      return null;
    }
  }

  /** Left, right, Home and End pick the language. @param {KeyboardEvent} event */
  #walk(event) {
    const to = keyLeads(event, this.#picked, LANGUAGES.length);
    if (to === null) return;
    this.#show(LANGUAGES[to].id);
    this.renderRoot.querySelectorAll(/** @type {"button"} */ ("[role=tab]"))[to].focus();
  }

  async #copy() {
    const path = this.store && pathOf(this.store.state);
    if (!path) return;
    const { id } = LANGUAGES[this.#picked];
    const needed = Promise.all([loadLanguage(id), import("../base/clipboard.js")]);
    const [language, clipboard] = (await this.#orTrouble(needed, id)) ?? [];
    if (!language || !clipboard) return;
    const text = program(language, path);
    this.copied = await clipboard.copyText(text, /** @type {ShadowRoot} */ (this.renderRoot));
    this.refused = this.copied ? null : text;
    await this.updateComplete;
    this.renderRoot.querySelector("textarea")?.select();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.copied = false), SAID);
  }
}
