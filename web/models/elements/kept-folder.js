import { html } from "lit";
import { say } from "../../kit/text/words.js";
import { folderPlace, isAllowed } from "../state/page-folder.js";
import { KEPT_FOLDER } from "../words-folder.js";
import { ModelPanel } from "./model-panel.js";

/** Offers to remember the folder that was picked, and to open that of the last visit again. Empty where the browser gives no handles of folders. */
export class KeptFolder extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    picked: { attribute: false },
    kept: { state: true },
    isRefused: { state: true },
  };

  constructor() {
    super();
    /** The folder picked in this visit. @type {FileSystemDirectoryHandle | null} */
    this.picked = null;
    /** The folder that is remembered. @type {FileSystemDirectoryHandle | null} */
    this.kept = null;
    this.isRefused = false;
  }

  connectedCallback() {
    super.connectedCallback();
    folderPlace()
      ?.find()
      .then((kept) => (this.kept = kept))
      .catch(() => {}); // storage is blocked: nothing is remembered
  }

  render() {
    const { picked, kept } = this;
    const words = say(KEPT_FOLDER, this);
    const isKept = kept && picked === kept;
    return html`${
      picked && !isKept
        ? html`<button class="link" @click=${() => this.#keep(picked)}>${words.keep(picked.name)}</button>
            <span class="quiet">${words.what}</span>`
        : ""
    }
    ${
      kept
        ? html`${isKept ? html`<span class="quiet">${words.kept(kept.name)}</span>` : html`<button class="button" @click=${() => this.#again(kept)}>${words.again(kept.name)}</button>`}
            <button class="link" @click=${this.#forget}>${words.forget}</button>`
        : ""
    }
    ${this.isRefused ? html`<span role="alert">${words.refused}</span>` : ""}`;
  }

  /** @param {FileSystemDirectoryHandle} folder */
  async #keep(folder) {
    await folderPlace()?.keep(folder);
    this.kept = folder;
  }

  async #forget() {
    await folderPlace()?.forget();
    this.kept = null;
  }

  /** @param {FileSystemDirectoryHandle} folder */
  async #again(folder) {
    this.isRefused = !(await isAllowed(folder));
    if (this.isRefused) return;
    this.picked = folder;
    await this.page.openings.openFolder(folder);
  }
}
