import { css, html } from "lit";
import { compareScene } from "../../draw/compare.js";
import { FAULTS } from "../../text/faults.js";
import { Panel } from "../base/panel.js";
import { sizesOf } from "../base/shape.js";
import { reach, reachStyles } from "./reach.js";

/** @import { Surface } from "../../draw/marks.js" */
/** @import { Store } from "../../state/store.js" */

/** The wrong path beside the right one, in place of the stage. */
export class Compare extends Panel {
  static styles = [
    Panel.styles,
    reachStyles,
    css`
      :host {
        min-width: 0;
      }
    `,
  ];

  render() {
    const view = this.store && compareView(this.store);
    if (!this.store || !view) return html``;
    return html`<mha-figure
        label=${`${view.title}: right and wrong side by side`}
        .draw=${(/** @type {Surface} */ surface) => compareScene(view, surface)}
      ></mha-figure>
      ${reach(this.store, view.comparison.right, view.shows)}`;
  }
}

/** Null where no wrong path is shown. @param {Store} store */
function compareView(store) {
  const { comparison, largest } = store.state;
  const words = comparison && FAULTS[comparison.fault];
  if (!comparison || !words) return null;
  const sizes = sizesOf(comparison.right);
  const code = { right: words.right(sizes), wrong: words.chip(sizes) };
  return { comparison, shows: words.shows, code, selection: store.selection, largest, title: words.title };
}

/** @param {Store} store on a wrong path @param {Surface} surface */
export function comparePicture(store, surface) {
  const view = /** @type {NonNullable<ReturnType<typeof compareView>>} */ (compareView(store));
  return { scene: compareScene(view, surface), title: view.title };
}
