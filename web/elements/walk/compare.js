import { css, html } from "lit";
import { compareScene } from "../../draw/compare.js";
import { areWeights } from "../../state/quantity.js";
import { toldOf } from "../../text/fault-words.js";
import { Panel } from "../base/panel.js";
import { sizesOf } from "../base/shape.js";
import { PANELS } from "./panels.js";

/** @import { Surface } from "../../draw/marks.js" */
/** @import { Store } from "../../state/store.js" */

/** The wrong path beside the right one, in place of the stage. */
export class Compare extends Panel {
  static styles = [
    Panel.styles,
    css`
      :host {
        min-width: 0;
      }
    `,
  ];

  constructor() {
    super();
    PANELS.openFor(this, "mha-reach", () => {
      const view = this.store && compareView(this.store);
      return view && showsWeights(view);
    });
  }

  render() {
    const { store } = this;
    const view = store && compareView(store);
    if (!view) return html``;
    return html`<mha-figure
        label=${`${view.title}: right and wrong side by side`}
        .draw=${(/** @type {Surface} */ surface) => compareScene(view, surface)}
      ></mha-figure>
      ${showsWeights(view) ? PANELS.orTrouble("mha-reach", html`<mha-reach .store=${store}></mha-reach>`) : ""}`;
  }
}

/** @param {NonNullable<ReturnType<typeof compareView>>} view */
const showsWeights = ({ comparison: { right }, shows }) =>
  right.steps.some((step) => shows.includes(step.id) && areWeights(step, right.steps));

/** Null where no wrong path is shown. @param {Store} store */
function compareView(store) {
  const { comparison, largest } = store.state;
  const words = comparison && toldOf(comparison.fault);
  if (!comparison || !words) return null;
  const sizes = sizesOf(comparison.right);
  const code = { right: words.right(sizes), wrong: words.chip(sizes) };
  return {
    comparison,
    shows: words.shows,
    code,
    selection: store.selection,
    largest,
    title: words.title(sizes),
  };
}

/** @param {Store} store on a wrong path @param {Surface} surface */
export function comparePicture(store, surface) {
  const view = /** @type {NonNullable<ReturnType<typeof compareView>>} */ (compareView(store));
  return { scene: compareScene(view, surface), title: view.title };
}
