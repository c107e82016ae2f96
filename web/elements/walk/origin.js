import { css, html } from "lit";
import { number } from "../../draw/legend.js";
import { originsOf } from "../../state/origin.js";
import { flatIndex } from "../../state/memory.js";
import { makingOf, trailOf } from "../../state/trail.js";
import { formulaOf } from "../../text/formula.js";
import { Panel } from "../base/panel.js";
import { byAxis, count, elements, range, sizesOf } from "../base/shape.js";

/** @typedef {import("../../core/types.js").Step} Step */
/** @typedef {import("../../state/origin.js").Block} Block */

const TERMS = 3; // of a sum written out; the rest is counted
const DIGITS = 6; // of what a value is made from, so that its own last digit can be checked

/** Where one number came from: its formula with the numbers put in, and the same for what it was made from, back to x. */
export class Origin extends Panel {
  static styles = [
    Panel.styles,
    css`
      h2 {
        margin: 0 0 4px;
        font-size: 16px;
        font-weight: 650;
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

  render() {
    const { picture, origin } = this.store?.state ?? {};
    const step = origin && picture?.step(origin.id);
    if (!picture || !origin || !step) return html``;
    const blocks = originsOf(picture.operations, step, origin.index, picture.steps);
    const trail = trailOf(picture, step, origin.index);
    const made = [...picture.steps]
      .reverse()
      .filter((each) => blocks.has(each.id) && (each === step || !movesOnly(each)));
    return html`
      <h2>Where this number came from</h2>
      <p>
        What it was computed from stays lit at every step before it. Of many numbers one is followed on: of a
        sum that of its largest product. Escape lets go.
      </p>
      <ol class="mono">
        ${made.map((each) =>
          this.#line(picture, each, /** @type {Block} */ (blocks.get(each.id)), trail.get(each.id) ?? []),
        )}
      </ol>
    `;
  }

  /** @param {import("../../state/picture.js").Picture} picture @param {Step} step @param {Block} block @param {readonly number[]} followed */
  #line(picture, step, block, followed) {
    const single = block.every(({ from, to }) => from === to);
    const value = number(picture.values(step.id)[flatIndex(step, followed)]);
    return html`<li>
      <button class="link" @click=${() => this.store?.goTo(step.id)}>${elements(step, block)}</button>
      ${single ? "" : html`<span class="formula">${counted(block)}, of them [${byAxis(step.axes, followed, ", ")}]</span>`}
      <span>= <b class="value">${value}</b></span>
      <span class="formula">= ${formulaOf(picture, step, partsOf(picture, step, followed))}</span>
    </li>`;
  }
}

/** A step that gives the same numbers another index. @param {Step} step */
const movesOnly = (step) => step.storage === "view" && step.op !== "input";

/** @param {Block} block */
function counted(block) {
  return `${count(block.reduce((n, { from, to }) => n * (to - from + 1), 1))} numbers`;
}

/**
 * What fills the blanks of an operation's formula for one element, fetched from the core.
 * @param {import("../../state/picture.js").Picture} picture
 * @param {Step} step
 * @param {readonly number[]} index
 * @returns {import("../../text/formula.js").Parts}
 */
function partsOf(picture, step, index) {
  const { read, factors, order } = makingOf(picture, step, index);
  const { attributes, shape, weights } = step;
  const digits = (/** @type {unknown} */ value) => (typeof value === "number" ? number(value, DIGITS) : "");
  const terms = factors && order.slice(0, TERMS).map((i) => factors.map((side) => digits(side[i])).join("·"));
  const [a, b = `W_${weights[0]?.slice(1)}[:, ${index.at(-1)}]`] = read.map(
    ({ input, block }) => `${input.id}[${block.map((span, axis) => range(input, axis, span)).join(", ")}]`,
  );
  const [x, y] = read.map(({ input }) =>
    input.shape.join() === shape.join() ? digits(picture.values(input.id)[flatIndex(input, index)]) : "",
  );
  const [x0, x1] = read[0]?.numbers.map(digits) ?? [];
  const [i, j] = index.slice(-2);
  const factor = /** @type {number[] | undefined} */ (attributes.factors)?.[index[Number(attributes.dim)]];
  const given = Object.entries({ factor, ...attributes }).map(([name, value]) => [name, digits(value)]);
  return {
    ...Object.fromEntries(given),
    ...{ a, b, x, y, x0, x1, i, j, pair: j - (j % 2), width: shape.at(-1), dK: sizesOf(picture).dK },
    terms: terms ? terms.join(" + ") + (order.length > TERMS ? ` + … (${order.length} products)` : "") : "",
  };
}
