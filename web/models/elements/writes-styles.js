import { css } from "lit";
import { buttonShape } from "../../kit/elements/buttons.js";

/** Styles of the view of what wrote a piece: its parts in a table at the left, the pieces after each layer at the right. */
export const writesStyles = css`
  :host {
    font-size: 13px;
  }
  .two {
    display: grid;
    grid-template-columns: minmax(0, 1.25fr) minmax(0, 1fr);
    gap: 24px 56px;
  }
  h2 {
    font-size: 21px;
  }
  .stale {
    opacity: 0.5;
  }
  .pieces {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 10px 0;
  }
  .pieces button {
    ${buttonShape}
    white-space: nowrap;
  }
  .pieces button:hover {
    border-color: var(--_edge);
  }
  .pieces [aria-pressed="true"] {
    border-color: var(--_ink);
    font-weight: 600;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th {
    padding: 3px 0;
    font-weight: 400;
    text-align: start;
  }
  td {
    padding: 3px 0;
  }
  thead th {
    padding-bottom: 6px;
    font-size: 12.5px;
    color: var(--_muted);
  }
  .parts th:first-child {
    width: 9.5em;
  }
  .parts .value {
    width: 5.5em;
    padding-inline-start: 10px;
  }
  .parts .left {
    width: 6em;
    text-align: end;
  }
  .quiet th,
  .quiet td {
    color: var(--_muted);
  }
  .sum th,
  .sum td {
    padding-top: 8px;
    font-weight: 600;
  }
  .link {
    min-height: 24px;
    text-align: start;
  }
  .lens {
    table-layout: fixed;
    margin-top: 10px;
  }
  .cell bdi {
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  [aria-current="true"] {
    font-weight: 600;
  }
  .parts .at {
    width: 13em;
    padding-inline-start: 10px;
    color: var(--_muted);
  }
  .how {
    margin: 10px 0;
  }
  .choice {
    flex-wrap: wrap;
  }
  .lens th {
    width: 7em;
    white-space: nowrap;
    color: var(--_muted);
  }
  .lens td {
    padding: 3px;
  }
  .cell {
    display: grid;
    justify-items: center;
    padding: 3px 4px;
    border: 1px solid var(--_hairline);
    border-radius: 7px;
    overflow: hidden;
    background: color-mix(in srgb, var(--_ink) calc(var(--share) * 22%), var(--_card));
    white-space: nowrap;
  }
  .cell.own {
    border-color: var(--_H);
    background: color-mix(in srgb, var(--_H) calc(8% + var(--share) * 40%), var(--_card));
    font-weight: 600;
  }
  .cell small {
    font-size: 12.5px;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 14px;
  }
  @container (max-width: 879px) {
    .two {
      grid-template-columns: minmax(0, 1fr);
    }
    .parts .bars {
      width: 22%;
    }
    .parts th:first-child {
      width: 8em;
    }
    .lens th {
      width: 5.5em;
      white-space: normal;
    }
  }
  @container (max-width: 599px) {
    .parts .value {
      width: 3.5em;
    }
    .parts .at {
      display: none;
    }
    .parts .left {
      width: 4em;
    }
  }
  @media print {
    .pieces button:not([aria-pressed="true"]),
    progress {
      display: none;
    }
  }
`;
