import { css, html } from "lit";
import { costOf, KNOWN_SIZES } from "../../kit/state/cost.js";
import { Panel } from "../../kit/elements/panel.js";
import { bytesMoved, count, sizes } from "../../kit/elements/shape.js";
import { table, tableStyles } from "../../kit/elements/table.js";

import { COST } from "../words.js";
import { say } from "../../kit/text/words.js";

/** @typedef {import("../../core/cost.js").Totals} Totals */
/** @typedef {import("../../kit/text/words.js").Localized} Localized */
/** @typedef {(typeof KNOWN_SIZES)[number]} Preset */

/** @type {readonly ["parameters" | "FLOPs" | "moved" | "held", (totals: Totals) => number][]} */
const ROWS = [
  ["parameters", ({ parameters }) => parameters],
  ["FLOPs", ({ flops }) => flops],
  ["moved", bytesMoved],
  ["held", ({ bytesHeld }) => bytesHeld],
];

/** The cost of a forward pass: in total, by step, and compared with heads as wide as the model; for this layer or a known size. */
export class CostMeter extends Panel {
  static properties = { ...Panel.properties, preset: { state: true } };

  static styles = [
    Panel.styles,
    tableStyles,
    css`
      :host {
        font-size: 13px;
      }
      .sizes {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 6px;
        margin: 6px 0;
      }
      button {
        min-height: 28px;
        padding: 2px 9px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
      }
      button[aria-pressed="true"] {
        border-color: var(--_ink);
        font-weight: 600;
      }
      p {
        margin: 6px 0;
        color: var(--_muted);
      }
      .tables {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 430px), 1fr));
        gap: 8px 48px;
        align-items: start;
      }
      .scroll {
        overflow-x: auto;
      }
      table {
        white-space: nowrap;
      }
    `,
  ];

  constructor() {
    super();
    /** @type {Preset | null} */
    this.preset = null;
  }

  render() {
    const { own, lengths } = this.store?.state.picture ?? {};
    const cost = this.store?.ask((core, settings) => costOf(core, settings, this.preset, own, lengths));
    if (!cost) return "";
    const words = say(COST, this);
    const made = cost.steps.filter(({ op }) => op !== "input");
    const given = cost.steps.filter(({ op }) => op === "input").map(({ id }) => id);
    const copies = made.filter(({ storage }) => storage === "copy").length;
    return html`
      <div class="sizes" role="group" aria-label=${words.sizes}>
        <button aria-pressed=${this.preset === null} @click=${() => (this.preset = null)}>
          ${words.here}
        </button>
        ${KNOWN_SIZES.map(
          (preset) =>
            html`<button aria-pressed=${preset === this.preset} @click=${() => (this.preset = preset)}>
              ${preset.name}
            </button>`,
        )}
      </div>
      ${this.preset ? html`<p>${words.shapes(this.preset.name)}</p>` : ""}
      <div class="tables">
        <div class="scroll" tabindex="0" role="group" aria-label=${words.totals}>${totals(cost, this)}</div>
        <div class="scroll" tabindex="0" role="group" aria-label=${words.stepwise}>
          ${stepwise(cost.steps, this)}
        </div>
      </div>
      <p>${words.writes({ given, copies, steps: made.length })}</p>
    `;
  }
}

/** @param {import("../../core/cost.js").Cost} cost @param {Localized} speaker */
function totals(cost, speaker) {
  const words = say(COST, speaker);
  const columns = /** @type {[string, Totals][]} */ ([
    [words.configured, cost],
    [words.oneFull, cost.oneFullSizeHead],
    [words.allFull, cost.fullSizeHeads],
  ]);
  return table(
    ["", ...columns.map(([name]) => name)],
    ROWS.map(([name, of]) => [words[name], ...columns.map(([, each]) => count(of(each), speaker))]),
  );
}

/** @param {readonly import("../../core/types.js").Step[]} steps @param {Localized} speaker */
function stepwise(steps, speaker) {
  const words = say(COST, speaker);
  return table(
    [words.step, words.shape, words.storage, words.FLOPs, words.bytes],
    steps.map((step) => [
      step.id,
      html`<span class="mono">${sizes(step)}</span>`,
      words[step.storage],
      count(step.flops, speaker),
      count(bytesMoved(step), speaker),
    ]),
  );
}
