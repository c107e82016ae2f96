import { css, html } from "lit";
import { say } from "../../kit/text/words.js";
import { headName } from "../../kit/text/head-names.js";
import { AsTable } from "../../kit/elements/as-table.js";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { headingStyles } from "../../kit/elements/heading.js";
import { lookChoices } from "../../kit/elements/look-controls.js";
import { allHeadsScene, headBeside, sheetOf, sheetPicture } from "../draw/all-heads.js";
import { measuresFor, sortedBy, standingOut, weightsOf } from "../state/page-run.js";
import { EVERY_HEAD } from "../words.js";
import { ModelPanel } from "./model-panel.js";
import { shareSaid } from "../../kit/text/share.js";

/** @typedef {import("../state/page-run.js").Shown} Shown */
/** @typedef {import("../state/page-state.js").Head} Head */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */

const MOST_NAMED = 8; // heads that stand out

/** The map of every head; heads that stand out by the chosen measure are framed and named. Slot `shows`: above its title. */
export class AllHeads extends ModelPanel {
  static properties = { ...ModelPanel.properties, block: { state: true } };

  static styles = [
    ModelPanel.styles,
    headingStyles,
    choiceStyles,
    css`
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: 0 20px;
      }
      ::slotted(mha-model-shows) {
        flex: 0 0 100%;
        margin-bottom: 8px;
      }
      .ways {
        display: flex;
        flex-wrap: wrap;
        gap: 0 18px;
        font-size: 13px;
        color: var(--_muted);
      }
      .choice {
        flex: 0 1 auto;
        flex-wrap: wrap;
        row-gap: 0;
      }
      .ways label {
        display: inline-flex;
        align-items: center;
        gap: 5px;
        min-height: 24px;
      }
      mha-figure {
        margin-top: 6px;
      }
      .frame {
        display: inline-block;
        width: 10px;
        height: 10px;
        border: 1.5px solid var(--_d);
        border-radius: 2px;
      }
      @media print {
        .ways {
          display: none;
        }
      }
      .named {
        display: flex;
        flex-wrap: wrap;
        gap: 0 14px;
        font-size: 13px;
      }
    `,
  ];

  /** @type {import("../draw/all-heads.js").AllHeadsScene | null} */
  #scene = null;

  constructor() {
    super();
    /** A dot of a map shows a block of this many weights a side. */
    this.block = 1;
  }

  render() {
    const { run } = this.page?.state ?? {};
    if (!run) return html``;
    const words = say(EVERY_HEAD, this);
    const choices = lookChoices(this.page.state.look, (change) => this.page.look(change), this);
    return html`<div class="top">
        <slot name="shows"></slot>
        <h2>${words.title}</h2>
        <div class="ways">${this.#ways(run)}</div>
      </div>
      <mha-figure
        walks
        label=${words.summary({ ...run, tokens: run.words.length })}
        .draw=${(/** @type {Surface} */ surface) => this.#draw(run, surface)}
        @point=${this.#point}
        @leave=${() => this.page.point(null)}
        @walk=${this.#walk}
      ></mha-figure>
      ${this.#standing(run)}
      <p class="quiet">
        ${this.page.isStale ? `${words.stale}. ` : ""}${run.causal ? words.causal : ""}
        ${run.causal && this.page.state.measure !== "none" ? words.unmeasured : ""}
        ${this.block > 1 ? words.pooled(this.block) : ""}
      </p>
      ${AsTable.of(
        this.#table(run),
        html`<mha-save-files
            slot="files"
            nested
            part="save"
            file="all-heads"
            .picture=${sheetPicture}
            .numbers=${() => weightsOf(run)}
            .store=${this.store}
          ></mha-save-files
          >${choices.scale}${choices.values}${choices.colours}`,
      )}`;
  }

  /** @param {Shown} run */
  #ways(run) {
    const words = say(EVERY_HEAD, this);
    const { measure, order, only } = this.page.state;
    const marks = /** @type {const} */ (["none", ...measuresFor(run)]);
    const orders = /** @type {const} */ (["layer", "measure"]);
    return html`${choice(
      words.mark,
      words.mark,
      marks.map((each) => [each, words.measures[each]]),
      measure,
      (measure) => this.page.sort({ measure }),
    )}
    ${
      measure === "none"
        ? ""
        : html`${choice(
              words.order,
              words.order,
              orders.map((each) => [each, words.orders[each]]),
              order,
              (each) => this.page.sort({ order: each }),
            )}<label
              ><input
                type="checkbox"
                .checked=${only}
                @change=${(/** @type {any} */ { target }) => this.page.sort({ only: target.checked })}
              />
              ${words.only}</label
            >`
    }`;
  }

  /** Heads that stand out, with their figures. @param {Shown} run */
  #standing(run) {
    const { measure } = this.page.state;
    if (measure === "none") return "";
    const words = say(EVERY_HEAD, this);
    const standing = sortedBy(run, measure).filter(standingOut(run, measure));
    const named = standing.slice(0, MOST_NAMED);
    return html`<p class="quiet">
        <span class="frame"></span> ${words.framed[measure]} ·
        ${words.standing(standing.length, run.layers * run.heads)}
      </p>
      <div class="named">
        ${named.map(
          (head) =>
            html`<button class="link" @click=${() => this.page.select(head)}>
              ${words.withFigure(headName(head.layer, head.head, this), this.#figure(run, measure, head))}
            </button>`,
        )}
        ${standing.length > named.length ? html`<span class="quiet">…</span>` : ""}
      </div>`;
  }

  /** @param {Shown} run @param {import("../state/page-run.js").Measure} measure @param {Head} head */
  #figure({ measures }, measure, { layer, head }) {
    const figure = measures[layer][head][measure];
    return measure === "entropy" ? `${figure.toFixed(2)}${say(EVERY_HEAD, this).nats}` : shareSaid(figure);
  }

  /** @param {Shown} run @param {Surface} surface */
  #draw(run, surface) {
    this.#scene = allHeadsScene(this.#sheet(run), surface);
    this.block = this.#scene.block;
    return this.#scene;
  }

  /** All heads in the page's state and language. @param {Shown} run */
  #sheet(run) {
    return sheetOf(run, this.page.state, this);
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = this.#scene?.hit(x, y) ?? null;
    if (hit && hold) this.page.select(hit.head);
    this.page.point(hit?.head ?? null);
  }

  /** @param {CustomEvent<{ dx: number, dy: number }>} event */
  #walk({ detail }) {
    const { run, selected } = this.page.state;
    if (run) this.page.select(headBeside(this.#sheet(run), selected, detail));
  }

  /** @param {Shown} run @returns {import("../../kit/elements/as-table.js").Numbers} */
  #table(run) {
    const words = say(EVERY_HEAD, this);
    const all = measuresFor(run);
    return {
      ...{ name: "heads", corner: words.corner, columns: all.map((each) => words.measures[each]) },
      rows: () =>
        run.measures
          .slice(0, run.arrived)
          .flatMap((layer, l) =>
            layer.map((measured, head) => [headName(l, head, this), ...all.map((each) => measured[each])]),
          ),
    };
  }
}
