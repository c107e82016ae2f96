import { css, html } from "lit";
import { stagePicture } from "../draw/stage-picture.js";
import { compareScene } from "../draw/compare.js";
import { compareView } from "../draw/compare-view.js";
import { areWeights } from "../../kit/state/quantity.js";
import { COMPARED } from "../../kit/text/compared.js";
import { say } from "../../kit/text/words.js";
import { Panel } from "../../kit/elements/panel.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { Store } from "../../kit/state/store.js" */

/** A wrong path beside the right one, instead of the stage. */
export class Compare extends Panel {
  static styles = [
    Panel.styles,
    css`
      :host {
        min-width: 0;
      }
    `,
  ];

  render() {
    const { store } = this;
    const view = store && compareView(store.state, this);
    if (!view) return html``;
    return html`<mha-figure
        label=${say(COMPARED, this).label(view.title)}
        .draw=${(/** @type {Surface} */ surface) => compareScene(view, surface)}
      ></mha-figure>
      ${showsWeights(view) ? html`<mha-reach .store=${store}></mha-reach>` : ""}
      <mha-save part="save" .picture=${stagePicture} .store=${store}></mha-save>`;
  }
}

/** @param {NonNullable<ReturnType<typeof compareView>>} view */
const showsWeights = ({ comparison: { right }, shows }) =>
  right.steps.some((step) => shows.includes(step.id) && areWeights(step, right.steps));
