import { css, html } from "lit";
import { compareScene, compareView, memoriesSaid } from "../draw/compare.js";
import { stagePicture } from "../draw/stage-picture.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { hitStage } from "../../kit/draw/stage-parts.js";
import { flatIndex } from "../../kit/state/memory.js";
import { areWeights } from "../../kit/state/quantity.js";
import { elementIn, meaningOf } from "../../kit/state/selection.js";
import { COMPARED } from "../../kit/text/compared.js";
import { say } from "../../kit/text/words.js";
import { moveCell } from "../../kit/elements/cell-navigation.js";
import { Panel } from "../../kit/elements/panel.js";
import { readoutStyles } from "./readout.js";
import { meaningSaid } from "./spoken.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Store } from "../../kit/state/store.js" */
/** @typedef {NonNullable<ReturnType<typeof compareView>>} View */

/** Replaces the stage on a wrong path: the wrong path beside the right path, and both numbers of the selected element. */
export class Compare extends Panel {
  static styles = [
    Panel.styles,
    readoutStyles,
    css`
      :host {
        min-width: 0;
      }
      @container (max-width: 879px) {
        .under {
          height: 70px;
        }
        .read {
          height: 44px;
        }
      }
    `,
  ];

  /** @type {import("../draw/compare.js").StageScene | null} */
  #scene = null;

  render() {
    const { store } = this;
    const view = store && compareView(store.state, this);
    if (!view) return html``;
    const read = readIn(view);
    return html`<mha-figure
        walks
        label=${[say(COMPARED, this).label(view.title), ...memoriesSaid(view, this)].join(" ")}
        .draw=${(/** @type {Surface} */ surface) => (this.#scene = compareScene(view, surface))}
        @point=${(
          /** @type {CustomEvent<{ x: number, y: number, hold: boolean }>} */ { detail: { x, y, hold } },
        ) => {
          const hit = hold && this.#scene && hitStage(this.#scene, x, y);
          if (hit) select(store, view, hit.id, hit.index);
        }}
        @walk=${(/** @type {CustomEvent<{ dx: number, dy: number, page: number }>} */ { detail }) => {
          const [part] = this.#scene?.parts ?? [];
          const { right } = view.comparison;
          if (part) select(store, view, part.step.id, moveCell(part, right, store.state.selection, detail));
        }}
      ></mha-figure>
      <div class="under">
        <p class="read mono">${read ? this.#both(view, read) : ""}</p>
        ${showsWeights(view) ? html`<mha-colour-range .store=${store}></mha-colour-range>` : ""}
        <mha-save part="save" .picture=${stagePicture} .store=${store}></mha-save>
      </div>
      <div class="unseen" role="status">
        ${read ? `${meaningSaid(view.comparison.right, read.step, read.index, this)}. ${this.#both(view, read)}` : ""}
      </div>`;
  }

  /** The numbers of an element on both paths. @param {View} view @param {NonNullable<ReturnType<typeof readIn>>} read */
  #both({ comparison: { right, wrong } }, { step, index }) {
    const words = say(COMPARED, this);
    const other = wrong.step(step.id);
    const [correct, incorrect] = [right, wrong].map((picture) =>
      picture === wrong && (!other || other.error)
        ? words.none
        : formatNumber(picture.values(step.id)[flatIndex(step, index)]),
    );
    return words.read({ element: `${step.id}[${index.join(", ")}]`, right: correct, wrong: incorrect });
  }
}

/** The selected element of the step that the comparison shows first. @param {View} view */
function readIn({ comparison: { right }, shows: [id], selection }) {
  const step = right.step(id);
  const index = step && elementIn(step, selection, right.steps);
  return step && index ? { step, index } : null;
}

/** Selects the token, head and feature of an element of the right path. @param {Store} store @param {View} view @param {string} id @param {readonly number[]} index */
function select(store, { comparison: { right } }, id, index) {
  const step = right.step(id);
  if (!step) return;
  const { batch, ...meaning } = meaningOf(step, index, right.steps);
  store.select(right.items ? { ...meaning, batch } : meaning);
}

/** @param {View} view */
const showsWeights = ({ comparison: { right }, shows }) =>
  right.steps.some((step) => shows.includes(step.id) && areWeights(step, right.steps));
