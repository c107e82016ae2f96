import { css } from "lit";

/** Styles of the file field and the result. */
export const checkStyles = css`
  :host {
    display: block;
  }
  .card {
    padding: 14px 18px 16px;
    border: 1px dashed var(--_edge);
    border-radius: 9px;
    background: var(--_card);
  }
  .card.over {
    border-color: var(--_ink);
    background: var(--_paper);
  }
  label {
    display: block;
    margin-bottom: 8px;
    font-size: 16px;
    font-weight: 600;
  }
  input {
    max-width: 100%;
    min-height: 32px;
    font: inherit;
  }
  input::file-selector-button,
  button {
    min-height: 32px;
    margin: 0 8px 0 0;
    padding: 3px 12px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: inherit;
    font: inherit;
    cursor: pointer;
  }
  .note {
    margin: 8px 0 0;
    color: var(--_muted);
    font-size: 13px;
  }
  .verdict p,
  [role="alert"] {
    margin: 12px 0 0;
    overflow-wrap: anywhere;
  }
  [role="alert"] {
    color: var(--_T);
  }
  [role="alert"]:empty {
    margin: 0;
  }
  .after {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 10px;
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
  @media print {
    .card {
      display: none;
    }
  }
`;
