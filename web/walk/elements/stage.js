import { css, html } from "lit";
import { stagePicture, stageView } from "../draw/stage-picture.js";
import { flightOf } from "../draw/flight.js";
import { Pan } from "../../kit/draw/pan.js";
import { cellOf } from "../../kit/draw/slices.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { stageScene } from "../draw/stage.js";
import { stageHeight } from "../../kit/draw/stage-height.js";
import { areWeights, inputsOf } from "../../kit/state/quantity.js";
import { elementIn } from "../../kit/state/selection.js";
import { wordsOf } from "../../kit/text/steps.js";
import { WALK } from "../words.js";
import { say } from "../../kit/text/words.js";
import { overlayStyles, placeTitles } from "../../kit/elements/titles.js";
import { Panel } from "../../kit/elements/panel.js";
import { FADE, goesOn } from "../../kit/elements/scroll-end.js";
import { moveCell } from "../../kit/elements/cell-navigation.js";
import { Width } from "../../kit/elements/width.js";
import { placeHeadSwitches } from "./head-switches.js";
import { PANELS } from "./panels.js";
import { card, line, lineFits, placeCard, readoutStyles } from "./readout.js";
import { arithmeticOf } from "../state/arithmetic.js";

const BESIDE_LINE = { least: 384, save: 92, colourRange: 232, works: 160, sign: 32 }; // px: narrowest stage with buttons beside the line, and the widths of the buttons and of a button with its sign alone
const LINES = 3; // of text below the picture on phones

/** Declarations of a label that only screen readers read. */
const UNSEEN = css`
  position: absolute;
  width: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`;

/** The picture of the current step, with the same height for every step, and the number at the pointer. */
export class Stage extends Panel {
  static properties = { ...Panel.properties, pointed: { state: true }, worked: { state: true } };

  static styles = [
    Panel.styles,
    readoutStyles,
    overlayStyles,
    css`
      :host {
        position: relative;
        min-width: 0;
      }
      .picture {
        height: var(--_stage);
      }
      .picture.tall {
        overflow-y: auto;
      }
      .picture.tall:not(.ended) {
        mask-image: ${FADE};
      }
      @media (prefers-reduced-motion: no-preference) {
        .picture {
          scroll-behavior: smooth;
        }
      }
      .further {
        position: absolute;
        z-index: 1;
        top: calc(var(--_stage) - 34px);
        left: 50%;
        min-height: 28px;
        padding: 2px 10px;
        border: 1px solid var(--_edge);
        border-radius: 8px;
        background: var(--_card);
        font-size: 13px;
        translate: -50% 0;
      }
      /* No hint if the picture fits in the frame, or is scrolled to its end. */
      .picture:not(.tall) + .further,
      .picture.ended + .further {
        display: none;
      }
      .switches button {
        position: absolute;
        padding: 0;
        border: 0;
        border-radius: 4px;
        background: none;
      }
      .switches button:hover {
        outline: 1px dotted var(--_ink);
      }
      mha-arithmetic {
        position: absolute;
        z-index: 2;
        inset: 0 0 auto;
        height: var(--_stage);
      }
      .works {
        flex: none;
        font-size: 13px;
        white-space: nowrap;
      }
      @container (max-width: 519px) {
        /* Beside the number, since the line below is full. */
        .read:has(+ .works) {
          flex-basis: calc(100% - 40px);
        }
        .works {
          align-self: start;
        }
        .works .said {
          ${UNSEEN}
        }
      }
      .works.brief .said {
        ${UNSEEN}
      }
      @media print {
        .picture.tall:not(.ended) {
          mask-image: none;
        }
        .further,
        .works {
          display: none;
        }
      }
    `,
  ];

  /** @type {string | null} */
  #entered = null;
  /** @type {import("../draw/stage.js").StageScene | null} */
  #scene = null;
  #width = new Width(this);
  #panning = new Pan();

  constructor() {
    super();
    /** The cell under the pointer, reached by keys, or tapped. @type {import("./readout.js").Pointed | null} */
    this.pointed = null;
    /** Id of the step whose arithmetic replaces the picture, or null. @type {string | null} */
    this.worked = null;
    PANELS.openFor(this, "mha-compare", () => this.store?.state.comparison);
    PANELS.openFor(this, "mha-arithmetic", () => this.worked);
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  render() {
    if (!this.store) return html``;
    if (this.store.state.comparison)
      return PANELS.orTrouble("mha-compare", html`<mha-compare .store=${this.store}></mha-compare>`, this);
    const view = stageView(this.store.state, this);
    if (!view) return html``;
    const read = this.#read(view);
    const words = say(WALK, this);
    const works = this.worked === view.step.id;
    const labelled = lineFits(view.picture, read, this, this.#roomToRead(view, true));
    return html`<div class="picture" ?inert=${works} @scroll=${this.#scrolled}>
        <mha-figure
          walks
          label=${words.picture({ title: wordsOf(view.step, this).title, shape: view.step.shape })}
          .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) => this.#draw(view, surface)}
          @point=${this.#point}
          @leave=${this.#leave}
          @walk=${this.#walk}
          @pan=${this.#pan}
        ></mha-figure>
        <div class="titles" role="group" aria-label=${words.heads}></div>
        <div class="switches"></div>
        ${this.pointed && read ? card(view.picture, read, this, this.pointed.own) : ""}
      </div>
      <button class="further" @click=${this.#further}>${words.further}</button>
      ${works ? PANELS.orTrouble("mha-arithmetic", html`<mha-arithmetic .store=${this.store}></mha-arithmetic>`, this) : ""}
      <div class="under">
        ${line(view.picture, read, this, this.#roomToRead(view, labelled))}
        ${this.#offer(view, works, labelled)}
        ${showsWeights(this.store.state) ? html`<mha-colour-range .store=${this.store}></mha-colour-range>` : ""}
        <mha-save part="save" view="walk" .picture=${stagePicture} .store=${this.store}></mha-save>
      </div>`;
  }

  /**
   * Room for the text below the picture; on phones the text has three lines.
   * @param {NonNullable<ReturnType<typeof stageView>>} view @param {boolean} labelled whether the button that shows the arithmetic has its label
   * @returns {import("./readout.js").Room}
   */
  #roomToRead({ step, picture }, labelled) {
    const width = Math.floor(this.#width.value);
    const { least, save, colourRange, works, sign } = BESIDE_LINE;
    const computes = arithmeticOf(step, picture.steps);
    if (width < least) return { width: width - (computes ? sign : 0), lines: LINES };
    const weighs = this.store && showsWeights(this.store.state);
    const button = labelled ? works : sign;
    return { width: width - save - (weighs ? colourRange : 0) - (computes ? button : 0), lines: 1 };
  }

  /**
   * The button that shows the arithmetic, at steps that have any. Its sign stands alone where the text beside the button needs the room.
   * @param {NonNullable<ReturnType<typeof stageView>>} view @param {boolean} works @param {boolean} labelled
   */
  #offer({ step, picture }, works, labelled) {
    if (!arithmeticOf(step, picture.steps)) return "";
    const { work, unwork } = say(WALK, this);
    const [sign, said] = works ? ["✕", unwork] : ["Σ", work];
    return html`<button
      class="link works ${labelled ? "" : "brief"}"
      aria-expanded=${works}
      @click=${() => this.#work(!works)}
    >
      <span aria-hidden="true">${sign}</span> <span class="said">${said}</span>
    </button>`;
  }

  /** @param {boolean} works */
  #work(works) {
    this.worked = works ? (this.store?.state.step ?? null) : null;
    if (works) this.store?.play(false); // the next step would interrupt the animation
  }

  /** Escape goes back to the picture. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape" || this.worked === null) return;
    event.preventDefault();
    this.#work(false);
  }

  willUpdate() {
    if (this.worked !== null && this.worked !== this.store?.state.step) this.worked = null;
  }

  updated() {
    this.style.setProperty("--_stage", `${this.#height}px`);
  }

  get #height() {
    return stageHeight(Math.floor(this.#width.value));
  }

  /**
   * The read cell: the pointed one, if the step shows it and it is selected; otherwise the selected element of this step.
   * @param {NonNullable<ReturnType<typeof stageView>>} view
   */
  #read({ picture, step, selection }) {
    const { pointed } = this;
    const at = pointed && [step, ...inputsOf(step, picture.steps)].find(({ id }) => id === pointed.id);
    const [found, own] = [at, step].map((each) => each && elementIn(each, selection, picture.steps));
    if (at && found && found.join() === pointed.index.join()) return { step: at, index: found };
    this.pointed = null;
    return own ? { step, index: own } : null;
  }

  /** After drawing, checks whether the picture scrolls, and places the card. */
  async #settle() {
    const height = this.#height;
    const root = this.renderRoot;
    const figure = /** @type {import("../../kit/elements/figure.js").Figure | null} */ (
      root.querySelector("mha-figure")
    );
    await figure?.updateComplete;
    const scene = this.#scene;
    if (!figure?.isConnected || !scene) return;
    const picture = /** @type {HTMLElement} */ (figure.parentElement);
    picture.classList.toggle("tall", scene.height > height);
    this.#scrolled();
    const card = /** @type {HTMLElement | null} */ (root.querySelector(".card"));
    if (card) placeCard(card, scene, this.pointed, height);
  }

  /** Whether the end of a scrolling picture is in view. */
  #scrolled() {
    const picture = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".picture"));
    picture.classList.toggle("ended", !goesOn(picture));
  }

  /** Scrolls down by most of a frame. */
  #further() {
    const picture = /** @type {HTMLElement} */ (this.renderRoot.querySelector(".picture"));
    picture.scrollBy({ top: picture.clientHeight * 0.8 });
  }

  /** @param {import("../draw/stage.js").StageView} view @param {import("../../kit/draw/marks.js").Surface} surface */
  #draw(view, surface) {
    const scene = stageScene(view, surface);
    const enters = this.#entered !== null && this.#entered !== view.step.id;
    this.#entered = view.step.id;
    this.#scene = scene;
    this.#settle();
    this.#title(scene, view);
    return { ...scene, flight: () => (enters && flightOf(scene)) || null };
  }

  /** @param {import("../draw/stage.js").StageScene} scene @param {import("../draw/stage.js").StageView} view */
  #title(scene, { note }) {
    const switches = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".switches"));
    if (switches && this.store) placeHeadSwitches(switches, scene.switches, this.store, this);
    const box = /** @type {HTMLElement | null} */ (this.renderRoot.querySelector(".titles"));
    if (box && this.store && note) placeTitles(box, scene, this.store, note, this);
  }

  /**
   * A mouse reads on hover and traces on click; a touch reads first, and traces on a second tap.
   * @param {CustomEvent<{ x: number, y: number, hold: boolean, touch: boolean }>} event
   */
  #point({ detail: { x, y, hold, touch } }) {
    const { store } = this;
    const hit = this.#scene && hitStage(this.#scene, x, y);
    const again = hit && JSON.stringify(hit) === JSON.stringify(this.pointed);
    this.pointed = hit;
    if (!hit && hold) store?.untrace();
    else if (!hit) store?.preview("", null);
    else if (!hold) store?.preview(hit.id, hit.index);
    else if (touch && !again) store?.hold(hit.id, hit.index);
    else store?.trace(hit.id, hit.index);
  }

  #leave() {
    this.pointed = null;
    this.store?.preview("", null);
  }

  /**
   * Moves by one cell along rows or columns, from the selected element or the first.
   * @param {CustomEvent<{ dx: number, dy: number, page: number, hold?: boolean }>} event
   */
  #walk({ detail: { dx, dy, page, hold } }) {
    const part = this.#scene?.parts.at(-1);
    const picture = this.store?.state.picture;
    if (!part || !picture || !this.store) return;
    const index = moveCell(part, picture, this.store.state.selection, { dx, dy, page });
    this.pointed = { id: part.step.id, index };
    if (hold) this.store.trace(part.step.id, index);
    else if (cellOf(part.tensor.layout, index)) this.store.hold(part.step.id, index);
    else this.store.selectElement(part.step.id, index);
  }

  /** @param {CustomEvent<import("../../kit/elements/figure.js").Pan>} event */
  #pan(event) {
    const moved = this.#panning.by(this.#scene?.parts ?? [], event.detail);
    if (!moved) return;
    event.preventDefault();
    this.pointed = null;
    this.store?.pan(moved);
  }
}

/** Whether the step makes or reads attention. @param {import("../../kit/state/state.js").State} state */
function showsWeights({ picture, step: id }) {
  const step = picture?.step(id);
  return (
    picture &&
    step &&
    [step, ...inputsOf(step, picture.steps)].some((each) => areWeights(each, picture.steps))
  );
}
