import { css } from "lit";
import { choice, choiceStyles } from "../../kit/elements/choice.js";
import { Panel } from "../../kit/elements/panel.js";
import { WALK } from "../words.js";
import { say } from "../../kit/text/words.js";

/** Chooses the upper end of the colour scale of attention: 1, or the largest weight. */
export class ColourRange extends Panel {
  static waits = false;

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
    const { attention, colours, toOne, toLargest } = say(WALK, this);
    /** @type {readonly [boolean, string][]} */
    const ways = [
      [false, toOne],
      [true, toLargest],
    ];
    return choice(attention, colours, ways, store?.state.largest, (largest) => store?.scaleTo(largest));
  }
}
