import { css, html } from "lit";
import { formatNumber } from "../../kit/draw/legend.js";
import { originsOf } from "../state/origin.js";
import { flatIndex } from "../../kit/state/memory.js";
import { trailOf } from "../state/trail.js";
import { Panel } from "../../kit/elements/panel.js";
import { byAxis, count, elements } from "../../kit/elements/shape.js";
import { formulaWithNumbers } from "./number-formula.js";

import { ORIGIN } from "../words.js";
import { say } from "../../kit/text/words.js";

/** @typedef {import("../../core/types.js").Step} Step */
/** @typedef {import("../state/origin.js").Block} Block */

/** The origin of one number: its formula with numbers, then the formulas of its inputs, back to x. */
export class Origin extends Panel {
  static styles = [
    Panel.styles,
    css`
      :host {
        overflow-y: auto;
        overscroll-behavior: contain;
        padding: 0 14px 10px;
        border: 1px solid var(--_edge);
        border-radius: 9px;
        background: var(--_card);
      }
      header {
        position: sticky;
        top: 0;
        display: flex;
        align-items: start;
        justify-content: space-between;
        gap: 12px;
        padding: 10px 0 6px;
        background: var(--_card);
      }
      h2 {
        margin: 0;
        font-size: 16px;
        font-weight: 650;
      }
      .close {
        min-height: 28px;
        padding: 2px 9px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: none;
        font-size: 13px;
      }
      p {
        margin: 0;
        font-size: 13px;
        color: var(--_muted);
      }
      ol {
        margin: 6px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0 10px;
        padding: 3px 0;
        border-top: 1px solid var(--_hairline);
        overflow-wrap: anywhere;
      }
      b {
        font-weight: 600;
      }
      .formula {
        color: var(--_muted);
      }
    `,
  ];

  constructor() {
    super();
    this.role = "region";
  }

  /** An open panel closes on keys and presses anywhere on the page. */
  connectedCallback() {
    super.connectedCallback();
    for (const type of LEFT_BY) document.addEventListener(type, this, true);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const type of LEFT_BY) document.removeEventListener(type, this, true);
  }

  /** Closes on Escape outside fields, and on a press outside interactive elements. @param {Event} event */
  handleEvent(event) {
    const path = event.composedPath();
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented || isOf(path[0], FIELDS)) return;
      event.preventDefault();
    } else if (path.some((each) => each === this || isOf(each, WORKED))) return;
    this.store?.untrace();
  }

  render() {
    const { picture, origin } = this.store?.state ?? {};
    const step = origin && picture?.step(origin.id);
    if (!picture || !origin || !step) return html``;
    const words = say(ORIGIN, this);
    this.ariaLabel = words.title;
    const blocks = originsOf(picture.operations, step, origin.index, picture.steps);
    const trail = trailOf(picture, step, origin.index);
    const made = [...picture.steps]
      .reverse()
      .filter((each) => blocks.has(each.id) && (each === step || !movesOnly(each)));
    return html`
      <header>
        <h2>${words.title}</h2>
        <button class="close" @click=${() => this.store?.untrace()}>${words.close}</button>
      </header>
      <p>${words.what}</p>
      <ol class="mono">
        ${made.map((each) =>
          this.#line(picture, each, /** @type {Block} */ (blocks.get(each.id)), trail.get(each.id) ?? []),
        )}
      </ol>
    `;
  }

  /** @param {import("../../kit/state/picture.js").Picture} picture @param {Step} step @param {Block} block @param {readonly number[]} followed */
  #line(picture, step, block, followed) {
    const single = block.every(({ from, to }) => from === to);
    const value = formatNumber(picture.values(step.id)[flatIndex(step, followed)]);
    return html`<li>
      <button class="link" @click=${() => this.store?.goTo(step.id)}>${elements(step, block)}</button>
      ${single ? "" : html`<span class="formula">${say(ORIGIN, this).among(countElements(block, this))}[${byAxis(step.axes, followed, ", ")}]</span>`}
      <span>= <b class="value">${value}</b></span>
      <span class="formula">= ${formulaWithNumbers(picture, step, followed, this)}</span>
    </li>`;
  }
}

const LEFT_BY = ["keydown", "click"];
const FIELDS = "input, select, textarea, [contenteditable]";
/** Elements on which a press does something else. On pictures, the hit cell decides. */
const WORKED = `a, button, label, summary, canvas, [role="button"], ${FIELDS}`;

/** @param {EventTarget} target @param {string} selector */
const isOf = (target, selector) => target instanceof Element && target.matches(selector);

/** Whether the step only indexes the same numbers in another way. @param {Step} step */
const movesOnly = (step) => step.storage === "view" && step.op !== "input";

/** @param {Block} block @param {import("../../kit/text/words.js").Localized} speaker */
function countElements(block, speaker) {
  return count(
    block.reduce((n, { from, to }) => n * (to - from + 1), 1),
    speaker,
  );
}
