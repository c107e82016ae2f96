import { css, html } from "lit";

/** A table of numbers: row names at the left, numbers right-aligned. */
export const tableStyles = css`
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: 13px;
  }
  th,
  td {
    padding: 5px 0 5px 12px;
    border-bottom: 1px solid var(--_hairline);
    font-weight: 400;
    text-align: right;
  }
  th:first-child {
    padding-left: 0;
    text-align: left;
  }
  thead th {
    color: var(--_muted);
  }
`;

/** @param {readonly unknown[]} names names of the columns; the first is the column of row names @param {readonly (readonly unknown[])[]} rows */
export const table = (names, rows) =>
  html`<table>
    <thead>
      <tr>
        ${names.map((name) => (name ? html`<th scope="col">${name}</th>` : html`<td></td>`))}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([of, ...cells]) =>
          html`<tr>
            <th scope="row">${of}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
