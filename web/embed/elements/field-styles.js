import { css } from "lit";
import { bareField } from "../../kit/elements/fields.js";

/** Styles of groups of fields, and of messages about invalid values. */
export const fieldStyles = css`
  .group {
    margin-top: 14px;
  }
  .label {
    display: block;
    margin-bottom: 5px;
    color: var(--_muted);
  }
  .fields {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  .fields > mha-sentence,
  .fields > mha-controls {
    flex: 1 1 100%;
    min-width: 0;
  }
  .field {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    max-width: 100%;
    min-height: 30px;
    padding: 0 7px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: var(--_muted);
  }
  .field:focus-within {
    border-color: var(--_edge);
  }
  .field.wrong {
    border-color: var(--_T);
  }
  .wide {
    flex: 1 1 100%;
  }
  .wide span {
    flex: none;
  }
  .field .mono {
    font-size: 12.5px;
  }
  .field input:not([type="checkbox"]),
  .field select {
    min-width: 0;
    ${bareField}
    border-radius: 4px;
  }
  .field select {
    appearance: none;
    field-sizing: content;
    max-width: 220px;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  .field input[type="number"] {
    min-width: 3ch;
    field-sizing: content;
    appearance: textfield;
  }
  .field input::-webkit-inner-spin-button {
    display: none;
  }
  .field input[type="color"] {
    width: 24px;
    height: 24px;
    padding: 2px;
    cursor: pointer;
  }
  .field input[type="color"]::-webkit-color-swatch-wrapper {
    padding: 0;
  }
  .field input[type="color"]::-webkit-color-swatch {
    border: 1px solid var(--_edge);
    border-radius: 4px;
  }
  .field label {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .field label input {
    width: 8ch;
  }
  .field input[type="checkbox"] {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--_ink);
  }
  .wide input {
    flex: 1;
  }
  .field input::placeholder {
    color: var(--_muted);
    font-weight: 400;
  }
  option {
    background: var(--_card);
    color: var(--_ink);
  }
  details .field {
    margin-top: 6px;
  }
  .fields .field {
    margin-top: 0;
  }
  .chip {
    min-height: 30px;
    padding: 0 9px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: var(--_muted);
  }
  .chip[aria-pressed="true"] {
    border-color: var(--_edge);
    color: var(--_ink);
  }
  .chip.mono {
    min-height: 26px;
    padding: 0 7px;
    font-size: 12.5px;
  }
  summary {
    min-height: 28px;
    margin-top: 12px;
    padding-top: 4px;
    color: var(--_muted);
    cursor: pointer;
  }
  details details .fields {
    margin-top: 6px;
  }
  .rest summary {
    margin-top: 0;
  }
  .invalid {
    flex: 1 1 100%;
    margin: 4px 0 0;
    color: var(--_ink);
    overflow-wrap: anywhere;
  }
  .invalid::before {
    content: "! ";
    color: var(--_T);
    font-weight: 600;
  }
`;
