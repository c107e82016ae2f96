import { css } from "lit";

/** A line per item: its name, bar and number. */
export const rankedStyles = css`
  .ranked {
    display: grid;
    grid-template-columns: max-content minmax(40px, 1fr) max-content;
    gap: 2px 10px;
    align-items: center;
    max-height: 300px;
    margin: 0 0 8px;
    padding: 0;
    overflow-y: auto;
    font-size: 13px;
    list-style: none;
    color: var(--_H);
  }
  .ranked li {
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    align-items: center;
  }
  .ranked button {
    min-height: 24px;
    padding: 0;
    border: 0;
    background: none;
    text-align: left;
    color: var(--_ink);
  }
  .ranked [aria-current="true"] {
    font-weight: 600;
  }
  .ranked .weight {
    color: var(--_ink);
    text-align: right;
  }
`;
