import { css, html } from "lit";
import { choice, choiceStyles } from "../base/choice.js";
import { Panel } from "../base/panel.js";

/** How far the colours of attention reach: to 1, or to the largest weight. */
export class Reach extends Panel {
  static styles = [
    Panel.styles,
    choiceStyles,
    css`
      :host {
        width: fit-content;
        margin-left: auto;
        color: var(--_muted);
        font-size: 13px;
      }
    `,
  ];

  render() {
    const { store } = this;
    return choice("attention", "Colours of attention", WAYS, store?.state.largest, (largest) =>
      store?.scaleTo(largest),
    );
  }
}

/** @type {readonly [boolean, string][]} */
const WAYS = [
  [false, "0 to 1"],
  [true, "to the largest"],
];
