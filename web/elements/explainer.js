import { css, html } from "lit";
import { PICTURES } from "./pictures.js";
import { VIEWS } from "../kit/state/views.js";
import { controlsNamed } from "../kit/state/controls.js";
import { SETTINGS, isSet } from "../kit/state/settings.js";
import { Embeddable } from "../kit/elements/embeddable.js";
import { withPatches } from "./with-patches.js";
import { roleOf, sentencesIn } from "./settings/sentence.js";

/** Places of the rarely needed settings. */
const MORE = ["more", "attention"];

/**
 * The element of each view.
 * @type {Record<import("../kit/state/views.js").View, (store: import("../kit/state/store.js").Store) => import("lit").TemplateResult>}
 */
const SHOWN_BY = {
  walk: (store) => html`<mha-shape-walk .store=${store}></mha-shape-walk>`,
  heads: (store) => html`<mha-heads .store=${store}></mha-heads>`,
  map: (store) => html`<mha-heatmap .store=${store}></mha-heatmap>`,
  head: (store) => html`<mha-head .store=${store}></mha-head>`,
  row: (store) => html`<mha-row .store=${store}></mha-row>`,
  memory: (store) => html`<mha-memory .store=${store}></mha-memory>`,
  code: (store) => html`<mha-program .store=${store}></mha-program>`,
};

/**
 * The whole figure: sentence, settings, and the walk through the layer or another view.
 *
 * @tag mha-explainer
 */
export class Explainer extends withPatches(Embeddable) {
  static properties = { ...Embeddable.properties, view: {}, controls: {}, more: { state: true } };

  static choices = { ...Embeddable.choices, view: Object.keys(VIEWS) };

  static styles = [
    ...Embeddable.styles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        justify-content: space-between;
        gap: 12px 14px;
        padding: 4px var(--_gutter) 10px;
        border-bottom: 1px solid var(--_hairline);
      }
      .sentences {
        display: grid;
        flex: 1 1 420px;
        grid-template-columns: minmax(0, 1fr);
        gap: 8px;
        min-width: 0;
      }
      .sentences.two {
        grid-template-columns: auto minmax(0, 1fr);
        align-items: baseline;
        column-gap: 12px;
      }
      @container (max-width: 599px) {
        .sentences.two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .label {
        font-size: 12.5px;
        color: var(--_muted);
      }
      @media print {
        mha-controls {
          display: none;
        }
      }
    `,
  ];

  constructor() {
    super();
    /** The view. @type {keyof typeof VIEWS} */
    this.view = "walk";
    /** The settings that readers may change: none, few, all, or names of settings. */
    this.controls = "all";
    /** Whether rarely needed settings are shown; by default, if one of them is set. @type {boolean | undefined} */
    this.more = undefined;
  }

  willUpdate() {
    const { settings } = this.store.state;
    if (SETTINGS.some((row) => MORE.includes(row.control) && isSet(settings, row))) this.more ??= true;
  }

  get invalidValues() {
    const { unknown } = controlsNamed(this.controls);
    return [...super.invalidValues, ...(unknown ? [unknown] : [])];
  }

  /** The shown view. Attention without a layer has no steps, so its heads are shown instead. */
  get #shown() {
    const { picture } = this.store.state;
    const view = Object.hasOwn(VIEWS, this.view) ? this.view : "walk";
    return picture && !picture.layer && VIEWS[view].steps ? "heads" : view;
  }

  /** The program view has no picture to export. */
  get isStill() {
    return super.isStill && this.#shown !== "code";
  }

  /** Closes the rarely needed settings. */
  fold() {
    const isOpen = this.more === true;
    this.more = false;
    return isOpen;
  }

  get showsSteps() {
    return VIEWS[this.#shown].steps;
  }

  get pictured() {
    return this.#shown;
  }

  /** @param {import("../kit/draw/marks.js").Surface} surface */
  pictureOn(surface) {
    return PICTURES[this.pictured](this.store, surface);
  }

  get isTopped() {
    return this.#names.length > 0;
  }

  /** The settings that readers may change. */
  get #names() {
    return this.readonly ? [] : controlsNamed(this.controls).names;
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    const names = this.#names;
    const top = names.length ? this.#top(names) : drawable ? this.renderProblem() : "";
    const view = drawable
      ? html`<div class="view" ?inert=${this.readonly}>${SHOWN_BY[this.#shown](this.store)}</div>`
      : this.renderNothing();
    return html`${top} ${view}`; // one template for all cases, so that an emptied text field stays the same element
  }

  /**
   * Moves the focus to the current step, or opens the sentence for editing, once they are there.
   * @param {"step" | "sentence"} part
   */
  async focusOn(part) {
    await this.loaded();
    await this.updateComplete;
    const found = (/** @type {string} */ name) => /** @type {any} */ (this.renderRoot.querySelector(name));
    if (part === "sentence") return void (await found("mha-sentence")?.edit());
    const walk = found("mha-shape-walk");
    if (walk) await customElements.whenDefined(walk.localName); // a page may load it later
    await walk?.focusStep();
  }

  /** @param {readonly string[]} names settings that readers may change */
  #top(names) {
    const { store } = this;
    const rows = sentencesIn(store.state).filter(({ attribute }) => names.includes(attribute));
    const sentences = html`<div class="sentences ${rows.length > 1 ? "two" : ""}" part="sentence">
      ${rows.map((row) => {
        const label = roleOf(row.name, store.state, this);
        return html`${label && html`<span class="label">${label}</span>`}
          <mha-sentence .store=${store} of=${row.name}></mha-sentence>`;
      })}
    </div>`;
    return html`<div class="top">
      ${names.includes("tokens") ? sentences : ""}
      <mha-controls
        part="controls"
        .store=${store}
        .names=${names}
        .layers=${this.#shown !== "heads"}
        .more=${this.more}
        @more=${() => (this.more = !this.more)}
      ></mha-controls>
    </div>`;
  }
}
