import { css } from "lit";
import { textField } from "../../kit/elements/fields.js";
import { waysStyles } from "../../kit/elements/ways.js";
import { BANDS, RIGHT } from "../draw/columns.js";
import { LINE } from "../draw/rows.js";

/** Styles of the three moves: text at the left and columns at the right or, with rows, a text above each picture. */
export const movesStyles = css`
  :host {
    container-type: inline-size;
  }
  .sheet {
    padding: 6px 0 10px;
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 16px;
    margin-bottom: 10px;
  }
  h2 {
    margin: 0;
    font-size: 27px;
    line-height: 1.3;
    font-weight: 650;
  }
  em {
    font-style: normal;
    font-weight: 650;
    color: var(--_T);
  }
  .top p {
    margin: 0;
    font-size: 15px;
    color: var(--_muted);
  }
  h3 {
    margin: 0;
    font-size: 16px;
    font-weight: 650;
  }
  h3 span {
    margin-right: 6px;
    font-weight: 400;
    color: var(--_muted);
  }
  .move {
    font-size: 13px;
    line-height: 1.4;
  }
  .move p {
    margin: 4px 0;
    text-wrap: pretty;
  }
  .move code {
    color: var(--_muted);
    font-size: 12.5px;
  }
  button.token {
    min-width: 24px;
    min-height: 30px;
    padding: 0;
    overflow: hidden;
    border: 0;
    border-radius: 4px;
    background: none;
    color: var(--_muted);
    font-size: inherit;
    white-space: nowrap;
    cursor: pointer;
  }
  @media (hover: hover) {
    button.token:hover {
      background: var(--_token-wash);
      color: var(--_ink);
    }
  }
  .token[aria-pressed="true"] {
    color: var(--_T);
    font-weight: 650;
  }
  .best {
    color: var(--_ink) !important;
    font-weight: 650;
  }
  .picture {
    position: relative;
    min-width: 0;
  }
  .bars {
    position: absolute;
    inset: 0 auto auto 0;
    display: grid;
  }
  .bars button {
    height: auto;
    min-width: 0;
    min-height: 0;
    border: 1px solid transparent;
    color: transparent;
  }
  .bars button:hover,
  .heads button:hover {
    background: none;
  }
  .bars button[aria-expanded="true"] {
    border-color: var(--_ink);
    background: none;
    color: transparent;
  }
  /* Columns. */
  .columns {
    display: grid;
    grid-template: auto ${BANDS.ask}px ${BANDS.share}px ${BANDS.mix}px / minmax(190px, 236px) minmax(0, 1fr);
    column-gap: 32px;
  }
  .columns .words {
    grid-column: 2;
    display: grid;
    padding-right: ${RIGHT}px;
  }
  .columns .move {
    grid-column: 1;
    align-self: center;
  }
  .columns .picture {
    grid-area: 2 / 2 / 5 / 3;
  }
  .columns .bars {
    right: ${RIGHT}px;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    height: ${BANDS.ask}px;
  }
  .words,
  .whole .words {
    position: relative;
  }
  .switch {
    position: absolute;
    right: 14px;
    bottom: 3px;
    min-height: 24px;
    padding: 0 8px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
    color: var(--_ink);
    font-size: 14px;
    cursor: pointer;
  }
  .switch:hover {
    border-color: var(--_ink);
  }
  @media (hover: hover) {
    .bars button:hover {
      border-color: var(--_ink);
      color: transparent;
    }
    .heads button:hover {
      outline: 1px solid var(--_ink);
      color: transparent;
    }
  }
  .last {
    text-decoration: underline;
    text-decoration-thickness: 2px;
    text-underline-offset: 5px;
  }
  /* Rows. */
  .rows {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(284px, 100%), 1fr));
    gap: 22px 32px;
  }
  .rows .words {
    display: flex;
    flex-wrap: wrap;
    grid-column: 1 / -1;
    gap: 2px 10px;
    align-items: center;
    font-size: 17px;
  }
  .rows .switch {
    position: static;
  }
  .rows .bars {
    right: 0;
    grid-auto-rows: ${LINE}px;
  }
  .rows .room {
    min-height: 122px;
  }
  .says {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    align-items: baseline;
    justify-content: space-between;
    margin: 6px 0 12px;
    font-size: 15px;
  }
  .says p {
    flex: 1 1 auto;
    margin: 0;
  }
  /* Reserves the size of the menu button before the element is defined. */
  mha-save {
    min-width: 36px;
    min-height: 26px;
    text-align: right;
  }
  .key {
    font-size: 12.5px;
    color: var(--_muted);
  }
  .key i {
    display: inline-block;
    width: 9px;
    height: 9px;
    margin: 0 4px 0 10px;
    border-radius: 2px;
  }
  .above {
    background: var(--_d);
  }
  .below {
    background: var(--_muted);
  }
  .whole {
    display: grid;
    gap: 8px;
    align-content: start;
    margin-bottom: 12px;
  }
  @container (min-width: 900px) {
    .whole:not(.side-by-side) {
      min-height: ${BANDS.ask + BANDS.share + BANDS.mix + 72}px; /* as high as the moves, so that the buttons stay in place */
    }
  }
  .whole p {
    margin: 0;
    font-size: 15px;
  }
  .whole .words {
    display: grid;
    padding-right: ${RIGHT}px;
  }
  .heads {
    position: absolute;
    inset: 0;
    display: grid;
  }
  .heads button {
    border: 0;
    background: none;
    color: transparent;
    cursor: pointer;
  }
  ${waysStyles}
  .ways {
    align-items: center;
  }
  .ways button {
    min-height: 40px;
  }
  .from {
    margin: 0 0 0 auto;
    font-size: 13px;
    color: var(--_muted);
  }
  .from a {
    color: inherit;
    text-underline-offset: 3px;
  }
  form {
    display: flex;
    gap: 8px;
    width: 100%;
    margin: 4px 0 8px;
  }
  form input {
    ${textField}
    flex: 1;
    color: var(--_ink);
    font: inherit;
    font-size: 16px;
  }
  form button {
    padding: 0 14px;
    border: 1px solid var(--_hairline);
    border-radius: 8px;
    background: var(--_card);
  }
  .product {
    position: absolute;
    z-index: 2;
    inset: ${BANDS.ask + 8}px 0 auto 0;
    max-width: 640px;
    padding: 12px 16px;
    border: 1px solid var(--_edge);
    border-radius: 9px;
    background: var(--_card);
  }
  .rows .product {
    position: static;
    grid-column: 1 / -1;
    margin-top: 8px;
  }
  .product .close {
    float: right;
    min-width: 28px;
    min-height: 28px;
    border: 1px solid var(--_hairline);
    border-radius: 7px;
    background: var(--_card);
  }
  @container (max-width: 699px) {
    h2 {
      font-size: 24px;
    }
    .ways button {
      flex: 1 1 auto;
      min-height: 44px;
    }
    .from {
      margin: 0;
    }
  }
  @media print {
    .ways,
    .switch,
    form {
      display: none;
    }
  }
`;
