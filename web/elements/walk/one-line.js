import { css, html } from "lit";
import { wordsOf } from "../../text/steps.js";
import { sizes } from "../base/shape.js";

/** The map where it is too narrow for one: a line that says where we are, between back and on. */
export const oneLineStyles = css`
  .compact {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    padding: 10px 0;
    text-align: center;
  }
  .compact strong {
    font-size: 15px;
    font-weight: 600;
  }
  .compact button {
    width: 32px;
    height: 32px;
    flex: none;
    border: 1px solid var(--_hairline);
    border-radius: 50%;
    background: var(--_card);
    font-size: 12.5px;
    line-height: 1;
  }
  .compact [aria-disabled="true"] {
    opacity: 0.4;
    cursor: default;
  }
`;

/**
 * @param {readonly import("../../core/types.js").Step[][]} stages
 * @param {string} current
 * @param {(by: number) => void} move  stages
 */
export function oneLine(stages, current, move) {
  const at = stages.findIndex((stage) => stage.some((step) => step.id === current));
  const step = stages[at].find(({ id }) => id === current);
  return html`<nav class="compact" aria-label="Steps">
    <button aria-label="Previous step" aria-disabled=${at === 0} @click=${() => move(-1)}>◀</button>
    <span>
      <strong>Step ${at + 1} of ${stages.length} · ${step ? wordsOf(step).name : ""}</strong><br />
      <span class="mono">${step ? sizes(step) : ""}</span>
    </span>
    <button aria-label="Next step" aria-disabled=${at === stages.length - 1} @click=${() => move(1)}>
      ▶
    </button>
  </nav>`;
}
