import { html } from "lit";
import { loadCore } from "../core/index.js";
import { MESSAGES } from "../kit/text/messages.js";
import { say, translated } from "../kit/text/words.js";
import { LabPanel } from "./lab-panel.js";

/** @typedef {import("../core/index.js").Core} Core */

/** A lab that asks more of the core than the elements load: the whole of it comes when the lab is opened. */
export class CoreLabPanel extends LabPanel {
  static properties = { ...LabPanel.properties, whole: { state: true }, trouble: { state: true } };

  /** Resolves when the core is there, or why it is not is known. @type {Promise<void>} */
  #loaded;

  constructor() {
    super();
    /** @type {Core | null} */
    this.whole = null;
    this.trouble = "";
    this.#loaded = loadCore().then(
      (core) => void (this.whole = core),
      (error) => void (this.trouble = error.message),
    );
  }

  render() {
    const picture = this.picture;
    if (this.trouble) return html`<p class="alarm" role="alert">${translated(this.trouble, this)}</p>`;
    if (!this.whole) return html`<p class="how" role="status">${say(MESSAGES, this).loading}</p>`;
    return picture?.layer ? this.renderLab(this.whole, picture) : html``;
  }

  /** @param {Core} _core @param {import("../kit/state/picture.js").Picture} _picture @returns {unknown} */
  renderLab(_core, _picture) {
    return html``;
  }

  /** What it shows is of, for a file of it. @returns {{ core: Core, picture: import("../kit/state/picture.js").Picture }} */
  get subject() {
    const picture = this.picture;
    if (!this.whole || !picture?.layer) throw new Error(this.trouble || say(MESSAGES, this).loading);
    return { core: this.whole, picture };
  }

  async getUpdateComplete() {
    await this.#loaded;
    return super.getUpdateComplete();
  }
}
