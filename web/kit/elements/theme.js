import { css } from "lit";
import { looks } from "./looks.js";

/**
 * Looks, sizes and focus styles of every element. With forced colours, selected words have the system's selection colours.
 */
export const theme = [
  looks,
  css`
    :host {
      color: var(--_ink);
      direction: ltr;
      font: 15px/1.5 var(--_sans);
      letter-spacing: normal;
      word-spacing: normal;
      text-align: start;
      text-align-last: auto;
      text-indent: 0;
      text-shadow: none;
      text-transform: none;
      white-space: normal;
      word-break: normal;
      overflow-wrap: normal;
      hyphens: manual;
      cursor: auto;
      font-variant-numeric: tabular-nums;
      -webkit-text-size-adjust: 100%;
      text-size-adjust: 100%;
    }
    :host([theme="light"]) {
      color-scheme: light;
    }
    :host([theme="dark"]) {
      color-scheme: dark;
    }
    @media (forced-colors: active) {
      [aria-pressed="true"],
      [aria-selected="true"] {
        forced-color-adjust: none;
        background: Highlight !important;
        color: HighlightText !important;
      }
    }
    @media print {
      :host,
      :host([theme="dark"]) {
        color-scheme: light;
        --_paper: #fff;
      }
    }
    :host([hidden]) {
      display: none;
    }
    * {
      box-sizing: border-box;
    }
    button,
    input,
    select {
      font: inherit;
      color: inherit;
    }
    button {
      cursor: pointer;
    }
    .link {
      min-width: 24px;
      min-height: 24px;
      padding: 0;
      border: 0;
      background: none;
      text-align: left;
      text-decoration: underline dotted 1px;
      text-underline-offset: 3px;
    }
    .joined {
      white-space: nowrap;
    }
    .term {
      display: inline-block;
      margin-block: -2px; /* a target of 24 px that does not change the line's height */
      padding: 2px 1px;
      border: 0;
      background: none;
      line-height: inherit;
      text-decoration: underline dotted 1px;
      text-underline-offset: 3px;
      cursor: help;
      user-select: text;
    }
    :focus-visible {
      outline: 2px solid var(--_ink);
      outline-offset: 2px;
    }
    .mono {
      font-family: var(--_mono);
      font-size: 13px;
    }
    .unseen {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  `,
];
