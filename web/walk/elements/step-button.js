import { css, html } from "lit";

/** Round buttons that step and play; pale at the end. */
export const stepButtonStyles = css`
  .step {
    width: 30px;
    height: 30px;
    flex: none;
    padding: 0;
    border: 1px solid var(--_hairline);
    border-radius: 50%;
    background: var(--_card);
    font: 12.5px/1 var(--_sans);
  }
  .step[aria-disabled="true"] {
    opacity: 0.4;
    cursor: default;
  }
`;

/**
 * @param {string} label
 * @param {string} sign
 * @param {() => void} go
 * @param {boolean} [isEnd] whether there is nothing to step to; the button keeps the focus but does nothing
 * @param {string} [kind] class for styles
 */
export const stepButton = (label, sign, go, isEnd = false, kind = "") =>
  html`<button class="step ${kind}" aria-label=${label} aria-disabled=${isEnd} @click=${go}>${sign}</button>`;
