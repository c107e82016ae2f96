import { css, html } from "lit";
import { Panel } from "../base/panel.js";
import { open } from "./panels.js";

/** What a forward pass costs, for those who ask. */
export class Cost extends Panel {
  static properties = { ...Panel.properties, asked: { state: true } };

  static styles = [
    Panel.styles,
    css`
      :host {
        display: block;
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
  }

  render() {
    return html`<details @toggle=${this.#toggle}>
      <summary>What it costs</summary>
      ${this.asked ? html`<mha-cost-meter .store=${this.store}></mha-cost-meter>` : ""}
    </details>`;
  }

  /** @param {ToggleEvent} event */
  #toggle({ newState }) {
    this.asked = newState === "open";
    if (this.asked) open("mha-cost-meter");
  }
}
