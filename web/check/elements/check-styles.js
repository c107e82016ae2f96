import { css } from "lit";

/** Styles of the result. */
export const checkStyles = css`
  :host {
    display: block;
  }
  .verdict p {
    margin: 12px 0 0;
    overflow-wrap: anywhere;
  }
  .after {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    margin-top: 10px;
  }
  .after a {
    color: inherit;
    text-underline-offset: 3px;
  }
  .table {
    overflow-x: auto;
    margin-top: 12px;
  }
  table {
    border-collapse: collapse;
    font-size: 13px;
  }
  caption {
    color: var(--_muted);
    text-align: start;
  }
  th,
  td {
    padding: 4px 12px 4px 0;
    border-top: 1px solid var(--_hairline);
    font-weight: 400;
    text-align: start;
    vertical-align: baseline;
  }
  thead th {
    border: 0;
    color: var(--_muted);
  }
  tbody th,
  td.number {
    font-family: var(--_mono);
    white-space: nowrap;
  }
  tr.first {
    background: var(--_paper);
    font-weight: 600;
  }
`;
