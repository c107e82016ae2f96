import { css, html, nothing } from "lit";
import { headIn } from "../state/head.js";
import { pathOf } from "../state/state.js";
import { FILES } from "../text/files.js";
import { whyUnloaded } from "../text/refusals.js";
import { say, messageText } from "../text/words.js";
import { loadExports } from "./embeddable.js";
import { Panel } from "./panel.js";
import { saveFile } from "./save.js";
import { schemeProbe } from "./scheme.js";

/** @typedef {import("../state/views.js").View} View */
/** @typedef {import("../state/store.js").Store} Store */
/** @typedef {import("../draw/marks.js").Surface} Surface */
/** @typedef {import("../draw/marks.js").TitledScene} TitledScene */

/** @typedef {import("./exports.js").Pictured} Pictured */

/** Kinds of files. @type {Readonly<Record<string, (of: Pictured) => Promise<string | Blob>>>} */
const KINDS = {
  svg: async (of) => (await loadExports()).svgOf(of),
  png: async (of) => (await loadExports()).pngOf(of),
  csv: async (of) => (await loadExports()).csvOf(of),
};

/** A menu beside a picture that saves the picture or its numbers as a file. The code that writes files is loaded on first use. */
export class SaveMenu extends Panel {
  static properties = {
    ...Panel.properties,
    view: {},
    picture: { attribute: false },
    open: { state: true },
    trouble: { state: true },
  };

  static styles = [
    Panel.styles,
    schemeProbe,
    css`
      :host {
        flex: none;
        font-size: 13px;
        color: var(--_muted);
      }
      :host([view="map"]) {
        margin-left: auto;
      }
      :host([view="head"]) {
        float: right;
        margin-left: 16px;
        margin-top: 8px;
      }
      span {
        display: inline-flex;
        gap: 2px;
        margin-left: 4px;
      }
      span .link {
        padding: 0 4px;
        text-decoration: none;
        color: var(--_ink);
        font-size: 12.5px;
      }
      button:hover {
        color: var(--_ink);
      }
      p {
        margin: 0;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The view to save. @type {View} */
    this.view = "walk";
    /**
     * Function that draws the picture.
     * @type {((state: import("../state/state.js").State, surface: Surface) => TitledScene | Promise<TitledScene>) | undefined}
     */
    this.picture = undefined;
    /** Whether the choice of kinds is open. */
    this.open = false;
    /** Message of the last failed save. @type {import("../text/refusals.js").Message | null} */
    this.trouble = null;
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Always empty: files have the view's title, because an author's `alt` describes the whole element. */
  get alt() {
    return "";
  }

  get pictured() {
    return this.view;
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    if (!this.picture) throw new Error("nothing draws it");
    return this.picture(/** @type {Store} */ (this.store).state, surface);
  }

  /** Whether the menu shows. Figures without controls, and authors who hide all controls, have none. */
  get #isOffered() {
    for (const each of this.#around()) if (each.readonly || each.controls === "none") return false;
    return true;
  }

  /** The enclosing elements, each in the shadow root of the next. @returns {Generator<any>} */
  *#around() {
    for (let at = this.#hostOf(this); at; at = this.#hostOf(at)) yield at;
  }

  /** @param {Element} element @returns {Element | undefined} */
  #hostOf(element) {
    return /** @type {ShadowRoot} */ (element.getRootNode()).host;
  }

  render() {
    if (!this.store?.state.picture || !this.#isOffered) return html``;
    const { save, kinds } = say(FILES, this);
    return html`<button class="link" aria-expanded=${this.open} @click=${() => (this.open = !this.open)}>
        ${save}</button
      >${this.open ? html` <span role="group" aria-label=${kinds}>${Object.keys(KINDS).map((kind) => this.#button(kind))}</span>` : nothing}
      ${this.trouble && html`<p role="alert">${messageText(this.trouble, this)}</p>`}`;
  }

  /** @param {string} kind */
  #button(kind) {
    const file = this.#fileOf(kind);
    return html`<button
      class="link"
      aria-label=${say(FILES, this).file(file)}
      @click=${() => this.#save(kind, file)}
    >
      ${kind.toUpperCase()}
    </button>`;
  }

  /** A file named after its content. @param {string} kind */
  #fileOf(kind) {
    const { state, selection } = /** @type {Store} */ (this.store);
    const picture = pathOf(state);
    /** @type {Record<View, string>} */
    const names = {
      walk: state.step,
      heads: "heads",
      map: "heads",
      head: `head-${picture ? headIn(picture, selection).head : 0}`,
      memory: `memory-${state.step}`,
      code: state.step,
    };
    return `${names[this.view]}.${kind}`;
  }

  /** @param {string} kind @param {string} file */
  async #save(kind, file) {
    this.trouble = null;
    try {
      saveFile([await KINDS[kind](/** @type {Pictured} */ (this))], file);
    } catch (error) {
      this.trouble = whyUnloaded(/** @type {Error} */ (error));
    }
  }

  /** Escape closes the menu and moves the focus to its button. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || !this.open) return;
    this.open = false;
    event.stopPropagation();
    this.renderRoot.querySelector("button")?.focus();
  }
}
