import { css, html } from "lit";
import { focus } from "../../kit/elements/follow.js";
import { say } from "../../kit/text/words.js";
import { STUDY_POINTS } from "../words.js";
import { StudyPanel } from "./study-panel.js";

/** @import { StudySource } from "./study-source.js" */

/** Many sentences: the text, all heads as points, and one head. */
export class StudyView extends StudyPanel {
  static styles = [
    StudyPanel.styles,
    css`
      :host {
        container-type: inline-size;
      }
      .two {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 18px 56px;
        margin-top: 10px;
      }
      .wide {
        grid-column: 1 / -1;
      }
      .keep {
        margin-top: 8px;
      }
      mha-study-pair {
        margin-top: 18px;
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  constructor() {
    super();
    // A press of “Keep” or “Stop comparing” removes the button.
    this.addEventListener("focuslost", (event) => {
      const source = this.renderRoot.querySelector("mha-study-source");
      if (event.composedPath()[0] === this && source)
        focus(/** @type {StudySource} */ (source), ".progress button");
    });
  }

  render() {
    const { result, kept, subject, running } = this.page?.state ?? {};
    const keeps = result && subject && !kept && !running;
    return html`<mha-study-source .store=${this.store}></mha-study-source> ${
        result
          ? html`<div class="two">
              <section class=${kept ? "wide" : ""}>
                <mha-study-points .store=${this.store}></mha-study-points>
                ${keeps ? html`<button class="button keep" @click=${() => this.page.keep()}>${say(STUDY_POINTS, this).keep}</button>` : ""}
              </section>
              ${kept ? this.#pair() : ""}
              <section><mha-study-head .store=${this.store}></mha-study-head></section>
            </div>`
          : this.#pair()
      }`;
  }

  #pair() {
    return this.page?.state.kept
      ? html`<section><mha-study-pair .store=${this.store}></mha-study-pair></section>`
      : "";
  }
}
