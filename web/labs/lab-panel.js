import { css, html } from "lit";
import { shownItemPicture } from "../kit/state/batch-item.js";
import { Panel } from "../kit/elements/panel.js";
import { choiceStyles } from "../kit/elements/choice.js";
import { tableStyles } from "../kit/elements/table.js";
import { say } from "../kit/text/words.js";
import { LABS_SAY } from "./words.js";

/** @typedef {import("../core/index.js").Core} Core */
/** @typedef {import("../kit/state/picture.js").Picture} Picture */
/** @typedef {import("../kit/draw/marks.js").Surface} Surface */

/** A lab: its picture at the left, controls and results at the right. */
export class LabPanel extends Panel {
  static styles = [
    Panel.styles,
    choiceStyles,
    tableStyles,
    css`
      .two {
        display: grid;
        grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
        gap: 14px 36px;
      }
      .turn {
        display: flex;
        flex-wrap: wrap;
        gap: 6px 14px;
        align-items: center;
        margin-bottom: 12px;
        font-size: 13px;
        color: var(--_muted);
      }
      .turn label {
        display: inline-flex;
        gap: 6px;
        align-items: center;
        min-height: 24px;
      }
      .turn button:not(.link),
      select,
      input[type="number"] {
        min-height: 28px;
        padding: 0 8px;
        border: 1px solid var(--_hairline);
        border-radius: 8px;
        background: var(--_card);
        color: var(--_ink);
      }
      .turn .choice {
        flex: 0 1 auto;
        flex-wrap: wrap;
      }
      .turn .choice button:not(.link) {
        min-height: 24px;
        padding: 0;
        border: 0;
        background: none;
        color: inherit;
      }
      .turn .choice [aria-pressed="true"]:not(.link) {
        color: var(--_ink);
      }
      input[type="number"] {
        width: 8ch;
      }
      input[type="range"] {
        min-height: 24px;
        accent-color: var(--_ink);
      }
      h3 {
        margin: 14px 0 4px;
        font-size: 13px;
        font-weight: 600;
      }
      p {
        margin: 0 0 8px;
        font-size: 13px;
        text-wrap: pretty;
      }
      .how {
        color: var(--_muted);
      }
      .alarm {
        padding: 8px 12px;
        border: 1px solid var(--_T);
        border-radius: 8px;
        background: var(--_card);
      }
      @container (max-width: 879px) {
        .two {
          grid-template-columns: minmax(0, 1fr);
        }
      }
    `,
  ];

  /** The last computed answer, and its inputs. @type {{ of: readonly unknown[], answer: unknown } | null} */
  #last = null;

  /**
   * Returns the last answer while the inputs `of` are the same, because every drawing asks for it.
   * @template Answer
   * @param {readonly unknown[]} of @param {() => Answer} work @returns {Answer}
   */
  once(of, work) {
    if (!this.#last || of.some((each, i) => each !== this.#last?.of[i])) this.#last = { of, answer: work() };
    return /** @type {Answer} */ (this.#last.answer);
  }

  /** The picture of one sentence; for a batch, of the selected sentence. */
  get picture() {
    return shownItemPicture(this.store);
  }

  /** Resolves when the lab can draw, for files. */
  async prepared() {}

  /** The lab's picture, for files. @param {Surface} _surface @returns {import("../kit/draw/marks.js").Scene} */
  pictureOn(_surface) {
    throw new Error("this lab has no picture of its own");
  }

  /** The picture's numbers, as a table. @returns {import("../kit/elements/as-table.js").Numbers} */
  get numbers() {
    throw new Error("this lab has no numbers of its own");
  }
}

/** A lab that needs the core, not only the picture of the layer. */
export class CoreLabPanel extends LabPanel {
  /** The core and the picture; null before there is a picture of a layer. @returns {{ core: Core, picture: Picture } | null} */
  get #ready() {
    const { picture } = this;
    const core = this.store?.core;
    return core && picture?.layer ? { core, picture } : null;
  }

  render() {
    const ready = this.#ready;
    return ready ? this.renderLab(ready.core, ready.picture) : html``;
  }

  /** @param {Core} _core @param {Picture} _picture @returns {unknown} */
  renderLab(_core, _picture) {
    return html``;
  }

  /** The core and the picture, for files. @throws {Error} before there is a picture of a layer */
  get subject() {
    const ready = this.#ready;
    if (!ready) throw new Error(say(LABS_SAY, this).loading);
    return ready;
  }
}
