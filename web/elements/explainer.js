import { css, html } from "lit";
import { SETTINGS, isSet } from "../state/settings.js";
import { Embeddable } from "./base/embeddable.js";
import { stagePicture } from "./walk/stage-view.js";

/**
 * The whole: sentence, settings and the walk through the layer.
 *
 * @tag mha-explainer
 */
export class Explainer extends Embeddable {
  static properties = { ...Embeddable.properties, view: {}, more: { state: true } };

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
    /** What of it is shown. @type {"walk" | "heads"} */
    this.view = "walk";
    /** Whether what few need is shown: as the reader says, at first where it is set. @type {boolean | undefined} */
    this.more = undefined;
  }

  willUpdate() {
    const { settings } = this.store.state;
    if (SETTINGS.some((row) => row.control === "more" && isSet(settings, row))) this.more ??= true;
  }

  /** @param {import("../draw/marks.js").Surface} surface */
  async pictureOn(surface) {
    if (this.showsSteps) return stagePicture(this.store, surface);
    const { headMapsPicture } = await import("./heads/picture.js");
    return headMapsPicture(this.store, surface);
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    const { store } = this;
    const { keyTokens } = store.state.settings;
    return html`
      <div class="top">
        <div class="sentences ${keyTokens.length ? "two" : ""}" part="sentence">
          ${keyTokens.length ? html`<span class="label">queries</span>` : ""}
          <mha-sentence .store=${store} of="tokens"></mha-sentence>
          ${keyTokens.length ? this.#second() : ""}
        </div>
        <mha-controls
          part="controls"
          .store=${store}
          .more=${this.more}
          @more=${() => (this.more = !this.more)}
        ></mha-controls>
      </div>
      ${drawable ? this.#view() : this.renderNothing()}
    `;
  }

  /** Of attention alone there are none. */
  get showsSteps() {
    const { picture } = this.store.state;
    return this.view !== "heads" && (!picture || picture.layer !== null);
  }

  #view() {
    const { store } = this;
    return this.showsSteps
      ? html`<mha-shape-walk .store=${store}></mha-shape-walk>`
      : html`<mha-heads .store=${store}></mha-heads>`;
  }

  #second() {
    return html`<span class="label">keys, values</span>
      <mha-sentence .store=${this.store} of="keyTokens"></mha-sentence>`;
  }
}
