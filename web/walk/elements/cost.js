import { css, html } from "lit";
import { Panel } from "../../kit/elements/panel.js";
import { Panels } from "../../kit/elements/panels.js";

import { WALK } from "../words.js";
import { say } from "../../kit/text/words.js";

/** The cost meter, loaded on first use. */
const PANELS = new Panels({
  "mha-cost-meter": () => import("./cost-meter.js").then((module) => module.CostMeter),
});

/** The cost of a forward pass, in a fold. */
export class Cost extends Panel {
  static properties = { ...Panel.properties, asked: { state: true } };

  static styles = [
    Panel.styles,
    css`
      :host {
        font-size: 13px;
      }
      summary {
        width: fit-content;
        padding: 4px 0;
        font-size: 16px;
        font-weight: 650;
        cursor: pointer;
      }
    `,
  ];

  constructor() {
    super();
    this.asked = false;
    PANELS.openFor(this, "mha-cost-meter", () => this.asked);
  }

  /** While the fold is closed, the meter keeps the chosen size and renders nothing. */
  render() {
    const { asked, store } = this;
    const meter = html`<mha-cost-meter .store=${asked ? store : null}></mha-cost-meter>`;
    return html`<details
      @toggle=${(/** @type {ToggleEvent} */ { newState }) => (this.asked = newState === "open")}
    >
      <summary>${say(WALK, this).costsWhat}</summary>
      ${PANELS.orTrouble("mha-cost-meter", meter, this)}
    </details>`;
  }
}
