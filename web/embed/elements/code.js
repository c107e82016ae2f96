import { html } from "lit";
import { pictureFile, policyOf } from "../state/figure.js";
import { OPENING_FRAME } from "../state/rows.js";
import { pageMarkup } from "../state/markup.js";
import { WRITTEN, targetsOf } from "../state/targets.js";
import { EMBED } from "../words.js";
import { MESSAGES } from "../../kit/text/messages.js";
import { say } from "../../kit/text/words.js";
import { copyText } from "../../kit/elements/clipboard.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { Panel } from "../../kit/elements/panel.js";
import { saveFile } from "../../kit/elements/save.js";
import { codeStyles } from "./code-styles.js";

/** @typedef {import("../state/rows.js").Target} Target */

const SAID = 2000; // ms for which “Copied” shows

/**
 * The figure as code for one of several hosts, to copy, with the files that it needs, to download.
 *
 * @fires frame - the author picked another host; detail { name, text }
 */
export class EmbedCode extends Panel {
  static properties = {
    ...Panel.properties,
    figure: { attribute: false },
    frame: { attribute: false },
    element: { attribute: false },
    copied: { state: true },
    refused: { state: true },
    trouble: { state: true },
  };

  static styles = [Panel.styles, codeStyles];

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    super();
    /** @type {import("../state/figure.js").Figure | null} */
    this.figure = null;
    /** @type {import("../state/rows.js").Frame} */
    this.frame = OPENING_FRAME;
    /** The figure to write. @type {import("../../kit/elements/embeddable.js").Embeddable | null} */
    this.element = null;
    /** The code copied just now. @type {string} */
    this.copied = "";
    /** The code that could not be copied, if any. @type {string | null} */
    this.refused = null;
    /** Error of making a file, if any. @type {string | null} */
    this.trouble = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** The code of the current figure. */
  get #targets() {
    return this.figure ? targetsOf(this.figure) : [];
  }

  /** The picked host, or the first if the picked one cannot show the figure. @returns {Target} */
  get #target() {
    const picked = /** @type {Target} */ (this.frame.code);
    return this.#targets.includes(picked) ? picked : this.#targets[0];
  }

  render() {
    const { figure } = this;
    if (!figure) return html``;
    const words = say(EMBED, this);
    const { copy, copied } = say(MESSAGES, this);
    const name = words.targets[this.#target];
    const code = WRITTEN[this.#target].code(figure);
    return html`
      <div class="card">
        <div class="bar">
          <div class="tabs" role="tablist" aria-label=${words.rows.code} @keydown=${this.#walk}>
            ${this.#targets.map((target) => this.#tab(target, words.targets[target]))}
          </div>
          <button
            class="copy"
            aria-label=${this.copied === "code" ? copied : words.copy(name)}
            @click=${() => this.#copy("code", code)}
          >
            ${this.copied === "code" ? copied : copy}
          </button>
        </div>
        <pre id="code" role="tabpanel" tabindex="0" dir="ltr" aria-label=${words.program(name)}>${code}</pre>
        ${this.#notes(name)}
      </div>
      ${
        this.refused === null
          ? ""
          : html`<p class="note">${words.noClipboard}</p>
              <textarea readonly .value=${this.refused} aria-label=${words.program(name)}></textarea>`
      }
      <div class="downloads" role="group" aria-label=${words.downloads}>${this.#downloads()}</div>
      ${this.trouble === null ? "" : html`<p class="note" role="alert">${words.failed(this.trouble)}</p>`}
      <span class="unseen" role="status">${this.copied ? copied : ""}</span>
    `;
  }

  /** @param {Target} target @param {string} name */
  #tab(target, name) {
    const selected = target === this.#target;
    return html`<button
      id=${target}
      role="tab"
      aria-selected=${selected}
      aria-controls="code"
      tabindex=${selected ? 0 : -1}
      @click=${() => this.#pick(target)}
    >
      ${name}
    </button>`;
  }

  /** Requirements of a host, and the parts of the figure that it cannot express. @param {string} name name of the host */
  #notes(name) {
    const figure = /** @type {import("../state/figure.js").Figure} */ (this.figure);
    const words = say(EMBED, this);
    const target = WRITTEN[this.#target];
    const [files, lost] = [target.files(figure), target.lost(figure)];
    const notes = [
      files.length ? words.beside(files.join(", ")) : "",
      target.package ? words.installed : "",
      target.still ? words.saved : "",
      lost.length ? words.lost({ name, lost: lost.join(", ") }) : "",
      target.files === WRITTEN.html.files ? words.policy(policyOf(figure)) : "",
    ];
    return html`<div class="about">${notes.filter(Boolean).map((note) => html`<p>${note}</p>`)}</div>`;
  }

  #downloads() {
    const figure = /** @type {import("../state/figure.js").Figure} */ (this.figure);
    const words = say(EMBED, this);
    const files = WRITTEN[this.#target].files(figure).filter((file) => !/\/|frame/.test(file));
    const make = (/** @type {string} */ ending, /** @type {() => Promise<string | Blob>} */ of) => {
      const file = pictureFile(this.frame, ending);
      return html`<button aria-label=${words.download(file)} @click=${() => this.#save(file, of)}>
        ${ending.toUpperCase()}
      </button>`;
    };
    const { element } = this;
    if (!element) return "";
    const width = Math.round(element.getBoundingClientRect().width) || undefined;
    const { copied } = say(MESSAGES, this);
    return html`${files.map((file) => html`<a href=${file} download>${words.download(file)}</a>`)}
      ${
        figure.isLayer
          ? html`${make("svg", () => element.toSVG({ width }))}
            ${make("png", () => element.toBlob({ width }))} ${make("csv", () => element.toCSV())}`
          : ""
      }
      ${make("html", async () => pageMarkup(figure, this.locale?.lang ?? "en"))}
      <button @click=${() => this.#copy("link", location.href)}>
        ${this.copied === "link" ? copied : words.link}
      </button>`;
  }

  /** @param {string} file @param {() => Promise<string | Blob>} of */
  async #save(file, of) {
    this.trouble = null;
    try {
      saveFile([await of()], file);
    } catch (error) {
      this.trouble = /** @type {Error} */ (error).message;
    }
  }

  /** @param {Target} target */
  #pick(target) {
    this.refused = null;
    this.dispatchEvent(new CustomEvent("frame", { detail: { name: "code", text: target } }));
  }

  /** Left, right, Home and End choose the host. @param {KeyboardEvent} event */
  #walk(event) {
    const targets = this.#targets;
    const to = keyLeads(event, targets.indexOf(this.#target), targets.length);
    if (to === null) return;
    this.#pick(targets[to]);
    this.renderRoot.querySelectorAll(/** @type {"button"} */ ("[role=tab]"))[to].focus();
  }

  /** @param {string} what @param {string} text */
  async #copy(what, text) {
    const done = await copyText(text, /** @type {ShadowRoot} */ (this.renderRoot));
    this.copied = done ? what : "";
    this.refused = done ? null : text;
    await this.updateComplete;
    this.renderRoot.querySelector("textarea")?.select();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.copied = ""), SAID);
  }
}
