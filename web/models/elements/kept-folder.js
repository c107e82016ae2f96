import { html } from "lit";
import { say } from "../../kit/text/words.js";
import { folderPlace, isAllowed } from "../state/page-files.js";
import { KEPT_FOLDER } from "../words.js";
import { ModelPanel } from "./model-panel.js";

/** Offers to remember the folder that the reader picked, and to open the folder of the last visit again. Empty if the browser has no handles of folders. */
export class KeptFolder extends ModelPanel {
  static properties = {
    ...ModelPanel.properties,
    picked: { attribute: false },
    kept: { state: true },
    isRefused: { state: true },
    problem: { state: true },
  };

  constructor() {
    super();
    /** The folder picked in this visit. @type {FileSystemDirectoryHandle | null} */
    this.picked = null;
    /** The folder that is remembered. @type {FileSystemDirectoryHandle | null} */
    this.kept = null;
    this.isRefused = false;
    /** Why the browser's storage did not take the last change. @type {Error | null} */
    this.problem = null;
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
    ${this.isRefused ? html`<span role="alert">${words.refused}</span>` : ""}
    ${this.problem ? html`<span role="alert">${words.unstored(this.problem.message)}</span>` : ""}`;
  }

  /** @param {FileSystemDirectoryHandle} folder */
  #keep(folder) {
    return this.#store(folder, folderPlace()?.keep(folder));
  }

  #forget() {
    return this.#store(null, folderPlace()?.forget());
  }

  /** @param {FileSystemDirectoryHandle | null} kept @param {Promise<unknown>} [stored] */
  async #store(kept, stored) {
    this.problem = null;
    try {
      await stored;
      this.kept = kept;
    } catch (error) {
      this.problem = /** @type {Error} */ (error);
    }
  }

  /** @param {FileSystemDirectoryHandle} folder */
  async #again(folder) {
    this.isRefused = !(await isAllowed(folder).catch(() => false)); // the folder may be gone
    if (this.isRefused) return;
    this.picked = folder;
    await this.page.openings.openFolder(folder);
  }
}
