import { html } from "lit";
import { LABS_SAY } from "./words.js";
import { say } from "../kit/text/words.js";
import { LabPanel } from "./lab-panel.js";

/** @typedef {import("../core/index.js").Core} Core */
/** @typedef {import("../kit/state/picture.js").Picture} Picture */

/** A lab that needs the core, not only the picture of the layer. */
export class CoreLabPanel extends LabPanel {
  /** The core and the picture; null before there is a picture of a layer. @returns {{ core: Core, picture: Picture } | null} */
  get #ready() {
    const { picture } = this;
    const core = this.store?.core;
    return core && picture?.layer ? { core, picture } : null;
  }

  render() {
    const ready = this.#ready;
    return ready ? this.renderLab(ready.core, ready.picture) : html``;
  }

  /** @param {Core} _core @param {Picture} _picture @returns {unknown} */
  renderLab(_core, _picture) {
    return html``;
  }

  /** The core and the picture, for files. @throws {Error} before there is a picture of a layer */
  get subject() {
    const ready = this.#ready;
    if (!ready) throw new Error(say(LABS_SAY, this).loading);
    return ready;
  }
}
