import { css, html } from "lit";
import { PICTURES } from "./pictures.js";
import { Embeddable } from "../kit/elements/embeddable.js";
import { withPatches } from "./with-patches.js";

/**
 * The heads: all at once, one large, measures, contributions, and the effects of removing heads.
 *
 * @tag mha-heads
 */
export class Heads extends withPatches(Embeddable) {
  static styles = [
    ...Embeddable.styles,
    css`
      mha-heads-page {
        min-height: 620px;
      }
    `,
  ];

  get showsSteps() {
    return false;
  }

  /** @returns {import("../kit/state/views.js").View} */
  get pictured() {
    return "heads";
  }

  /** @param {import("../kit/draw/marks.js").Surface} surface */
  pictureOn(surface) {
    return PICTURES[this.pictured](this.store, surface);
  }

  /** @param {boolean} drawable */
  renderReady(drawable) {
    const { store } = this;
    if (!drawable) return this.renderNothing();
    return html`${this.renderProblem()} <mha-heads-page .store=${store}></mha-heads-page>`;
  }
}
