import { css, html } from "lit";
import { Embeddable } from "../kit/elements/embeddable.js";
import { onPath, wrongStyles } from "../kit/elements/wrong-path.js";
import { attentionIn } from "../kit/state/quantity.js";
import { VIEWS } from "../kit/state/views.js";
import { MESSAGES } from "../kit/text/messages.js";
import { messageText, say, stop } from "../kit/text/words.js";
import { PICTURES } from "./pictures.js";
import { withPatches } from "./with-patches.js";

/**
 * @typedef {object} Shows  content of a part
 * @property {import("../kit/state/views.js").View} view  view of the picture in files
 * @property {import("../kit/draw/wrong-path.js").StepOf} [of]  step of the numbers on show, if they can belong to a wrong path
 * @property {(store: import("../kit/state/store.js").Store) => unknown} panel
 */

/**
 * A public element with one panel of the explainer. It has its own state, or shares the state of the element
 * named by `for`.
 */
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

  get #shows() {
    return /** @type {typeof Part} */ (this.constructor).shows;
  }

  get #canShow() {
    return !this.showsSteps || Boolean(this.store.state.picture?.layer);
  }

  get isStill() {
    return super.isStill && this.#canShow;
  }

  get showsSteps() {
    return VIEWS[this.pictured].steps;
  }

  get pictured() {
    return this.#shows.view;
  }

  /** The panel of the part. @returns {unknown} */
  panelOf() {
    return this.#shows.panel(this.store);
  }

  /** @param {import("../kit/draw/marks.js").Surface} surface */
  pictureOn(surface) {
    return PICTURES[this.pictured](this.store, surface);
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    if (!drawable) return this.renderNothing();
    if (!this.#canShow) return html`<p class="empty">${say(MESSAGES, this).alone}</p>`;
    const { of } = this.#shows;
    const renderPanel = () => this.panelOf();
    const trouble = this.store.state.picture?.patches?.trouble;
    return html`${this.renderProblem()}
      ${trouble ? html`<p class="note" role="alert">${messageText(trouble, this)}${stop(this)}</p>` : ""}
      <div class="part" ?inert=${this.readonly}>
        ${of ? onPath(this.store.state, of, this, renderPanel) : renderPanel()}
      </div>`;
  }
}

/**
 * One head, large: its map, its arcs, q · k product by product, and its queries and keys in two dimensions.
 *
 * @tag mha-head
 */
export class HeadElement extends withPatches(Part) {
  /** @type {Shows} */
  static shows = {
    view: "head",
    of: attentionIn,
    panel: (store) =>
      store.state.picture?.patches
        ? html`<mha-patch-head part="head" .store=${store}></mha-patch-head>`
        : html`<mha-one-head part="head" .store=${store}></mha-one-head>`,
  };
}

/**
 * The attention of every head as a map, with its measured habit and contribution.
 *
 * @tag mha-heatmap
 */
export class Heatmap extends withPatches(Part) {
  /** @type {Shows} */
  static shows = {
    view: "map",
    of: attentionIn,
    panel: (store) =>
      store.state.picture?.patches
        ? html`<mha-patch-heads part="maps" .store=${store}></mha-patch-heads>`
        : html`<mha-maps part="maps" .store=${store}></mha-maps>`,
  };
}

/**
 * The memory behind the current step: one buffer as a row of cells, and the sum that locates an element in it.
 *
 * @tag mha-memory
 */
export class Memory extends Part {
  /** @type {Shows} */
  static shows = {
    view: "memory",
    of: (picture, { step }) => picture.step(step),
    panel: (store) => html`<mha-tape part="memory" .store=${store}></mha-tape>`,
  };
}

/**
 * The layer as a program, at the current step, in the language that the reader chooses.
 *
 * @tag mha-program
 */
export class Program extends Part {
  /** @type {Shows} */
  static shows = {
    view: "code",
    panel: (store) => html`<mha-code part="code" .store=${store}></mha-code>`,
  };

  get isStill() {
    return false; // a program has no picture to export
  }
}
