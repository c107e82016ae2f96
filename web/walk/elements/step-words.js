import { css, html } from "lit";
import { saidOf } from "../../kit/text/faults.js";
import { WALK } from "../words.js";
import { say } from "../../kit/text/words.js";
import { nextFrame } from "../../kit/elements/painted.js";
import { Panel } from "../../kit/elements/panel.js";
import { inTurn } from "../../kit/elements/render-queue.js";
import { focus } from "../../kit/elements/follow.js";
import { Width } from "../../kit/elements/width.js";
import { PANELS } from "./panels.js";
import { indexNotation } from "../../kit/elements/index-notation.js";
import { PARTS, chipsOf, factsList, headOf, plainHeadOf, reserve, reserveStyles } from "./reserve.js";
import { stepButton, stepButtonStyles } from "./step-button.js";

/** @typedef {import("../../core/types.js").Step} Step */
/** @typedef {import("../../kit/state/picture.js").Picture} Picture */

/** Holds the invisible copies behind the visible words; see reserve(). */
const ROOM = html`<div class="room" aria-hidden="true"></div>`;

/** Whether a part stands below the others instead of beside them. @param {HTMLElement} part @param {HTMLElement} host */
const isStacked = (part, host) => part.offsetWidth > host.clientWidth / 2;

/** Whether the words about attention have a sentence on the head's role, too. @param {Picture} picture */
const isLong = ({ settings }) => settings.weights === "trained";

/** The words of a step: title, shape, two sentences, facts and code; beside the picture, or around it on phones. */
export class Words extends Panel {
  static styles = [
    Panel.styles,
    reserveStyles,
    stepButtonStyles,
    css`
      :host {
        position: relative;
        display: grid;
        grid-template: "picture head" auto "picture rest" 1fr "said rest" auto / minmax(0, 1fr) minmax(
            300px,
            384px
          );
        gap: 0 48px;
      }
      slot {
        display: block;
        grid-area: picture;
        min-width: 0;
      }
      .head {
        grid-area: head;
      }
      .attends {
        grid-area: said;
        min-height: 2lh;
      }
      .long {
        min-height: 3lh;
      }
      /* Reserves the height of the code before its lines are loaded. */
      mha-code {
        display: block;
        min-height: 159px;
      }
      .rest {
        display: flex;
        flex-direction: column;
        grid-area: rest;
      }
      mha-fault {
        grid-column: 2;
        grid-row: 1 / -1;
      }
      @container (max-width: 1199px) {
        .attends {
          min-height: 4lh;
        }
        .long {
          min-height: 5lh;
        }
      }
      @container (max-width: 879px) {
        :host {
          grid-template: "head" auto "picture" auto "said" auto "rest" auto / minmax(0, 1fr);
        }
        mha-fault {
          grid-area: rest;
        }
        .long {
          min-height: 8lh;
        }
        .wrong {
          order: -1;
          margin-bottom: 10px;
        }
      }
      .exact {
        align-self: start;
        min-height: 28px;
        margin: 10px 0;
        padding: 2px 10px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_muted);
        font-size: 13px;
      }
      .exact[aria-pressed="true"] {
        border-color: var(--_ink);
        color: var(--_ink);
      }
      .play {
        display: flex;
        gap: 6px;
      }
      .main {
        background: var(--_accent);
        color: var(--_paper);
      }
    `,
  ];

  /** The previous wrong path, if any. @type {string | undefined} */
  #fault;
  #width = new Width(this);
  #isLaid = false;

  constructor() {
    super();
    PANELS.openFor(this, "mha-fault", () => this.store?.state.comparison);
    // After leaving a wrong path, the focus returns to the button that opened it.
    this.addEventListener("focuslost", () => this.#returnTo(`button[data-fault=${this.#fault}]`));
  }

  updated() {
    this.#fault = this.store?.state.comparison?.fault;
    /** @type {NodeListOf<HTMLElement>} */ (this.renderRoot.querySelectorAll(".room")).forEach(
      (room, part) => {
        const lay = () => {
          const { picture, look } = this.store?.state ?? {};
          const parts = PARTS[look?.exact === false ? "plain" : "exact"];
          if (picture && parts[part]) reserve(room, parts[part], this.#width.value, picture, this);
        };
        if (this.#isLaid) lay();
        else inTurn(lay); // the first layout can wait, because nothing visible depends on it
      },
    );
    this.#isLaid = true;
  }

  render() {
    const state = this.store?.state;
    const step = state?.picture?.step(state.step);
    if (!state?.picture || !step) return html``;
    return html`<slot></slot> ${
        state.comparison
          ? PANELS.orTrouble("mha-fault", html`<mha-fault .store=${this.store}></mha-fault>`, this)
          : state.look.exact === false
            ? this.#plain(state, state.picture, step)
            : this.#right(state, state.picture, step)
      }`;
  }

  /** Moves the focus to a button, and scrolls to the button once the page has its height again. @param {string} selector */
  async #returnTo(selector) {
    focus(this, selector);
    await nextFrame();
    this.renderRoot.querySelector(`${selector}:focus`)?.scrollIntoView({ block: "nearest" });
  }

  /** Only what the step does: its shapes, its caption, and its memory if it is about memory. @param {import("../../kit/state/state.js").State} state @param {Picture} picture @param {Step} step */
  #plain(state, picture, step) {
    return html`
      <div class="head stack" part="beside">
        ${plainHeadOf(picture, step, this, { player: this.#player(state) })} ${ROOM}
      </div>
      <div class="attends" part="beside">
        <span role="status"
          >${state.refusal ? saidOf(state.refusal.fault, state.refusal.said, this) : ""}</span
        >
        ${state.refusal ? "" : html`<mha-attends .store=${this.store}></mha-attends>`}
      </div>
      <div class="rest" part="beside">
        <div class="wrong stack">
          ${chipsOf(picture, step, this, (fault) => this.#tryWrong(fault))} ${ROOM}
        </div>
        ${this.#switch(false)}
        <slot name="memory"></slot>
      </div>
    `;
  }

  /** Shows or hides everything exact. @param {boolean | null} exact */
  #switch(exact) {
    if (exact === null) return "";
    return html`<button
      class="exact"
      aria-pressed=${exact}
      @click=${() => this.store?.look({ exact: !exact })}
    >
      ${say(WALK, this).exact}
    </button>`;
  }

  /** The words of the right path. @param {import("../../kit/state/state.js").State} state @param {Picture} picture @param {Step} step */
  #right(state, picture, step) {
    const seen = new Set(); // terms already explained: each is marked at its first use
    return html`
      <div class="head stack" part="beside">
        ${headOf(picture, step, this, {
          seen,
          player: this.#player(state),
          letters: indexNotation(step, picture.steps, (axis) => this.store?.lightAxis(axis), this),
        })}
        ${ROOM}
      </div>
      <div class="attends ${isLong(picture) ? "long" : ""}" part="beside">
        <span role="status"
          >${state.refusal ? saidOf(state.refusal.fault, state.refusal.said, this) : ""}</span
        >
        ${state.refusal ? "" : html`<mha-attends .store=${this.store}></mha-attends>`}
      </div>
      <div class="rest" part="beside">
        <div class="stack">${factsList(picture, step, this, seen)} ${ROOM}</div>
        ${this.#switch(state.look.exact)}
        <mha-code part="code" .store=${this.store}></mha-code>
        <div class="wrong stack">
          ${chipsOf(picture, step, this, (fault) => this.#tryWrong(fault))} ${ROOM}
        </div>
      </div>
    `;
  }

  /**
   * Shows a wrong path after loading the comparison, so that the focus can move there. Where words stand below the pictures, scrolls to the words.
   * @param {import("../../core/types.js").Fault} fault
   */
  async #tryWrong(fault) {
    await this.store?.tryWrong(fault, Promise.all([PANELS.open("mha-fault"), PANELS.open("mha-compare")]));
    await this.updateComplete;
    const words = /** @type {import("./fault.js").FaultWords | null} */ (
      this.renderRoot.querySelector("mha-fault")
    );
    if (words && isStacked(words, this)) await words.showHeading();
  }

  /** @param {import("../../kit/state/store.js").State} state */
  #player({ picture, step, playing }) {
    const stages = picture?.stages ?? [];
    const at = stages.findIndex((stage) => stage.some(({ id }) => id === step));
    const words = say(WALK, this);
    return html`<div class="play" role="group" aria-label=${words.stepping}>
      ${stepButton(words.previous, "←", () => this.store?.move(-1), at <= 0)}
      ${stepButton(playing ? words.pause : words.play, playing ? "❚❚" : "▶", () => this.store?.play(!playing), false, "main")}
      ${stepButton(words.next, "→", () => this.store?.move(1), at === stages.length - 1)}
    </div>`;
  }
}
