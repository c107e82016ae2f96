import { css, html } from "lit";
import { number } from "../../draw/legend.js";
import { hitTape, tapeScene, tapeWindow } from "../../draw/tape.js";
import { ownerOf, indexOf, offsetOf, sharing, withAxis } from "../../state/memory.js";
import { originsOf, readersOf } from "../../state/origin.js";
import { elementIn } from "../../state/selection.js";
import { Panel } from "../base/panel.js";
import { byAxis, count, elements } from "../base/shape.js";
import { Width } from "../base/width.js";

/** @typedef {import("../../core/types.js").Step} Step */
/** @typedef {import("../../state/origin.js").Block} Block */

/** The memory behind the current step: one buffer as one row of cells, and the sum that finds an element in it. */
export class Tape extends Panel {
  static properties = { ...Panel.properties, by: { state: true } };

  static styles = [
    Panel.styles,
    css`
      :host {
        min-width: 0;
      }
      header {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 2px 24px;
        font-size: 13px;
        color: var(--_muted);
      }
      h2 {
        display: inline;
        margin: 0;
        font-size: 16px;
        font-weight: 650;
        color: var(--_ink);
      }
      button {
        min-height: 24px;
        padding: 0;
        border: 0;
        border-radius: 7px;
        background: none;
      }
      [role="group"] {
        display: flex;
        align-items: center;
        gap: 6px;
      }
      button[aria-pressed="true"] {
        color: var(--_ink);
        font-weight: 600;
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
    `,
  ];

  /** @type {import("../../draw/tape.js").TapeScene | null} */
  #scene = null;
  #width = new Width(this);

  constructor() {
    super();
    /** @type {"head" | "token"} */
    this.by = "head";
  }

  render() {
    const { picture, step: id, axis } = this.store?.state ?? {};
    const step = picture?.step(id ?? "");
    if (!picture || !step || !this.store) return html``;
    const element = elementIn(step, this.store.selection, picture.steps);
    const names = sharing(step, picture.steps).map((other) => other.id);
    const { of, from, count: shown } = tapeWindow({ picture, step, element }, Math.floor(this.#width.value));
    const hasHeads = Boolean(withAxis(step, picture.steps, "H"));
    return html`
      <header>
        <span>
          <h2>Memory</h2>
          · one buffer, ${count(of)} floats · ${list(names)} ${looking(names.length)} at
          it${shown < of ? ` · showing ${from}–${from + shown - 1}` : ""}
        </span>
        ${hasHeads ? this.#switch() : ""}
      </header>
      <mha-figure
        walks
        label="The memory, element by element. Enter, then arrow keys, walks along it."
        .draw=${(/** @type {import("../../draw/marks.js").Surface} */ surface) =>
          (this.#scene = tapeScene({ picture, step, element, by: this.by, axis }, surface))}
        @point=${this.#point}
        @leave=${() => this.store?.preview(step.id, null)}
        @walk=${(/** @type {CustomEvent} */ e) => this.#walk(e.detail.dx, element)}
      ></mha-figure>
      ${element ? [this.#sum(picture, step, element), this.#neighbours(picture, step, element)] : ""}
    `;
  }

  #switch() {
    return html`<span role="group" aria-label="Colour of the cells">
      colour:
      ${
        /** @type {const} */ (["head", "token"]).map(
          (by, i) =>
            html`${i ? "·" : ""}
              <button aria-pressed=${this.by === by} @click=${() => (this.by = by)}>${by}</button>`,
        )
      }
    </span>`;
  }

  /** @param {import("../../state/picture.js").Picture} picture @param {import("../../core/types.js").Step} step @param {number[]} element */
  #sum(picture, step, element) {
    const owner = ownerOf(step, picture.steps);
    const offset = offsetOf(step, element);
    const value = picture.values(owner.id)[offset - owner.offset];
    const terms = step.strides.map((stride, axis) => `${element[axis]}·${stride}`);
    return html`<p class="sum mono">
      ${step.id}[${byAxis(step.axes, element, ",")}] →
      ${step.offset ? `${step.offset} + ` : ""}${byAxis(step.axes, terms, " + ")} = ${offset} →
      <b class="value">${number(value)}</b>
    </p>`;
  }

  /** The element in the steps before and after. @param {import("../../state/picture.js").Picture} picture @param {Step} step @param {number[]} element */
  #neighbours({ operations, steps, step: stepOf }, step, element) {
    const inputs = step.inputs.map((id) => /** @type {Step} */ (stepOf(id)));
    const read = originsOf(operations, step, element, [...inputs, step]);
    return html`<p class="near mono">
      ${this.#links(
        "read from",
        inputs.map((input) => [input, /** @type {Block} */ (read.get(input.id))]),
      )}
      ${this.#links("read by", [...readersOf(operations, step, element, steps)])}
    </p>`;
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
    const index = this.#scene && hitTape(this.#scene, x, y);
    if (!index || !this.#scene) return hold ? undefined : this.store?.preview("", null);
    if (hold) this.store?.selectElement(this.#scene.base.id, index);
    else this.store?.preview(this.#scene.base.id, index);
  }

  /** @param {number} by @param {number[] | null} element */
  #walk(by, element) {
    const scene = this.#scene;
    const { picture, step: id } = /** @type {import("../../state/store.js").Store} */ (this.store).state;
    const step = picture?.step(id);
    if (!scene || !step) return;
    const at = (element ? offsetOf(step, element) : scene.base.offset) + by;
    const next = indexOf(scene.base, at);
    if (next) this.store?.selectElement(scene.base.id, next);
  }
}

/** a, b and c @param {readonly string[]} names */
const list = (names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0];

/** @param {number} steps */
const looking = (steps) => ["", "looks", "both look"][steps] ?? "all look";
