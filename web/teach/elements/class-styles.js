import { css } from "lit";

/** Styles of the table of a class. */
export const classStyles = css`
  .card {
    max-width: 760px;
  }
  [role="status"] {
    margin-top: 14px;
    color: var(--_muted);
    font-size: 13px;
  }
  .table {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  th,
  td {
    padding: 5px 14px 5px 0;
    border-bottom: 1px solid var(--_hairline);
    font-weight: 400;
    text-align: start;
    vertical-align: bottom;
    white-space: nowrap;
  }
  tfoot :is(th, td) {
    border: 0;
    font-weight: 600;
  }
  /* Titles stand upright, so that a course fits on a screen. */
  .up {
    display: block;
    max-height: 190px;
    color: var(--_muted);
    writing-mode: vertical-rl;
    rotate: 180deg;
  }
  small {
    color: var(--_muted);
    font-size: 12.5px;
  }
  .none {
    color: var(--_muted);
  }
  .done {
    color: var(--_d_k);
    font-weight: 600;
  }
  h3 {
    margin: 18px 0 4px;
    font-size: 15px;
  }
  ol {
    margin: 0;
    padding-left: 24px;
  }
  li {
    padding: 2px 0;
  }
  a {
    color: inherit;
    text-underline-offset: 3px;
  }
  .after {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 14px;
  }
`;
