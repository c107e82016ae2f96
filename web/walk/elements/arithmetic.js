import { css, html } from "lit";
import { LASTS, framesFor, stillFrames } from "../draw/frames.js";
import { stageView } from "../draw/stage-picture.js";
import { arithmeticOf } from "../state/arithmetic.js";
import { ARITHMETIC } from "../words-arithmetic.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */

/** The animated arithmetic of a step, played once; still frames for readers who prefer reduced motion. */
export class ArithmeticPanel extends Panel {
  static properties = { ...Panel.properties, time: { state: true } };

  static styles = [
    Panel.styles,
    css`
      :host {
        overflow-y: auto;
        background: var(--_paper);
      }
      .again {
        position: absolute;
        right: 0;
        bottom: 4px;
      }
      @media print {
        :host {
          display: none;
        }
      }
    `,
  ];

  #still = matchMedia("(prefers-reduced-motion: reduce)");
  #frame = 0;
  /** Identity of the animation. When it changes, the animation restarts. */
  #moves = "";

  constructor() {
    super();
    /** Progress of the animation, from 0 to 1. */
    this.time = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    cancelAnimationFrame(this.#frame);
    this.#moves = "";
  }

  render() {
    const state = this.store?.state;
    const view = state && stageView(state, this);
    const arithmetic = view && arithmeticOf(view.step, view.picture.steps);
    if (!view || !arithmetic) return html``;
    const words = say(ARITHMETIC, this);
    const isStill = this.#still.matches;
    this.#follow([view.step.id, JSON.stringify(state.selection)].join());
    const time = this.time;
    return html`<mha-figure
        label=${words.shows[arithmetic]}
        .draw=${(/** @type {Surface} */ surface) => {
          const frameAt = framesFor(arithmetic, view, surface);
          return isStill ? stillFrames(frameAt, surface) : frameAt(time, surface);
        }}
      ></mha-figure>
      ${isStill ? "" : html`<button class="again" @click=${() => this.#start()}>${words.again}</button>`}`;
  }

  /** Restarts the animation when its identity changes. @param {string} moves */
  #follow(moves) {
    if (moves === this.#moves) return;
    this.#moves = moves;
    queueMicrotask(() => this.#start());
  }

  #start() {
    cancelAnimationFrame(this.#frame);
    if (this.#still.matches || !this.isConnected) return;
    const begun = performance.now();
    const on = (/** @type {number} */ now) => {
      this.time = Math.min(1, Math.max(0, (now - begun) / LASTS));
      if (this.time < 1) this.#frame = requestAnimationFrame(on);
    };
    on(begun);
  }
}
