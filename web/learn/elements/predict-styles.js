import { css } from "lit";

/** Styles of a question: a card with a row per answer. */
export const predictStyles = css`
  :host {
    display: block;
  }
  .card {
    padding: 14px 18px 16px;
    border: 1px solid var(--_hairline);
    border-radius: 9px;
    background: var(--_card);
  }
  .ways {
    display: grid;
    gap: 8px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .asks {
    padding: 0 0 10px;
    font-size: 16px;
    font-weight: 600;
    line-height: 1.4;
  }
  .option {
    display: flex;
    align-items: baseline;
    gap: 8px;
    min-height: 36px;
    padding: 6px 12px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    cursor: pointer;
  }
  .option:hover {
    border-color: var(--_edge);
  }
  fieldset:disabled .option {
    cursor: default;
  }
  fieldset:disabled .option:hover:not(.right, .wrong) {
    border-color: var(--_hairline);
  }
  .option:has(:focus-visible) {
    outline: 2px solid var(--_ink);
    outline-offset: 2px;
  }
  .option :is(input, .dot) {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    outline: none;
    translate: 0 2px;
    accent-color: var(--_ink);
  }
  .option .dot {
    align-self: center;
    translate: none;
    border: 1px solid var(--_edge);
    border-radius: 50%;
  }
  .mark:empty {
    display: none;
  }
  .mark {
    font-weight: 600;
  }
  .given {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .right {
    border-color: var(--_d);
  }
  .right .mark {
    color: var(--_d);
  }
  .wrong {
    border-color: var(--_T);
  }
  .wrong .mark {
    color: var(--_T);
  }
  .guess {
    color: var(--_muted);
    font-size: 13px;
  }
  .code {
    display: grid;
    overflow-x: auto;
    padding: 4px 0;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
  }
  .code .option {
    align-items: center;
    min-height: 26px;
    padding: 1px 10px;
    border-color: transparent;
    border-radius: 0;
  }
  .code .option.right {
    border-color: var(--_d);
  }
  .code .option.wrong {
    border-color: var(--_T);
  }
  .code .option:has(:focus-visible) {
    outline-offset: -2px;
  }
  .code .option :is(input, .dot) {
    translate: none;
  }
  .code .given {
    overflow-wrap: normal;
  }
  code {
    font-family: var(--_mono);
    font-size: 13px;
    white-space: pre;
  }
  .typed {
    min-width: 0;
    width: min(100%, 320px);
    min-height: 36px;
    padding: 3px 10px;
    border: 1px solid var(--_edge);
    border-radius: 8px;
    background: var(--_paper);
    font-family: var(--_mono);
  }
  .press {
    min-height: 32px;
  }
  button {
    justify-self: start;
    min-height: 32px;
    padding: 3px 12px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
  }
  .check {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_paper);
  }
  .after {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 10px;
  }
  [role="status"] p,
  .note {
    margin: 10px 0 0;
  }
  .note {
    color: var(--_muted);
    font-size: 13px;
  }
  @media print {
    .check,
    .after {
      display: none;
    }
  }
`;
