import { css } from "lit";
import { bareField } from "../../kit/elements/fields.js";

/** Styles of the controls of settings. */
export const controlStyles = css`
  :host {
    font-size: 13px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  /* No wider than the row above, so that the row does not move. */
  .more {
    margin-top: 6px;
    contain: inline-size;
  }
  label {
    display: flex;
    align-items: center;
    gap: 6px;
    height: 30px;
    padding: 0 7px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: var(--_muted);
  }
  label:focus-within {
    border-color: var(--_edge);
  }
  label.wrong {
    border-color: var(--_T);
  }
  label::before {
    content: "";
    width: 7px;
    height: 7px;
    border-radius: 2px;
    background: currentColor;
  }
  button {
    height: 30px;
    padding: 0 7px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: none;
    color: var(--_muted);
  }
  .pair {
    display: flex;
  }
  .about {
    width: 26px;
    margin-left: -1px;
    padding: 0;
    border-radius: 0 8px 8px 0;
    background: var(--_card);
  }
  label:has(+ .about) {
    padding-right: 4px;
    border-radius: 8px 0 0 8px;
  }
  button[aria-expanded="true"] {
    border-color: var(--_edge);
  }
  label.plain::before {
    display: none;
  }
  label[data-axis="model"]::before {
    background: var(--_model);
  }
  label[data-axis="d"]::before {
    background: var(--_d);
  }
  label[data-axis="H"]::before {
    background: var(--_H);
  }
  input,
  select {
    ${bareField}
    border-radius: 4px;
  }
  input {
    min-width: 2ch;
    max-width: 11ch;
    field-sizing: content;
    appearance: textfield;
  }
  input::-webkit-inner-spin-button {
    display: none;
  }
  select {
    appearance: none;
    field-sizing: content;
    cursor: pointer;
  }
  option {
    background: var(--_card);
    color: var(--_ink);
  }
  @container (min-width: 1280px) and (max-width: 1399px) {
    .row {
      gap: 6px 4px;
    }
    label,
    .row > button {
      padding-inline: 5px;
    }
  }
  .problem {
    margin: 8px 0 0;
    color: var(--_ink);
  }
  .problem b {
    color: var(--_T);
  }
  .problem span {
    color: var(--_muted);
  }
  .offers {
    margin-top: 6px;
  }
  .offers button {
    border-style: dashed;
    border-color: var(--_edge);
  }
  .offers b {
    color: var(--_ink);
    font-weight: 600;
  }
`;
