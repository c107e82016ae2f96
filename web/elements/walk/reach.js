import { css, html } from "lit";
import { areWeights } from "../../state/quantity.js";

export const reachStyles = css`
  .reach {
    display: flex;
    align-items: center;
    gap: 6px;
    width: fit-content;
    margin-left: auto;
    color: var(--_muted);
    font-size: 13px;
  }
  .reach button {
    min-height: 24px;
    padding: 0;
    border: 0;
    border-radius: 7px;
    background: none;
  }
  .reach [aria-pressed="true"] {
    color: var(--_ink);
    font-weight: 600;
  }
`;

/**
 * How far the colours of attention reach, where any of these steps is attention.
 * @param {import("../../state/store.js").Store} store
 * @param {import("../../state/picture.js").Picture} picture
 * @param {readonly string[]} ids
 */
export function reach(store, { steps }, ids) {
  if (!steps.some((step) => ids.includes(step.id) && areWeights(step, steps))) return "";
  const to = (/** @type {boolean} */ largest, /** @type {string} */ label) =>
    html`<button aria-pressed=${store.state.largest === largest} @click=${() => store.scaleTo(largest)}>
      ${label}
    </button>`;
  return html`<div class="reach" role="group" aria-label="Colours of attention">
    attention: ${to(false, "0 to 1")} · ${to(true, "to the largest")}
  </div>`;
}
