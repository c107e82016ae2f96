import { css, html } from "lit";
import { habitAt } from "../../kit/state/habits.js";
import { headIn } from "../../kit/state/head.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { pathOf } from "../../kit/state/state.js";
import { focus } from "../../kit/elements/follow.js";
import { HABITS } from "../../kit/text/habits.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { HEADS } from "../words.js";
import { say, stop, messageText } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";
import { onPath, wrongStyles } from "../../kit/elements/wrong-path.js";

/** Everything on show about heads, part by part. */
export class HeadsPage extends Panel {
  static styles = [
    Panel.styles,
    wrongStyles,
    css`
      .wrong {
        padding: 8px var(--_gutter) 0;
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1.6fr) minmax(0, 1fr);
        gap: 18px 40px;
        padding: 14px var(--_gutter) 18px;
      }
      .two + .two {
        border-top: 1px solid var(--_hairline);
      }
      .first {
        min-height: 600px;
      }
      .image {
        grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr);
      }
      .notes {
        margin: 0;
        padding: 8px var(--_gutter) 0;
      }
      mha-one-head {
        scroll-margin-top: 12px;
      }
      .large {
        display: none;
        margin: 10px 0 0;
        font-size: 13px;
      }
      .layer {
        padding: 8px var(--_gutter) 0;
        font-size: 13px;
      }
      select {
        height: 28px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      @container (max-width: 879px) {
        .two,
        .image {
          grid-template-columns: minmax(0, 1fr);
        }
        .large {
          display: block;
        }
      }
    `,
  ];

  constructor() {
    super();
    this.addEventListener("focuslost", (event) => {
      event.stopPropagation(); // internal event
      const panel = /** @type {import("lit").LitElement} */ (event.composedPath()[0]);
      requestAnimationFrame(
        () => document.activeElement === document.body && focus(panel, "button, canvas[tabindex]"),
      );
    });
  }

  render() {
    const { store } = this;
    if (!store?.state.picture) return html``;
    return html`${this.#notes()} ${this.#layers()}
    ${onPath(store.state, attentionIn, this, () => this.#parts(store))}`;
  }

  /**
   * On a wrong path, everything except contributions: the core computes those only for the right path.
   * @param {import("../../kit/state/store.js").Store} store
   */
  #parts(store) {
    const { comparison } = store.state;
    const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(store.state));
    const [words, habits, names] = [say(HEADS, this), say(HABITS, this), namesOfHeads(picture, this)];
    return html`
      ${picture.patches ? this.#image(store) : this.#heads(store, picture)}
      ${
        picture.layer && !comparison
          ? html`<div class="two" part="beside">
              <section>
                <mha-adds .store=${store}></mha-adds>
                <mha-cut .store=${store}></mha-cut>
              </section>
              <section><mha-removal .store=${store}></mha-removal></section>
            </div>`
          : ""
      }
      <div class="two" part="beside">
        <section><mha-measured .store=${store}></mha-measured></section>
        <section><mha-alike .store=${store}></mha-alike></section>
      </div>
      <ul class="unseen" aria-label=${words.spoken}>
        ${picture.measure().heads.map((_, head) => html`<li>${habits.of({ head: names.first(head), habit: habitAt(picture, head, this) })}${stop(this)}</li>`)}
      </ul>
    `;
  }

  /** @param {import("../../kit/state/store.js").Store} store @param {import("../../kit/state/picture.js").Picture} picture */
  #heads(store, picture) {
    return html`<div class="two first" part="heads">
      <section>
        <mha-maps part="maps" .store=${store}></mha-maps>
        <p class="large">
          <button class="link" @click=${this.#large}>
            ${say(HEADS, this).large(namesOfHeads(picture, this).first(headIn(picture, store.selection).head))}
          </button>
        </p>
      </section>
      <section>
        <mha-one-head part="head" .store=${store}></mha-one-head>
      </section>
    </div>`;
  }

  /** The heads over an image, the large one first. @param {import("../../kit/state/store.js").Store} store */
  #image(store) {
    return html`<div class="two first image" part="heads">
      <section><mha-patch-head part="head" .store=${store}></mha-patch-head></section>
      <section><mha-patch-heads part="maps" .store=${store}></mha-patch-heads></section>
    </div>`;
  }

  /** If heads are stacked, scrolls to the large one. */
  #large() {
    const large = this.renderRoot.querySelector("mha-one-head");
    large?.scrollIntoView({ block: "start" });
    focus(/** @type {import("lit").LitElement} */ (large), "canvas, [role=tab]");
  }

  /** Notes on the numbers. */
  #notes() {
    const [note, ...more] = this.store?.state.picture?.notices ?? [];
    return note
      ? html`<p class="notes" role="status">
          ${[note, ...more]
            .slice(0, 3)
            .map((each) => messageText(each, this))
            .join("; ")}${more.length > 2 ? say(HEADS, this).notes(more.length - 2) : ""}${stop(this)}
        </p>`
      : "";
  }

  /** Choice of a layer, if there are several. */
  #layers() {
    const { store } = this;
    const { picture, own } = store?.state ?? {};
    if (!store || !picture || !own || picture.layers < 2 || own.options) return ""; // one layer of a checkpoint is there
    const choice = html`<select
      @change=${(/** @type {Event} */ event) =>
        store.take({ layer: Number(/** @type {HTMLSelectElement} */ (event.target).value) }, "reader")}
    >
      ${Array.from({ length: picture.layers }, (_, i) => html`<option value=${i} ?selected=${i === own.layer}>${i}</option>`)}
    </select>`;
    return html`<p class="layer"><label>${say(HEADS, this).layer(choice, picture.layers)}</label></p>`;
  }
}
