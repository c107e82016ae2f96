import { effect } from "@preact/signals-core";
import { css, html } from "lit";
import { PICTURES } from "./pictures.js";
import { MESSAGES } from "../kit/text/messages.js";
import { say } from "../kit/text/words.js";
import { Embeddable } from "../kit/elements/embeddable.js";
import { focus } from "../kit/elements/follow.js";
import { isAboutMemory } from "../kit/state/memory.js";
import { PANELS } from "../walk/elements/panels.js";
import { spokenOf } from "../walk/elements/spoken.js";

/**
 * Every step of the layer: the map, the current step's picture and words, and the memory behind it.
 *
 * @tag mha-shape-walk
 */
export class ShapeWalk extends Embeddable {
  static styles = [
    ...Embeddable.styles,
    css`
      .band {
        padding-inline: var(--_gutter);
        border-bottom: 1px solid var(--_hairline);
      }
      .map {
        padding-block: 0;
      }
      .body {
        height: var(--_held);
      }
      .held {
        overflow-y: auto;
      }
      .stage {
        position: relative;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
      }
      .stage > * {
        grid-area: 1 / 1;
      }
      mha-words {
        padding: 12px var(--_gutter) 10px;
      }
      mha-origin {
        position: absolute;
        z-index: 2;
        inset: 10px var(--_gutter) auto auto;
        width: min(420px, 45%);
        max-height: min(100% - 20px, 456px);
      }
      .memory {
        padding: 6px var(--_gutter) 20px;
        border-top: 1px solid var(--_hairline);
      }
      .tape {
        min-height: 256px;
      }
      @media print {
        mha-paper:defined ~ * {
          display: none;
        }
      }
      mha-cost {
        display: block;
        min-height: 32px;
      }
      .folded {
        padding: 8px var(--_gutter);
        border-top: 1px solid var(--_hairline);
      }
      mha-stage {
        scroll-margin-top: 8px;
      }
      mha-tour {
        position: sticky;
        z-index: 3;
        bottom: 0;
      }
      @container (max-width: 879px) {
        /* Stacked, a wrong path is higher than the right one. */
        .body {
          height: auto;
          overflow-y: visible;
        }
        .tape {
          min-height: 372px;
        }
        mha-origin {
          position: sticky;
          align-self: end;
          inset: auto 0 0;
          width: auto;
          max-height: min(45vh, 400px);
        }
      }
    `,
  ];

  constructor() {
    super();
    PANELS.openFor(this, "mha-origin", () => this.store.state.origin);
    PANELS.openFor(this, "mha-tour", () => this.store.state.touring);
    this.addEventListener("focuslost", (event) => {
      event.stopPropagation(); // internal event
      requestAnimationFrame(() => void this.#land());
    });
  }

  #held = false;
  #toured = false;
  /** @type {(() => void) | undefined} */
  #stopHolding;

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    this.#stopHolding?.();
    if (!this.isConnected) return;
    this.#held = Boolean(this.store.state.comparison); // opening on a wrong path keeps no height
    this.#stopHolding = effect(() => this.#hold(Boolean(this.store.state.comparison)));
    const { touring } = this.store.state;
    if (touring && !this.#toured) this.#showStage();
    this.#toured = touring;
  }

  /** Scrolls so that the caption of an opened tour covers no picture. */
  async #showStage() {
    await PANELS.open("mha-tour").catch(() => {}); // a failed load is shown in place of the tour
    const [stage, tour] = ["mha-stage", "mha-tour"].map(
      (tag) =>
        /** @type {import("../kit/elements/panel.js").Panel | null} */ (this.renderRoot.querySelector(tag)),
    );
    if (!stage || !tour) return;
    await Promise.all([stage.updateComplete, tour.updateComplete]); // the caption has its height
    stage.style.setProperty("scroll-margin-bottom", `${tour.clientHeight + 8}px`);
    stage.scrollIntoView({ block: "nearest" });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#stopHolding?.();
  }

  /** Fixes the height of the walk while a wrong path is shown, so that the page does not move. Runs before any panel renders. @param {boolean} compares */
  #hold(compares) {
    const body = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".body"));
    if (compares === this.#held || !body) return;
    this.#held = compares;
    // With the fraction of a px, in layout units, independent of transforms of the host.
    if (compares) body.style.setProperty("--_held", getComputedStyle(body).height);
    // After the right path is drawn again.
    else requestAnimationFrame(() => this.#held || body.style.removeProperty("--_held"));
  }

  /** If nothing closer took the focus, it moves to the current step, so that keys still control the layer. */
  async #land() {
    await this.focusStep(() => document.activeElement === document.body);
  }

  /** Moves the focus to the current step. @param {() => boolean} [isWanted] asked when the step is there */
  async focusStep(isWanted = () => true) {
    const track = /** @type {any} */ (this.renderRoot.querySelector("mha-track"));
    await track?.updateComplete; // also for the single line instead of the map
    if (track && isWanted()) focus(track, "[aria-current=step], button");
  }

  /** @param {import("../kit/draw/marks.js").Surface} surface */
  pictureOn(surface) {
    return PICTURES[this.pictured](this.store, surface);
  }

  get isStill() {
    return super.isStill && Boolean(this.store.state.picture?.layer);
  }

  /** Whether strides, cost, code, and memory at steps that are not about it, are hidden. */
  get #isPlain() {
    return this.store.state.look.exact === false;
  }

  /** Whether the current step is about memory. */
  get #remembers() {
    const { picture, step: id } = this.store.state;
    const step = picture?.step(id);
    return Boolean(picture && step && isAboutMemory(step, picture.operations));
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    const { store } = this;
    if (!drawable) return this.renderNothing();
    if (!store.state.picture?.layer) return html`<p class="empty">${say(MESSAGES, this).alone}</p>`;
    return html`
      <mha-paper .store=${store}></mha-paper>
      ${this.renderProblem()}
      <div class="band map" part="track"><mha-track .store=${store}></mha-track></div>
      <div class="body ${store.state.comparison ? "held" : ""}">
        <div class="stage">
          <mha-words part="words" .store=${store}
            ><mha-stage part="stage" .store=${store}></mha-stage>${
              this.#isPlain && this.#remembers
                ? html`<mha-tape slot="memory" part="memory" .store=${store}></mha-tape>`
                : ""
            }</mha-words
          >
          ${store.state.origin ? PANELS.orTrouble("mha-origin", html`<mha-origin .store=${store}></mha-origin>`, this) : ""}
        </div>
        ${
          store.state.comparison || this.#isPlain // the right path's memory would be mistaken for the wrong one's
            ? ""
            : html`<section class="memory tape" part="memory">
                <mha-tape .store=${store}></mha-tape>
              </section>`
        }
      </div>
      ${
        this.#isPlain
          ? ""
          : html`<section class="folded" part="cost">
              <mha-cost .store=${store}></mha-cost>
            </section>`
      }
      ${store.state.touring ? PANELS.orTrouble("mha-tour", html`<mha-tour part="tour" .store=${store}></mha-tour>`, this) : ""}
      <div class="unseen" role="status">${spokenOf(store.state, this)}</div>
    `;
  }
}
