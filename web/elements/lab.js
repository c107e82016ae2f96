import { css, html, unsafeCSS } from "lit";
import { MESSAGES } from "../kit/text/messages.js";
import { say } from "../kit/text/words.js";
import { Embeddable } from "../kit/elements/embeddable.js";
import { headingStyles } from "../kit/elements/heading.js";
import { roomRules } from "../kit/elements/room.js";
import { KINDS, LAB_HEIGHTS, LAB_PANELS, TITLES, selectHead, showLab, tagOf } from "../labs/lab-list.js";

/** @typedef {import("../labs/lab-panel.js").LabPanel} LabPanel */

/** Reserved height by kind of lab. */
export const LAB_ROOMS = Object.fromEntries(
  Object.entries(LAB_HEIGHTS).map(([kind, heights]) => [`lab-${kind}`, heights]),
);

/**
 * One lab: a question, one parameter to change, and a picture that answers.
 *
 * @tag mha-lab
 */
export class Lab extends Embeddable {
  static properties = { ...Embeddable.properties, kind: {} };

  static choices = { ...Embeddable.choices, kind: KINDS };

  static styles = [
    ...Embeddable.styles,
    headingStyles,
    css`
      ${unsafeCSS(roomRules(LAB_ROOMS))}
      .lab {
        padding: 10px var(--_gutter) 14px;
      }
    `,
  ];

  constructor() {
    super();
    /** The kind of lab. */
    this.kind = KINDS[0];
    for (const kind of KINDS)
      LAB_PANELS.openFor(this, tagOf(kind), () => this.isNear && this.#canShow && this.#shown === kind);
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.ownsStore && this.store.state.selection.head === null)
      selectHead(this.#shown, this.store, "host");
  }

  get #shown() {
    return KINDS.includes(this.kind) ? this.kind : KINDS[0];
  }

  get roomName() {
    return `lab-${this.#shown}`;
  }

  get #canShow() {
    return Boolean(this.store.state.picture?.layer);
  }

  /** Labs compute on every change, so they have no still picture. */
  get isStill() {
    return false;
  }

  get showsSteps() {
    return false;
  }

  /** The lab's panel, once it has a picture. */
  async #panel() {
    await this.loaded();
    this.shown();
    if (!this.#canShow) throw new Error(say(MESSAGES, this).alone);
    await LAB_PANELS.open(tagOf(this.#shown));
    await this.updateComplete;
    const panel = /** @type {LabPanel} */ (this.renderRoot.querySelector(tagOf(this.#shown)));
    await panel.updateComplete;
    await panel.prepared();
    return panel;
  }

  /** @param {import("../kit/draw/marks.js").Surface} surface */
  async pictureOn(surface) {
    const panel = await this.#panel();
    return { scene: panel.pictureOn(surface), title: say(TITLES[this.#shown], this).name };
  }

  /**
   * The numbers of the lab's table as CSV.
   * @returns {Promise<string>}
   */
  async toCSV() {
    const [panel, { csvOf }] = await Promise.all([this.#panel(), import("../kit/elements/as-table.js")]);
    return csvOf(panel.numbers);
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    if (!drawable) return this.renderNothing();
    if (!this.#canShow) return html`<p class="empty">${say(MESSAGES, this).alone}</p>`;
    const kind = this.#shown;
    return html`${this.renderProblem()}
      <div class="lab" part="lab" ?inert=${this.readonly}>
        <h2>${say(TITLES[kind], this).question}</h2>
        ${showLab(kind, this.store, this)}
      </div>`;
  }
}
