import { css, html } from "lit";
import { number } from "../draw/legend.js";
import { originsOf } from "../state/origin.js";
import { flatIndex } from "../state/memory.js";
import { formulaOf } from "../text/formula.js";
import { axisKind } from "../draw/palette.js";
import { Part } from "./part.js";
import { count, sizesOf } from "./shape.js";

/** @typedef {import("../core/types.js").Step} Step */
/** @typedef {import("../state/origin.js").Block} Block */

const TERMS = 3; // of a sum written out; the rest is counted

/** Where one number came from: its formula with the numbers put in, and the same for what it was made from, back to x. */
export class Origin extends Part {
  static styles = [
    Part.styles,
    css`
      :host {
        display: block;
      }
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
        padding-top: 2px;
      }
    `,
  ];

  render() {
    const { picture, origin } = this.store?.state ?? {};
    const step = origin && picture?.step(origin.id);
    if (!picture || !origin || !step) return html``;
    const blocks = originsOf(step, origin.index, picture.steps);
    const made = [...picture.steps]
      .reverse()
      .filter((each) => blocks.has(each.id) && (each === step || !movesOnly(each)));
    return html`
      <h2>Where this number came from</h2>
      <p>What it was computed from stays lit at every step before it. Escape lets go.</p>
      <ol class="mono">
        ${made.map((each) => this.#line(picture, each, /** @type {Block} */ (blocks.get(each.id))))}
      </ol>
    `;
  }

  /** @param {import("../state/picture.js").Picture} picture @param {Step} step @param {Block} block */
  #line(picture, step, block) {
    const single = block.every(({ from, to }) => from === to);
    const index = block.map(({ from }) => from);
    const value = single
      ? html` = <b class="value">${number(picture.values(step.id)[flatIndex(step, index)])}</b>`
      : "";
    return html`<li>
      <button class="link" @click=${() => this.store?.goTo(step.id)}>${step.id}[${spans(step, block)}]</button
      >${value}
      <span class="formula"
        >${single ? `= ${formulaOf(step, partsOf(picture, step, index))}` : counted(block)}</span
      >
    </li>`;
  }
}

/** A step that gives the same numbers another index. @param {Step} step */
const movesOnly = (step) => step.storage === "view" && step.op !== "input";

/** @param {Step} step @param {Block} block */
function spans(step, block) {
  return block.map(
    (span, axis) =>
      html`${axis ? ", " : ""}<span class=${axisKind(step.axes[axis])}>${range(step, axis, span)}</span>`,
  );
}

/** Python's slices. @param {Step} step @param {number} axis @param {Block[number]} span */
function range(step, axis, { from, to }) {
  if (from === to) return String(from);
  return from === 0 && to === step.shape[axis] - 1 ? ":" : `${from}:${to + 1}`;
}

/** @param {Block} block */
function counted(block) {
  return `${count(block.reduce((n, { from, to }) => n * (to - from + 1), 1))} numbers`;
}

/**
 * What the formula of one element needs, fetched from the core.
 * @param {import("../state/picture.js").Picture} picture
 * @param {Step} step
 * @param {readonly number[]} index
 * @returns {import("../text/formula.js").Parts}
 */
function partsOf(picture, step, index) {
  const read = originsOf(step, index, [
    ...step.inputs.map((id) => /** @type {Step} */ (picture.step(id))),
    step,
  ]);
  const inputs = step.inputs.map((id) => ({
    input: /** @type {Step} */ (picture.step(id)),
    block: /** @type {Block} */ (read.get(id)),
  }));
  const numbers = inputs.map(({ input, block }) => valuesOf(picture, input, block));
  const same =
    index.length === inputs[0]?.input.shape.length
      ? [number(picture.values(inputs[0].input.id)[flatIndex(inputs[0].input, index)])]
      : [];
  const factors = step.op === "linear" ? [numbers[0], weightColumn(picture, step, index)] : numbers;
  return {
    operands: inputs.map(
      ({ input, block }) => `${input.id}[${block.map((span, axis) => range(input, axis, span)).join(", ")}]`,
    ),
    values: same,
    terms: factors.length === 2 ? sum(factors[0], factors[1]) : "",
    dK: sizesOf(picture).dK,
  };
}

/** a·b + c·d + …, those that weigh most. @param {number[]} a @param {number[]} b */
function sum(a, b) {
  const weight = (/** @type {number} */ i) => Math.abs(a[i] * b[i]);
  const largest = a.map((_, i) => i).sort((i, j) => weight(j) - weight(i));
  const shown = largest.slice(0, TERMS).map((i) => `${number(a[i])}·${number(b[i])}`);
  const rest = a.length - shown.length;
  return shown.join(" + ") + (rest > 0 ? ` + … (${a.length} products)` : "");
}

/** @param {import("../state/picture.js").Picture} picture @param {Step} step @param {Block} block */
function valuesOf(picture, step, block) {
  const free = block.findIndex(({ from, to }) => from !== to);
  const count = free < 0 ? 1 : block[free].to - block[free].from + 1;
  return Array.from({ length: count }, (_, i) => {
    const index = block.map(({ from }, axis) => from + (axis === free ? i : 0));
    return picture.values(step.id)[flatIndex(step, index)];
  });
}

/** @param {import("../state/picture.js").Picture} picture @param {Step} step @param {readonly number[]} index */
function weightColumn(picture, step, index) {
  const { data, shape } = picture.weight(step.weights[0]);
  const column = index[index.length - 1];
  return Array.from({ length: shape[0] }, (_, row) => data[row * shape[1] + column]);
}
