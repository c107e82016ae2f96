import { css, html } from "lit";
import { OVER_IMAGE } from "../text/over-image.js";
import { say } from "../text/words.js";
import { choiceStyles } from "./choice.js";
import { lookChoices } from "./look-controls.js";

/** One head over an image, large: its name and views, what is seen, and the tokens that are no patches. */
export const overImageStyles = css`
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    font-size: 13px;
  }
  p {
    margin: 6px 0 8px;
    font-size: 13px;
    color: var(--_muted);
  }
  .looks {
    min-height: 2lh;
  }
  .most {
    min-height: 2lh;
    margin: 4px 0;
    color: var(--_ink);
  }
  .asks {
    color: var(--_T);
    font-weight: 600;
  }
  mha-figure {
    cursor: pointer;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin: 6px 0;
    font-size: 13px;
  }
  .row > button,
  .row select {
    min-height: 28px;
    padding: 0 10px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
  }
  .row > button[aria-pressed="true"] {
    border-color: var(--_T);
    color: var(--_T);
    font-weight: 600;
  }
  .row > button:hover {
    border-color: var(--_ink);
  }
`;

/** The choices of colours over an image. */
export const overlayChoiceStyles = [
  choiceStyles,
  css`
    .opacity {
      display: flex;
      align-items: center;
      gap: 6px;
    }
    .opacity input {
      width: 110px;
      min-height: 24px;
      accent-color: var(--_accent);
    }
  `,
];

/**
 * How weights are coloured over an image.
 * @typedef {object} OverlayLook
 * @property {boolean} shared   whether heads share one scale
 * @property {boolean} log      whether colours use a logarithmic scale
 * @property {"blue" | "viridis" | "cividis"} colormap
 * @property {number} opacity   of the largest weight
 */

/**
 * The choices of colours over an image, for a menu.
 * @param {OverlayLook} look @param {(change: Partial<OverlayLook>) => void} choose @param {import("../text/words.js").Localized} speaker
 */
export function overlayChoices({ shared, opacity, ...look }, choose, speaker) {
  const choices = lookChoices(
    { ...look, each: !shared },
    ({ each, ...change }) => choose(each === undefined ? change : { shared: !each }),
    speaker,
  );
  return html`${choices.scale}${choices.values}${choices.colours}<label class="opacity"
      >${say(OVER_IMAGE, speaker).opacity}
      <input
        type="range"
        min="0.2"
        max="1"
        step="0.05"
        .value=${String(opacity)}
        @input=${(/** @type {Event} */ event) => choose({ opacity: Number(/** @type {HTMLInputElement} */ (event.target).value) })}
    /></label>`;
}
