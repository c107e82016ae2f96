import { css, html } from "lit";
import { isOwn } from "../../kit/state/own.js";
import { pathOf } from "../../kit/state/state.js";
import { LANGUAGES, languagesFor, loadLanguage } from "../../kit/text/code/index.js";
import { FILE, fileBytes, needsFile } from "../../kit/text/code/arrays.js";
import { CODE } from "../words.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { loadFailed } from "../../kit/elements/load-failed.js";
import { keyLeads } from "../../kit/elements/keys.js";

const SAID = 2000; // ms for which “Copied” shows

/**
 * The layer as a program: the lines of the current step, in the chosen language. Readers can copy the whole program and save its numbers.
 */
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
      .bar,
      .tabs,
      .out {
        display: flex;
        gap: 0 10px;
      }
      .tabs {
        gap: 0 6px;
        flex: 1 1 290px; /* the first five, and where the others begin */
        min-width: 0;
        margin-bottom: -1px;
        overflow-x: auto; /* the others, where there is no room */
        scrollbar-width: none;
        mask-image: linear-gradient(to left, transparent, #000 16px);
      }
      .tabs::after {
        flex: 0 0 10px; /* with the gap, where the row fades */
        content: "";
      }
      .tabs button {
        flex: none; /* the row scrolls */
        min-width: 24px; /* JAX */
        margin: 0;
        white-space: nowrap;
      }
      .bar {
        padding: 0 10px;
        border-bottom: 1px solid var(--_hairline);
        font-size: 12.5px;
      }
      .out {
        flex: 0 100 auto;
        justify-content: flex-end;
        min-width: 76px; /* "npz" and "Copied" */
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
      .out button {
        padding: 0 5px;
        margin-inline: -5px;
      }
      .out > :last-child {
        min-width: 4.4em; /* fits "Copied", so that the button keeps its width */
        text-align: right;
      }
      .file {
        display: flex;
        flex-wrap: wrap; /* hides the size if there is no room */
        justify-content: flex-end;
        align-content: flex-start;
        gap: 0 0.4ch;
        line-height: 34px;
        overflow: hidden;
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
  /** Id of the language in the middle of the row of languages. */
  #centred = "";
  /** Id of the language that was requested last. */
  #asked = "";

  constructor() {
    super();
    /** Whether the program was just copied. */
    this.copied = false;
    /** The program that the clipboard refused, if any; shown as text to copy by hand. @type {string | null} */
    this.refused = null;
    /** Error of loading a language, if any. @type {Error | null} */
    this.trouble = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** The languages that can show this run. C++ programs draw or train their own numbers, so that they are left out for given ones. */
  get #languages() {
    const state = this.store?.state;
    const path = state && pathOf(state);
    const { own } = (state?.picture ?? state) || {};
    const all = path ? languagesFor(path) : LANGUAGES;
    return own && isOwn(own) && !own.model ? all.filter(({ id }) => id !== "cpp") : all;
  }

  /** The chosen language; its program may still be loading. */
  get #picked() {
    const at = this.#languages.findIndex(({ id }) => id === this.store?.state.language);
    return Math.max(0, at);
  }

  /** A link, or the page, may have chosen the language. */
  willUpdate() {
    const { id } = this.#languages[this.#picked];
    if (id !== this.#asked) this.#load(id);
  }

  /** Scrolls the chosen language into the row of languages, in its middle, so that its neighbours can be reached. */
  updated() {
    const row = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".tabs"));
    const tab = /** @type {HTMLElement | null} */ (row && row.querySelector('[aria-selected="true"]'));
    if (row && tab && tab.id !== this.#centred)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
    this.#centred = tab?.id ?? "";
  }

  render() {
    const path = this.store && pathOf(this.store.state);
    if (!path) return html``;
    const { copied, copy, noClipboard } = say(MESSAGES, this);
    const words = say(CODE, this);
    const picked = this.#languages[this.#picked];
    const what = words.copy(picked.name);
    return html`
      <div class="bar">
        <div class="tabs" role="tablist" aria-label=${words.language} @keydown=${this.#walk}>
          ${this.#languages.map((language) => this.#tab(language, language === picked))}
        </div>
        <div class="out">
          ${picked.file && needsFile(path) ? this.#file(fileBytes(path)) : ""}
          <button aria-label=${this.copied ? copied : what} @click=${this.#copy}>
            ${this.copied ? copied : copy}
          </button>
        </div>
      </div>
      <mha-code-lines
        id="lines"
        role="tabpanel"
        aria-labelledby=${picked.id}
        .store=${this.store}
      ></mha-code-lines>
      ${this.trouble === null ? "" : loadFailed(this.trouble, this, () => this.#show(picked.id))}
      ${this.refused === null ? "" : html`<p class="note">${noClipboard}</p>`}
      ${this.refused === null ? "" : html`<textarea readonly .value=${this.refused} aria-label=${words.program}></textarea>`}
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

  /** @param {number} bytes */
  #file(bytes) {
    const size = bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${Math.round(bytes / 1e5) / 10} MB`;
    const what = say(CODE, this).download({ file: FILE, size });
    return html`<button class="file" title=${what} aria-label=${what} @click=${this.#save}>
      npz <span>${size}</span>
    </button>`;
  }

  /** @param {string} id id of a language */
  #show(id) {
    this.refused = null;
    this.store?.speak(id);
    this.#load(id);
  }

  /** Loads a language, and shows its lines, also after a failure. @param {string} id */
  async #load(id) {
    this.#asked = id;
    const language = await this.#orTrouble(loadLanguage(id), id);
    if (language) /** @type {Panel | null} */ (this.renderRoot.querySelector("#lines"))?.requestUpdate();
  }

  /**
   * The loaded value, or null after showing the error of a failed load.
   * @template T @param {Promise<T>} loading @param {string} id id of the language
   */
  async #orTrouble(loading, id) {
    this.trouble = null;
    try {
      return await loading;
    } catch (error) {
      if (this.store?.state.language === id) this.trouble = /** @type {Error} */ (error);
      return null;
    }
  }

  /** Left, right, Home and End choose the language. @param {KeyboardEvent} event */
  #walk(event) {
    const to = keyLeads(event, this.#picked, this.#languages.length);
    if (to === null) return;
    this.#show(this.#languages[to].id);
    this.renderRoot.querySelectorAll(/** @type {"button"} */ ("[role=tab]"))[to].focus();
  }

  async #copy() {
    const { id } = this.#languages[this.#picked];
    const needed = Promise.all([loadLanguage(id), import("./code-files.js")]);
    const [language, out] = (await this.#orTrouble(needed, id)) ?? [];
    const path = this.store && pathOf(this.store.state);
    if (!language || !out || !path) return;
    const text = out.program(language, path);
    this.copied = await out.copyText(text, /** @type {ShadowRoot} */ (this.renderRoot));
    this.refused = this.copied ? null : text;
    await this.updateComplete;
    this.renderRoot.querySelector("textarea")?.select();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.copied = false), SAID);
  }

  async #save() {
    const out = await this.#orTrouble(import("./code-files.js"), this.#languages[this.#picked].id);
    const path = this.store && pathOf(this.store.state);
    if (out && path) out.saveNumbers(path);
  }
}
