import { css, html, noChange } from "lit";
import { axisKind } from "../../kit/draw/palette.js";
import { excerpt, languageOf, languagesFor, loadLanguage } from "../../kit/text/code/index.js";
import { CODE } from "../words.js";
import { say } from "../../kit/text/words.js";
import { FAULTS } from "../../kit/text/faults.js";
import { pathOf } from "../../kit/state/state.js";
import { keyLeads } from "../../kit/elements/keys.js";
import { byAxis } from "../../kit/elements/shape.js";
import { Panel } from "../../kit/elements/panel.js";

const LINES = 4; // lines of the program shown at a time

/** The lines of a program around the current step. The name of a tensor highlights the tensor on hover, and links to the step that makes it. */
export class CodeLines extends Panel {
  static properties = { ...Panel.properties, focused: { state: true } };

  static styles = [
    Panel.styles,
    css`
      :host {
        height: calc(${LINES + 1} * 21px + 16px);
        overflow-y: auto;
        padding: 8px 0;
        color: var(--_muted);
      }
      code {
        font: 12.5px/21px var(--_mono);
      }
      .line {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 16px;
        padding: 0 12px;
      }
      .now {
        --_B: var(--mha-B, light-dark(#59616d, #a3acb9));
        --_d: var(--mha-d_k, light-dark(#0a6f6a, #5fd3c8));
        background: var(--_line-wash);
        border-left: 2px solid var(--_H);
        padding-left: 10px;
        color: var(--_ink);
      }
      .text {
        padding-left: 2ch;
        text-indent: -2ch;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      .made {
        margin-left: auto;
      }
      .name {
        cursor: pointer;
        text-decoration: underline dotted 1px;
        text-decoration-color: light-dark(#bdb7ab, #565a65);
        text-underline-offset: 3px;
      }
      .name:hover,
      .name.lit {
        color: var(--_ink);
        text-decoration: underline solid 2px;
      }
      .name:focus-visible {
        outline-offset: 1px;
      }
    `,
  ];

  constructor() {
    super();
    /** Index of the name with the keyboard's focus. @type {number | null} */
    this.focused = null;
  }

  render() {
    const state = this.store?.state;
    const picture = state && pathOf(state);
    if (!picture) return html``;
    const isShown = languagesFor(picture).some(({ id }) => id === state.language);
    const id = isShown ? state.language : "pytorch";
    const language = languageOf(id);
    if (!language) {
      const loading = loadLanguage(id);
      loading.then(() => this.requestUpdate()).catch(() => {}); // mha-code shows a failed load
      return noChange;
    }
    return html`<code
      @pointerover=${this.#point}
      @pointerleave=${this.#leave}
      @focusin=${this.#point}
      @focusout=${this.#leave}
      @click=${this.#enter}
      @keydown=${this.#walk}
      >${this.#lines(language, picture, state)}</code
    >`;
  }

  /** @param {import("../../kit/text/code/index.js").Language} language @param {import("../../kit/state/picture.js").Picture} picture @param {import("../../kit/state/state.js").State} state */
  #lines(language, picture, state) {
    const id = stepIn(state);
    const lines = excerpt(language, picture, id, LINES);
    const names = lines.flatMap(({ pieces, current }) =>
      pieces.filter(({ step }) => step).map(() => current),
    );
    const stop = this.focused ?? Math.max(0, names.indexOf(true));
    let at = 0;
    return lines.map(({ pieces, current, name, result }) => {
      const step = current && picture.step(name ? (result ?? "") : id);
      const text = pieces.map((piece) =>
        piece.step
          ? this.#name(piece, picture, state.tensor, stop === at++)
          : piece.axis
            ? html`<span class=${axisKind(piece.axis)}>${piece.size}</span>`
            : piece.text,
      );
      return html`<span class="line ${current ? "now" : ""}"
        ><span class="text">${text}</span
        >${step ? html`<span class="made">${language.comment} (${byAxis(step.axes, step.shape, ", ")})</span>` : ""}</span
      >`;
    });
  }

  /** @param {import("../../kit/text/code/template.js").Piece} piece @param {import("../../kit/state/picture.js").Picture} picture @param {string | null} lit @param {boolean} stop */
  #name({ text, step: id }, picture, lit, stop) {
    const step = picture.step(id ?? "");
    return html`<span
      class="name ${id === lit ? "lit" : ""}"
      role="button"
      data-step=${id}
      tabindex=${stop ? 0 : -1}
      aria-label=${say(CODE, this).name({ text, id: id ?? "", shape: step?.shape ?? [] })}
      >${text}</span
    >`;
  }

  /** @param {Event} event */
  #point(event) {
    const name = nameAt(event);
    this.store?.lightTensor(name?.dataset.step ?? null);
    if (name && event.type === "focusin") this.focused = this.#names().indexOf(name);
  }

  #leave() {
    this.store?.lightTensor(null);
    this.focused = null;
  }

  /** Moves to the step that makes a tensor, and the focus to the tensor's name in the new current line. @param {Event} event */
  async #enter(event) {
    const id = nameAt(event)?.dataset.step;
    if (!id) return;
    this.store?.goTo(id);
    this.focused = null;
    await this.updateComplete;
    this.#names()
      .find(({ tabIndex }) => tabIndex === 0)
      ?.focus();
  }

  /** Left and right move between names; Enter and Space follow the name. @param {KeyboardEvent} event */
  #walk(event) {
    const names = this.#names();
    const to = keyLeads(event, names.indexOf(/** @type {HTMLElement} */ (event.target)), names.length);
    if (to !== null) names[to].focus();
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#enter(event);
  }

  /** @returns {HTMLElement[]} */
  #names() {
    return [...this.renderRoot.querySelectorAll(/** @type {"span"} */ (".name"))];
  }
}

/**
 * The step of the current line: the current step, or the step at which the wrong path diverges.
 * @param {import("../../kit/state/state.js").State} state
 */
const stepIn = ({ step, comparison }) => (comparison && FAULTS[comparison.fault]?.shows[0]) ?? step;

/** @param {Event} event */
const nameAt = ({ target }) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-step]"));
