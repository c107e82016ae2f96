import { css } from "lit";

/** Styles of the code's card and the row of downloads. */
export const codeStyles = css`
  .card {
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    overflow: hidden;
  }
  .bar {
    display: flex;
    justify-content: space-between;
    gap: 0 12px;
    padding: 0 12px;
    border-bottom: 1px solid var(--_hairline);
    font-size: 13px;
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0 14px;
    min-width: 0;
  }
  .bar button {
    height: 36px;
    padding: 0 2px;
    border: 0;
    border-bottom: 2px solid transparent;
    margin-bottom: -1px;
    background: none;
    color: var(--_muted);
  }
  .bar button:hover {
    color: var(--_ink);
  }
  .bar button:focus-visible {
    outline-offset: -3px;
    border-radius: 7px;
  }
  .bar button[aria-selected="true"] {
    border-bottom-color: var(--_ink);
    color: var(--_ink);
    font-weight: 600;
  }
  .copy {
    flex: none;
    min-width: 4.4em; /* fits "Copied", so that the button keeps its width */
    text-align: right;
  }
  pre {
    margin: 0;
    padding: 12px;
    min-height: 100px;
    max-height: 420px;
    overflow: auto;
    font: 12.5px/21px var(--_mono);
  }
  pre:focus-visible {
    outline-offset: -3px;
    border-radius: 8px;
  }
  .about {
    padding: 0 12px 10px;
    color: var(--_muted);
    font-size: 12.5px;
    overflow-wrap: anywhere;
  }
  .about p,
  .note {
    margin: 2px 0 0;
  }
  .note {
    margin-top: 10px;
    font-size: 13px;
    overflow-wrap: anywhere;
  }
  textarea {
    display: block;
    width: 100%;
    height: 160px;
    margin-top: 6px;
    padding: 8px 12px;
    border: 1px solid var(--_edge);
    border-radius: 8px;
    background: var(--_card);
    color: var(--_ink);
    font: 12.5px/21px var(--_mono);
  }
  .downloads {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 12px;
    font-size: 13px;
  }
  .downloads > * {
    display: inline-flex;
    align-items: center;
    min-height: 30px;
    padding: 0 12px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: inherit;
    text-decoration: none;
  }
  .downloads > a:first-child {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_card);
  }
`;
