import { css, html } from "lit";

/** Numbers in a table: what they are of at the left, all else from the right. */
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

/** @param {readonly unknown[]} names of the columns, the first of what the rows are of @param {readonly (readonly unknown[])[]} rows */
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
