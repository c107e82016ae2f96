import { css, html } from "lit";
import { Panel } from "../base/panel.js";
import { Opening, orTrouble } from "./panels.js";

/** What few ask for: folded away under its name, and loaded when it is first unfolded. */
class Fold extends Panel {
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

  #panel;
  #name;

  /** @param {string} panel its tag @param {string} name */
  constructor(panel, name) {
    super();
    this.#panel = panel;
    this.#name = name;
    this.asked = false;
    new Opening(this, panel, () => this.asked);
  }

  /** What is unfolded stays when it is folded again, as the reader left it, but has nothing to tell then. */
  render() {
    return html`<details
      @toggle=${(/** @type {ToggleEvent} */ { newState }) => (this.asked = newState === "open")}
    >
      <summary>${this.#name}</summary>
      ${orTrouble(this.#panel, this.unfolded(this.asked ? this.store : null))}
    </details>`;
  }

  /** @param {import("../../state/store.js").Store | null} _store @returns {unknown} */
  unfolded(_store) {
    return "";
  }
}

/** What a forward pass costs. */
export class Cost extends Fold {
  constructor() {
    super("mha-cost-meter", "What it costs");
  }

  /** @param {import("../../state/store.js").Store | null} store */
  unfolded(store) {
    return html`<mha-cost-meter .store=${store}></mha-cost-meter>`;
  }
}

/** The steps of a stage, in figures. */
export class SideBySide extends Fold {
  constructor() {
    super("mha-lanes", "Q, K and V side by side");
  }

  /** @param {import("../../state/store.js").Store | null} store */
  unfolded(store) {
    return html`<mha-lanes .store=${store}></mha-lanes>`;
  }
}
