import { css, html, noChange } from "lit";
import { loadComposition } from "../../draw/compositions.js";
import { flightOf } from "../../draw/motion.js";
import { hitStage, stageScene } from "../../draw/stage.js";
import { elementIn } from "../../state/selection.js";
import { wordsOf } from "../../text/steps.js";
import { Panel } from "../base/panel.js";
import { Opening, orTrouble } from "./panels.js";
import { reach, reachStyles } from "./reach.js";
import { stageView } from "./stage-view.js";

/** The picture of the current step. */
export class Stage extends Panel {
  static styles = [
    Panel.styles,
    reachStyles,
    css`
      :host {
        min-width: 0;
      }
    `,
  ];

  /** @type {string | null} */
  #entered = null;
  /** @type {import("../../draw/stage.js").StageScene | null} */
  #scene = null;

  constructor() {
    super();
    new Opening(this, "mha-compare", () => this.store?.state.comparison);
  }

  render() {
    if (!this.store) return html``;
    if (this.store.state.comparison)
      return orTrouble("mha-compare", html`<mha-compare .store=${this.store}></mha-compare>`);
    const view = stageView(this.store);
    if (!view) return html``;
    const loading = loadComposition(view.step);
    if (loading) {
      loading.then(() => this.requestUpdate());
      return noChange;
    }
    return html`<mha-figure
        walks
        label=${`${wordsOf(view.step).title}, ${view.step.shape.join(" by ")}. Enter, then arrow keys, walks the cells.`}
        .draw=${(/** @type {import("../../draw/marks.js").Surface} */ surface) => this.#draw(view, surface)}
        @point=${this.#point}
        @leave=${() => this.store?.preview(view.step.id, null)}
        @walk=${this.#walk}
      ></mha-figure>
      ${reach(this.store, view.picture, [view.step.id, ...view.step.inputs])}`;
  }

  /** What the next step is drawn with is loaded before it is reached. */
  updated() {
    const { picture, step: id } = this.store?.state ?? {};
    const at = picture?.stages.findIndex((stage) => stage.some((step) => step.id === id)) ?? -1;
    for (const step of picture?.stages[at + 1] ?? []) loadComposition(step);
  }

  /** @param {import("../../draw/stage.js").StageView} view @param {import("../../draw/marks.js").Surface} surface */
  #draw(view, surface) {
    const scene = stageScene(view, surface);
    const enters = this.#entered !== null && this.#entered !== view.step.id;
    this.#entered = view.step.id;
    this.#scene = scene;
    return { ...scene, flight: () => (enters ? flightOf(scene) : null) };
  }

  /** @param {CustomEvent<{ x: number, y: number, hold: boolean }>} event */
  #point({ detail: { x, y, hold } }) {
    const hit = this.#scene && hitStage(this.#scene, x, y);
    if (hit && hold) this.store?.trace(hit.id, hit.index);
    else if (hit) this.store?.preview(hit.id, hit.index);
    else if (!hold) this.store?.preview("", null);
  }

  /** One cell on along the rows or columns, from the selected element or the first. @param {CustomEvent<{ dx: number, dy: number, page: number, hold?: boolean }>} event */
  #walk({ detail: { dx, dy, page, hold } }) {
    const part = this.#scene?.parts.at(-1);
    const picture = this.store?.state.picture;
    if (!part || !picture || !this.store) return;
    const { layout } = part.tensor;
    const index =
      elementIn(part.step, this.store.state.selection, picture.steps) ?? layout.shape.map(() => 0);
    const slice = layout.axes.findIndex(
      (_, axis) => axis > 0 && ![layout.rowAxis, layout.colAxis, layout.groupAxis].includes(axis),
    );
    step(index, layout.shape, layout.rowAxis, dy);
    step(index, layout.shape, layout.colAxis, dx);
    if (slice >= 0) step(index, layout.shape, slice, page);
    else if (layout.groupAxis >= 0) step(index, layout.shape, layout.groupAxis, page);
    if (hold) this.store.trace(part.step.id, index);
    else this.store.selectElement(part.step.id, index);
  }
}

/** @param {number[]} index @param {readonly number[]} shape @param {number} axis @param {number} by */
function step(index, shape, axis, by) {
  index[axis] = Math.min(shape[axis] - 1, Math.max(0, index[axis] + by));
}
