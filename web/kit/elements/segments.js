import { css, html } from "lit";

/** A segmented control. The button of the current choice is pressed. */
export const segmentStyles = css`
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    max-width: 100%;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
  }
  .segments button {
    min-height: 28px;
    padding: 0 7px;
    border: 0;
    border-radius: 7px;
    background: none;
    color: var(--_muted);
  }
  .segments button:hover {
    color: var(--_ink);
  }
  .segments button[aria-pressed="true"] {
    background: var(--_accent);
    color: var(--_card);
    font-weight: 600;
  }
`;

/**
 * @param {string} label
 * @param {readonly string[]} ways
 * @param {Readonly<Record<string, string>>} said  labels by value
 * @param {string} chosen
 * @param {(way: string) => void} choose
 */
export const segments = (label, ways, said, chosen, choose) =>
  html`<span class="segments" role="group" aria-label=${label}>
    ${ways.map(
      (way) =>
        html`<button aria-pressed=${way === chosen} @click=${() => choose(way)}>${said[way] ?? way}</button>`,
    )}
  </span>`;
