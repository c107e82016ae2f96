import { css, html } from "lit";
import { FILES } from "../text/files.js";
import { whyUnloaded } from "../text/refusals.js";
import { say, messageText } from "../text/words.js";
import { hostedAddress, siteFor } from "./hosted-link.js";
import "./more.js";
import { Panel } from "./panel.js";
import { saveFile } from "./save.js";
import { schemeProbe } from "./scheme.js";

/** @typedef {import("../draw/marks.js").Surface} Surface */
/** @typedef {import("../draw/marks.js").TitledScene} TitledScene */
/** @typedef {typeof import("./exports.js")} Exports */

/** @typedef {"svg" | "png" | "csv" | "gif" | "webm"} Kind */

/** @type {readonly Kind[]} */
const KINDS = ["svg", "png", "csv"];

/**
 * The menu of a figure, which saves the picture or its numbers as a file and has further items in its slot. The code that writes files is loaded on
 * first use.
 */
export class SaveFiles extends Panel {
  static properties = {
    ...Panel.properties,
    file: {},
    picture: { attribute: false },
    numbers: { attribute: false },
    nested: { type: Boolean },
    trouble: { state: true },
  };

  /** @type {import("lit").CSSResultGroup} */
  static styles = [
    Panel.styles,
    schemeProbe,
    css`
      :host {
        flex: none;
        font-size: 13px;
        color: var(--_muted);
      }
      span {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .link {
        color: var(--_ink);
      }
      a.link {
        display: flex;
        align-items: center;
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
    /** File name, without extension. */
    this.file = "";
    /**
     * Function that draws the picture.
     * @type {((state: any, surface: Surface) => TitledScene | Promise<TitledScene>) | undefined}
     */
    this.picture = undefined;
    /** The numbers of the picture. @type {(() => import("../state/csv.js").Numbers) | undefined} */
    this.numbers = undefined;
    /** Whether the files are items of a menu around this element, instead of a menu of their own. */
    this.nested = false;
    /** Message of the last failed save. @type {import("../text/refusals.js").Message | null} */
    this.trouble = null;
  }

  /** Always empty: files have the view's title, because an author's `alt` describes the whole element. */
  get alt() {
    return "";
  }

  /** @param {Surface} surface */
  pictureOn(surface) {
    if (!this.picture) throw new Error("nothing draws it");
    return this.picture(/** @type {any} */ (this.store).state, surface);
  }

  /** The numbers as CSV. @protected @param {Exports} exports @returns {Promise<string>} */
  csvOn({ csvIn }) {
    if (!this.numbers) throw new Error("it has no numbers");
    return csvIn(this.numbers());
  }

  /** Whether there is something to save. @protected */
  get hasContent() {
    return this.picture !== undefined;
  }

  /** Whether the menu shows. Figures without controls, and authors who hide all controls, have none. */
  get #isOffered() {
    for (const each of this.#around()) if (each.readonly || each.controls === "none") return false;
    return true;
  }

  /** The hosted page with the state of the figure; null if there is none. @protected @returns {import("./hosted-link.js").Hosted | null} */
  get hosted() {
    for (const each of this.#around()) if (each.hosted) return each.hosted;
    return null;
  }

  /** The link to the hosted page. Its address is made when the reader uses the link, because the state changes often. */
  #open() {
    const { hosted } = this;
    const site = hosted && siteFor([...this.#around()].find(({ link }) => link)?.link ?? "");
    if (!site) return "";
    const address = (/** @type {Event} */ { currentTarget }) => {
      const link = /** @type {HTMLAnchorElement} */ (currentTarget);
      link.href = hostedAddress(site, hosted, this.locale?.lang);
    };
    return html`<a
      class="link"
      href=${site}
      target="_blank"
      rel="noopener noreferrer"
      @pointerdown=${address}
      @focus=${address}
      @click=${address}
      >${say(FILES, this).open}</a
    >`;
  }

  /** The enclosing elements of the package, each in the shadow root of the next. A component of the page around them may have properties of the same names. @returns {Generator<any>} */
  *#around() {
    for (let at = this.#hostOf(this); at; at = this.#hostOf(at))
      if (at.localName.startsWith("mha-")) yield at;
  }

  /** @param {Element} element @returns {Element | undefined} */
  #hostOf(element) {
    return /** @type {ShadowRoot} */ (element.getRootNode()).host;
  }

  render() {
    if (!this.hasContent || !this.#isOffered) return html``;
    const { save, kinds } = say(FILES, this);
    const files = html`<span role="group" aria-label=${kinds}
        >${save} ${this.kindsOffered.map((kind) => this.#button(kind))}</span
      >
      ${this.#open()} ${this.trouble && html`<p role="alert">${messageText(this.trouble, this)}</p>`}`;
    return this.nested ? files : html`<mha-more>${files}<slot></slot></mha-more>`;
  }

  /** Kinds of files, by ending. @protected */
  get kindsOffered() {
    return KINDS;
  }

  /** The content of a file. @protected @param {Kind} kind @param {Exports} exports @returns {Promise<BlobPart>} */
  async contentOf(kind, exports) {
    if (kind === "csv") return this.csvOn(exports);
    return kind === "svg" ? exports.svgOf(this) : exports.pngOf(this);
  }

  /** File name, without extension. @protected */
  get fileName() {
    return this.file;
  }

  /** @param {Kind} kind */
  #button(kind) {
    const file = `${this.fileName}.${kind}`;
    return html`<button
      class="link"
      aria-label=${say(FILES, this).file(file)}
      @click=${() => this.#save(kind, file)}
    >
      ${kind === "webm" ? "WebM" : kind.toUpperCase()}
    </button>`;
  }

  /** @param {Kind} kind @param {string} file */
  async #save(kind, file) {
    this.trouble = null;
    try {
      const exports = await import("./exports.js");
      saveFile([await this.contentOf(kind, exports)], file);
    } catch (error) {
      this.trouble = whyUnloaded(/** @type {Error} */ (error));
    }
  }
}
