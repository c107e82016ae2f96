import { css, html } from "lit";
import { MESSAGES } from "../text/messages.js";
import { Embeddable } from "./base/embeddable.js";
import { onPath, wrongStyles } from "./base/wrong.js";

/**
 * @typedef {object} Shows  what a part shows
 * @property {import("./base/panels.js").Panels} panels
 * @property {readonly string[]} names   of the panels: the first is shown, the others are in it
 * @property {boolean} steps             whether it is of the layer's steps, which attention alone has none of
 * @property {import("./base/wrong.js").StepOf} [of]  whose numbers are shown, where these can be a wrong path's
 * @property {(store: import("../state/store.js").Store) => unknown} panel
 * @property {(store: import("../state/store.js").Store, surface: import("../draw/marks.js").Surface) => ReturnType<Embeddable["pictureOn"]>} picture  as a file has it
 */

/** A public element that is one panel of another: it stands alone, or shows the state of the element whose id is its `for`. */
export class Part extends Embeddable {
  /** @type {Shows} */
  static shows;

  static styles = [
    ...Embeddable.styles,
    wrongStyles,
    css`
      .part {
        padding: 10px var(--_gutter) 14px;
      }
    `,
  ];

  constructor() {
    super();
    const { panels, names } = this.#shows;
    for (const name of names) panels.openFor(this, name, () => this.#canShow && this.store.state.picture);
  }

  get #shows() {
    return /** @type {typeof Part} */ (this.constructor).shows;
  }

  get #canShow() {
    return !this.#shows.steps || Boolean(this.store.state.picture?.layer);
  }

  get isStill() {
    return super.isStill && this.#canShow;
  }

  get showsSteps() {
    return this.#shows.steps;
  }

  /** @param {import("../draw/marks.js").Surface} surface */
  pictureOn(surface) {
    if (!this.#canShow) throw new Error(MESSAGES.alone);
    return this.#shows.picture(this.store, surface);
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    if (!drawable) return this.renderNothing();
    if (!this.#canShow) return html`<p class="empty">${MESSAGES.alone}</p>`;
    const { panels, names, panel, of } = this.#shows;
    const shown = () => panels.orTrouble(names[0], panel(this.store));
    return html`${this.renderProblem()}
      <div class="part" ?inert=${this.readonly}>${of ? onPath(this.store.state, of, shown) : shown()}</div>`;
  }
}
