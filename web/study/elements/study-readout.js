import { css, html } from "lit";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { say, stop } from "../../kit/text/words.js";
import { axisValue } from "../state/axes.js";
import { headsOf } from "../state/study-types.js";
import { STUDY_POINTS } from "../words.js";
import { StudyPanel, halfSaid, valueSaid } from "./study-panel.js";

/** @import { Result } from "../state/study-store.js" */
/** @import { Head } from "../state/study-types.js" */

/** What the head under the pointer has on both axes, or the selected one. Apart from the points, so that a pointer that moves renders little. */
export class StudyReadout extends StudyPanel {
  static styles = [
    StudyPanel.styles,
    css`
      p {
        min-height: 3em;
        font-size: 13px;
      }
    `,
  ];

  render() {
    const { result, kept, pointed, selected, x, y } = this.page?.state ?? {};
    if (!result || !selected || !x || !y) return html``;
    const words = say(STUDY_POINTS, this);
    const head = pointed ?? selected;
    const said = (/** @type {Result} */ each) =>
      words.readout(this.#interval(each, head, x), this.#interval(each, head, y));
    const missing = withoutPoint(result, x, y);
    return html`<p>
      <b>${capitalize(headName(head.layer, head.head, this))}</b>${words.colon}
      ${(kept ? [kept, result] : [result]).map(said).join(words.then)}${stop(this)}
      <span class="quiet"
        >${missing ? words.without(missing) : ""} <span class="act">${words.press}</span></span
      >
    </p>`;
  }

  /** @param {Result} result @param {Head} head @param {string} axis */
  #interval(result, head, axis) {
    const { layers, heads } = result.study;
    if (head.layer >= layers || head.head >= heads) return "–";
    const { value, half } = axisValue(result, head, axis);
    if (!Number.isFinite(value)) return "–";
    const said = valueSaid(axis, value);
    return Number.isFinite(half) ? say(STUDY_POINTS, this).interval(said, halfSaid(axis, half)) : said;
  }
}

/** How many heads lack one of the axes. @param {Result} result @param {string} x @param {string} y */
const withoutPoint = (result, x, y) =>
  headsOf(result.study).filter((head) =>
    [x, y].some((axis) => !Number.isFinite(axisValue(result, head, axis).value)),
  ).length;
