import { css, html } from "lit";
import { number } from "../draw/legend.js";
import { flatIndex } from "../state/memory.js";
import { elementIn } from "../state/selection.js";
import { Embeddable } from "./base/embeddable.js";
import { focus } from "./base/follow.js";
import { Opening, orTrouble } from "./walk/panels.js";
import { stagePicture } from "./walk/stage-view.js";

/**
 * Every step of the layer: the track map, the current step's picture and words, and the memory behind it.
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
      .stage {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(300px, 360px);
        gap: 24px 48px;
        padding: 12px var(--_gutter) 10px;
      }
      .memory {
        padding: 6px var(--_gutter) 20px;
        border-top: 1px solid var(--_hairline);
      }
      .tape {
        min-height: 216px; /* before it is loaded, too */
      }
      .lanes {
        padding-inline: var(--_gutter);
      }
      @container (max-width: 879px) {
        .stage {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    new Opening(this, "mha-tape", () => this.store.state.picture);
    new Opening(this, "mha-origin", () => this.store.state.origin);
    this.addEventListener("adrift", (event) => {
      event.stopPropagation(); // no host's business
      requestAnimationFrame(() => this.#land());
    });
  }

  /** Where nothing nearer took the focus it goes to the current step: the keys are still the layer's. */
  #land() {
    const track = /** @type {any} */ (this.renderRoot.querySelector("mha-track"));
    if (track && document.activeElement === document.body) focus(track, "[aria-current=step], button");
  }

  /** @param {import("../draw/marks.js").Surface} surface */
  pictureOn(surface) {
    return stagePicture(this.store, surface);
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    const { store } = this;
    if (!drawable) return this.renderNothing();
    return html`
      ${this.ownsStore && store.state.problem ? this.renderNothing() : ""}
      <div class="band map"><mha-track .store=${store}></mha-track></div>
      <div class="stage">
        <mha-stage .store=${store}></mha-stage>
        <mha-words .store=${store}></mha-words>
      </div>
      ${
        store.state.comparison // the right path's memory would be taken for the wrong one's
          ? ""
          : html`<section class="memory tape">
                ${orTrouble("mha-tape", html`<mha-tape .store=${store}></mha-tape>`)}
              </section>
              <section class="lanes"><mha-lanes .store=${store}></mha-lanes></section>`
      }
      ${store.state.origin ? html`<section class="memory">${orTrouble("mha-origin", html`<mha-origin .store=${store}></mha-origin>`)}</section>` : ""}
      <section class="memory"><mha-cost .store=${store}></mha-cost></section>
      <div class="unseen" role="status" part="spoken">${this.#spoken()}</div>
    `;
  }

  /** What a screen reader hears on every step and selection. */
  #spoken() {
    const { picture, step: id, selection } = this.store.state;
    const step = picture?.step(id);
    if (!picture || !step) return "";
    const at = picture.stages.findIndex((stage) => stage.includes(step)) + 1;
    const where = `Step ${at} of ${picture.stages.length}: ${id}, ${step.shape.join(" x ")}.`;
    const element = elementIn(step, selection, picture.steps);
    if (!element) return where;
    return `${where} ${id}[${element.join(", ")}] is ${number(picture.values(id)[flatIndex(step, element)])}.`;
  }
}
