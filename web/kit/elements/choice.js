import { css, html } from "lit";

/** A row of buttons for a few choices. The button of the current choice is pressed. */
export const choiceStyles = css`
  .choice {
    display: flex;
    flex: none;
    align-items: center;
    gap: 6px;
  }
  .choice button {
    min-width: 24px;
    min-height: 24px;
    padding: 0;
    border: 0;
    border-radius: 7px;
    background: none;
  }
  .choice [aria-pressed="true"] {
    color: var(--_ink);
    font-weight: 600;
  }
`;

/**
 * @template Way
 * @param {string} name @param {string} label for screen readers
 * @param {readonly [way: Way, said: string][]} ways @param {Way | undefined} chosen @param {(way: Way) => void} choose
 */
export const choice = (name, label, ways, chosen, choose) =>
  html`<span class="choice" role="group" aria-label=${label}>
    ${/[:：]$/.test(name) ? name : `${name}:`}
    ${ways.map(
      ([way, said], i) =>
        html`${i ? "·" : ""}
          <button aria-pressed=${way === chosen} @click=${() => choose(way)}>${said}</button>`,
    )}
  </span>`;
