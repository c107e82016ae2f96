import { css, html } from "lit";
import { live } from "lit/directives/live.js";
import { messageText, say, stop } from "../../kit/text/words.js";
import { focus } from "../../kit/elements/follow.js";
import { retryButton } from "../../kit/elements/load-failed.js";
import { filesDropped, filesIn, folderPlace, pickFolder } from "../state/page-files.js";
import { WHICH_MODEL } from "../words.js";
import { ModelPanel, listStyles } from "./model-panel.js";
import { shortCount } from "./short.js";

/** @typedef {import("../state/page-state.js").Opened} Opened */

/**
 * Which model is on show: those that were opened, what was found in the folder, and how to open another.
 * @fires again - the reader tries again to open the author's folder; detail: its address
 */
export class ModelBar extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    over: { state: true },
    picked: { state: true },
    more: { state: true },
  };

  static styles = [
    ModelPanel.styles,
    listStyles,
    css`
      :host {
        padding: 8px var(--_gutter);
        border-bottom: 1px solid var(--_hairline);
      }
      .line.over {
        outline: 2px dashed var(--_ink);
        outline-offset: 2px;
      }
      .open {
        display: flex;
        align-items: center;
        gap: 4px 14px;
        margin-left: auto;
      }
      .now {
        display: grid;
        grid-template-columns: minmax(0, max-content);
        min-width: 0;
        align-items: center;
      }
      .now > * {
        grid-area: 1 / 1;
      }
      /* What was found keeps its room behind the progress, so that the progress moves nothing. */
      .working + #found {
        visibility: hidden;
      }
      .working {
        white-space: nowrap;
        display: flex;
        align-items: center;
        gap: 8px;
      }
      .link {
        font-size: 13px;
      }
      select {
        max-width: min(320px, 70vw);
      }
      /* A short opening, and the first run after it, are over before their progress shows. */
      .first {
        animation: soon 200ms step-end;
      }
      @keyframes soon {
        from {
          visibility: hidden;
        }
      }
      progress {
        flex: 0 1 180px;
        width: 180px;
        min-width: 40px;
        accent-color: var(--_ink);
      }
      .help {
        display: grid;
        gap: 2px;
        margin: 4px 0;
        font-size: 13px;
        color: var(--_muted);
      }
      code {
        font-family: var(--_mono);
        font-size: 12.5px;
        overflow-wrap: anywhere;
        color: var(--_ink);
      }
      @media print {
        .open,
        .help {
          display: none;
        }
      }
      [role="alert"] {
        margin-top: 4px;
        font-size: 13px;
      }
    `,
  ];

  constructor() {
    super();
    /** Whether files are held above it. */
    this.over = false;
    /** The folder picked last, where the browser gives its handle. @type {FileSystemDirectoryHandle | null} */
    this.picked = null;
    /**
     * Whether the reader has shown or hidden the other ways to open a model. They are on show while there is no model, and while a model of the hub
     * waits for the reader's press. @type {boolean | null}
     */
    this.more = null;
    this.addEventListener("focuslost", () => focus(this, ".open .link"));
  }

  render() {
    if (!this.page) return html``;
    const words = say(WHICH_MODEL, this);
    const { models, at, refused, trial, missing, hub } = this.page.state;
    const again = () => this.dispatchEvent(new CustomEvent("again", { detail: missing }));
    const opened = models[at];
    const isMore = this.more ?? this.#isWanted;
    const other = hub ? words.named : words.more;
    return html`<div
        class="line ${this.over ? "over" : ""}"
        @dragover=${this.#hold}
        @dragleave=${() => (this.over = false)}
        @drop=${this.#drop}
      >
        ${models.length ? this.#list(models, at) : ""}
        <span class="now"
          >${this.#working()}<span class="quiet" id="found"
            >${opened ? this.#found(opened) : words.none}</span
          ></span
        >
        <span class="open">
          <button class="button" @click=${this.#pick}>${words.open}</button>
          ${models.length ? html`<button class="link" aria-expanded=${isMore} @click=${() => (this.more = !isMore)}>${other}</button>` : ""}
        </span>
        <input id="folder" type="file" hidden webkitdirectory @change=${this.#chosen} />
        <input id="files" type="file" hidden multiple @change=${this.#chosen} />
      </div>
      ${
        refused
          ? html`<p role="alert">
              ${messageText(refused, this)}${stop(this)}
              ${
                trial
                  ? html`<button class="button" @click=${() => void trial.open()}>
                      ${words.tryAs(trial.family)}
                    </button>`
                  : missing === null
                    ? ""
                    : retryButton(this, again)
              }
            </p>`
          : ""
      }
      ${isMore || !models.length ? this.#help() : ""}
      <mha-kept-folder .store=${this.store} .picked=${this.picked}></mha-kept-folder>`;
  }

  /** Whether a model of the hub waits for the reader's press. */
  get #isWanted() {
    const { hub, wanted, reading } = this.page.state;
    return hub !== null && wanted !== null && !reading;
  }

  /** Other ways to open a model, and where to get one. */
  #help() {
    const words = say(WHICH_MODEL, this);
    const isLinked = this.more === null && this.#isWanted && this.page.state.models.length > 0;
    const hub = html`<mha-hub-models
      .store=${this.store}
      .brief=${isLinked}
      @asked=${() => (this.more = null)}
    ></mha-hub-models>`;
    if (isLinked) return hub;
    return html`<div class="help">
      ${hub}
      <p>
        <button class="link" @click=${() => this.#choose("files")}>${words.files}</button>
        <span>${words.drop}</span>
      </p>
      <p>${words.private}</p>
      <p>${words.commands(html`<code>${words.git}</code>`, html`<code>${words.cli}</code>`)}</p>
      <p>${words.kinds}</p>
    </div>`;
  }

  /** @param {readonly Opened[]} models @param {number} at */
  #list(models, at) {
    const words = say(WHICH_MODEL, this);
    const { name, address } = models[at] ?? {};
    // The only model of an author's page cannot be opened again by the reader, and stays.
    const canClose = models.length > 1 || address === null;
    return html`<label
        >${words.model}
        <select @change=${(/** @type {any} */ { target }) => this.#show(target.value)}>
          ${this.#labels(models).map((label, i) => html`<option value=${i} .selected=${live(i === at)}>${label}</option>`)}
          ${this.#offers(models).map((each) => html`<option value=${each}>${nameOf(each)}</option>`)}
        </select></label
      >${
        canClose && name !== undefined
          ? html`<button
              class="link"
              id="close"
              title=${words.closing(name)}
              @click=${() => void this.page.openings.close(at)}
            >
              ${words.close}
            </button>`
          : ""
      }`;
  }

  /** Folders that can be opened from the list. @param {readonly Opened[]} models */
  #offers(models) {
    return this.page.state.offers.filter(
      (each) => !models.some(({ address }) => address === withoutSlash(each)),
    );
  }

  /** Shows an open model, by its place, or opens one that is offered, by its address. @param {string} value */
  #show(value) {
    if (/^\d+$/.test(value)) void this.page.choose(Number(value));
    else void this.page.openings.openAt(value, "reader");
  }

  /** Names, sizes and places of models. Equal ones are numbered. @param {readonly Opened[]} models */
  #labels(models) {
    const words = say(WHICH_MODEL, this);
    const labels = models.map(({ name, bytes, address, named }) =>
      words.listed({
        name,
        size: words.bytes(shortCount(bytes)),
        from: named ? words.hub : address === null ? words.disk : (hostOf(address) ?? words.site),
      }),
    );
    return labels.map((label, i) => {
      const before = labels.slice(0, i).filter((each) => each === label).length;
      return before ? `${label} (${before + 1})` : label;
    });
  }

  /** @param {Opened} opened */
  #found({ model }) {
    const { parameters, tried, ...info } = model.info;
    const words = say(WHICH_MODEL, this);
    const family = tried === undefined ? info.family : words.tried(tried, info.family);
    return words.found({ ...info, family, parameters: shortCount(parameters) });
  }

  #working() {
    const { reading, running, progress, run, bytes } = this.page.state;
    const words = say(WHICH_MODEL, this);
    const sent = bytes ? ` · ${words.bytes(shortCount(bytes))}` : "";
    if (!reading && !running && run && !run.isWhole) {
      const said = words.stopped(run.arrived, run.layers);
      return html`<span class="working quiet"
        >${said}${sent}
        <progress aria-label=${said} max=${run.layers} .value=${run.arrived}></progress>
        <button class="button" @click=${() => void this.page.run()}>${words.goOn}</button></span
      >`;
    }
    if (!reading && !progress) return "";
    const { done, total, writes } = progress ?? { done: 0, total: 0 };
    const said = reading
      ? words.opening(reading.name)
      : writes
        ? words.writing(done)
        : words.computing(done, total);
    return html`<span class="working quiet ${reading || !run ? "first" : ""}"
      >${said}${sent}
      <progress aria-label=${said} max=${progress?.total ?? 1} .value=${progress?.done ?? 0}></progress>
      <button class="button" @click=${() => this.page.stop()}>${words.stop}</button></span
    >`;
  }

  /** Takes a folder with its handle, which can be remembered; elsewhere, with a field. */
  async #pick() {
    if (!folderPlace()) return this.#choose("folder");
    try {
      const folder = await pickFolder();
      if (!folder) return;
      this.picked = folder;
      await this.page.openings.openFolder(folder);
    } catch {
      this.#choose("folder"); // the browser forbids the picker here
    }
  }

  /** @param {"folder" | "files"} kind */
  #choose(kind) {
    /** @type {HTMLInputElement} */ (this.renderRoot.querySelector(`#${kind}`)).click();
  }

  /** @param {Event} event */
  #chosen({ target }) {
    const field = /** @type {HTMLInputElement} */ (target);
    const given = filesIn(field.files ?? []);
    field.value = ""; // the same folder can be chosen again
    if (Object.keys(given.files).length) this.page.openings.open(given);
  }

  /** @param {DragEvent} event */
  #hold(event) {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.over = true;
  }

  /** @param {DragEvent} event */
  #drop(event) {
    this.over = false;
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return; // a picture is taken before
    event.preventDefault();
    void this.page.openings.open(filesDropped(event.dataTransfer));
  }
}

/** @param {string} address */
const withoutSlash = (address) => address.replace(/\/+$/, "");

/** The name of a folder. @param {string} address */
const nameOf = (address) => withoutSlash(address).split("/").pop();

/** The host of an address; null for the host of this page. @param {string} address */
function hostOf(address) {
  const { host } = new URL(address, document.baseURI);
  return host === location.host ? null : host;
}
