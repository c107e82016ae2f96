import { css, html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { hitTape, tapeScene, tapeWindow } from "../../kit/draw/tape.js";
import { copyScene, copyTitle } from "../draw/tape-copy.js";
import { indexOf, isMove, offsetOf, ownerOf, stepsSharing, withAxis } from "../../kit/state/memory.js";
import { originsOf, readersOf } from "../state/origin.js";
import { pathOf } from "../../kit/state/state.js";
import { MEMORY } from "../../kit/text/memory.js";
import { say } from "../../kit/text/words.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { Panel } from "../../kit/elements/panel.js";
import { byAxis, elements } from "../../kit/elements/shape.js";
import { Width } from "../../kit/elements/width.js";
import { memoryPicture, memoryView } from "../draw/memory-view.js";

/** @typedef {import("../../core/types.js").Step} Step */
/** @typedef {import("../state/origin.js").Block} Block */

/**
 * The memory behind the current step: one buffer as a row of cells, or for a copy the old memory above the new one; and the sum of strides that
 * locates an element. The window stays around the held element while the pointer hovers.
 */
export class Tape extends Panel {
  static properties = { ...Panel.properties, by: { state: true } };

  static styles = [
    Panel.styles,
    choiceStyles,
    css`
      /* Reserves the size of the button before it is defined, in any language. */
      mha-save {
        display: inline-block;
        min-width: 76px;
        min-height: 26px;
        text-align: right;
      }
      :host {
        min-width: 0;
      }
      header {
        display: flex;
        align-items: start;
        justify-content: space-between;
        gap: 2px 24px;
        font-size: 13px;
        color: var(--_muted);
      }
      .tools {
        display: flex;
        flex: none;
        gap: 16px;
      }
      h2 {
        display: inline;
        margin: 0;
        font-size: 16px;
        font-weight: 650;
        color: var(--_ink);
      }
      .sum,
      .near {
        margin: 4px 0 0;
        color: var(--_muted);
        overflow-wrap: anywhere;
      }
      .near > span {
        display: inline-block;
        margin-right: 16px;
      }
      .sum b {
        color: var(--_ink);
        font-weight: 600;
      }
      /* Fixed height: another step moves nothing below. */
      .near {
        min-height: 24px;
      }
      @container (max-width: 959px) {
        header {
          min-height: 44px;
        }
        .sum {
          min-height: 39px;
        }
        .near {
          min-height: 48px;
        }
      }
      @container (max-width: 599px) {
        header {
          flex-direction: column;
          min-height: 70px;
        }
        .near {
          min-height: 72px;
        }
      }
    `,
  ];

  /** @type {import("../../kit/draw/tape.js").TapeScene | null} */
  #scene = null;
  /** @type {import("../../kit/draw/tape.js").Window | undefined} */
  #window;
  #width = new Width(this);

  constructor() {
    super();
    /** @type {"head" | "token"} */
    this.by = "head";
  }

  render() {
    const view = this.store && memoryView(this.store.state, this.by);
    if (!view) return html``;
    const { picture, step, element, held } = view;
    const copied = isMove(step, picture.operations);
    const width = Math.floor(this.#width.value);
    const near = (this.#window = tapeWindow({ picture, step, element: held, near: this.#window }, width));
    const words = say(MEMORY, this);
    return html`
      <header>
        <span
          ><h2>${words.title}</h2>
          &middot; ${copied ? copyTitle(view, width, this) : titleOf(step, picture.steps, near, words)}</span
        >
        <span class="tools"
          >${withAxis(step, picture.steps, "H") ? this.#switch() : ""}
          <mha-save part="save" view="memory" .picture=${memoryPicture} .store=${this.store}></mha-save
        ></span>
      </header>
      <mha-figure
        walks
        label=${words.label}
        .draw=${(/** @type {import("../../kit/draw/marks.js").Surface} */ surface) =>
          (this.#scene = copied ? copyScene(view, surface) : tapeScene({ ...view, near }, surface))}
        @point=${this.#point}
        @leave=${() => this.store?.preview(step.id, null)}
        @walk=${(/** @type {CustomEvent} */ e) => this.#walk(e.detail.dx, element)}
      ></mha-figure>
      <p class="sum mono">${element ? this.#sum(picture, step, element) : words.point}</p>
      <p class="near mono">${element ? this.#neighbours(picture, step, element) : ""}</p>
    `;
  }

  #switch() {
    const { colour, colours, byHead, byToken } = say(MEMORY, this);
    /** @type {readonly ["head" | "token", string][]} */
    const hues = [
      ["head", byHead],
      ["token", byToken],
    ];
    return choice(colour, colours, hues, this.by, (by) => (this.by = by));
  }

  /** @param {import("../../kit/state/picture.js").Picture} picture @param {import("../../core/types.js").Step} step @param {number[]} element */
  #sum(picture, step, element) {
    const owner = ownerOf(step, picture.steps);
    const offset = offsetOf(step, element);
    const value = picture.values(owner.id)[offset - owner.offset];
    const terms = step.strides.map((stride, axis) => `${element[axis]}·${stride}`);
    return html`${step.id}[${byAxis(step.axes, element, ",")}] &rarr;
      ${step.offset ? `${step.offset} + ` : ""}${byAxis(step.axes, terms, " + ")} = ${offset} &rarr;
      <b class="value">${formatNumber(value)}</b>`;
  }

  /**
   * The element's place in the memory of the steps before and after.
   * @param {import("../../kit/state/picture.js").Picture} picture @param {Step} step @param {number[]} element
   */
  #neighbours({ operations, steps, step: stepOf }, step, element) {
    const inputs = step.inputs.map((id) => /** @type {Step} */ (stepOf(id)));
    const read = originsOf(operations, step, element, [...inputs, step]);
    const { from, by } = say(MEMORY, this);
    return [
      this.#links(
        from,
        inputs.flatMap((input) => {
          const block = read.get(input.id); // none in the other input of a concatenation
          return block ? [[input, block]] : [];
        }),
      ),
      this.#links(by, [...readersOf(operations, step, element, steps)]),
    ];
  }

  /** @param {string} label @param {[Step, Block][]} places */
  #links(label, places) {
    if (!places.length) return "";
    return html`<span
      >${label}
      ${places.map(
        ([step, block]) =>
          html`<button class="link" @click=${() => this.store?.goTo(step.id)}>
            ${elements(step, block)}
          </button> `,
      )}</span
    > `;
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = this.#scene && hitTape(this.#scene, x, y);
    if (hit && hold) this.store?.selectElement(hit.id, hit.index);
    else if (hit) this.store?.preview(hit.id, hit.index);
    else if (!hold) this.store?.preview("", null);
  }

  /** @param {number} by @param {number[] | null} element */
  #walk(by, element) {
    const { state } = /** @type {import("../../kit/state/store.js").Store} */ (this.store);
    const picture = pathOf(state);
    const step = picture?.step(state.step);
    if (!picture || !step) return;
    const base = ownerOf(step, picture.steps);
    const next = indexOf(base, (element ? offsetOf(step, element) : base.offset) + by);
    if (next) this.store?.selectElement(base.id, next);
  }
}

/** @param {Step} step @param {readonly Step[]} steps @param {import("../../kit/draw/tape.js").Window} window @param {typeof MEMORY} words */
function titleOf(step, steps, { of, from, count: shown }, words) {
  const names = stepsSharing(step, steps).map(({ id }) => id);
  return words.one({ names, floats: of, from: shown < of ? from : null, to: from + shown - 1 });
}
