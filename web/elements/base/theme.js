import { css } from "lit";

/**
 * The sheet's colours, sizes and focus, for every element; `--mha-*` overrides them, the site's `color-scheme` picks the side. Where colours
 * are forced, what is selected goes without the plate that is laid below words then, and is coloured as the system's selection.
 */
export const theme = css`
  :host {
    --_paper: var(--mha-paper, light-dark(#fbfaf7, #14151a));
    --_card: var(--mha-card, light-dark(#ffffff, #1b1d24));
    --_ink: var(--mha-ink, light-dark(#1d1c1a, #ece9e2));
    --_muted: var(--mha-muted, light-dark(#6a665e, #9b988f));
    --_hairline: var(--mha-hairline, light-dark(#e5e1d8, #2c2f38));
    --_edge: light-dark(#8f8a80, #6d7078);
    --_B: light-dark(#6c7480, #a3acb9);
    --_T: light-dark(#b04825, #ff9b73);
    --_H: light-dark(#2f57c4, #8fb0ff);
    --_d: light-dark(#0b7a75, #5fd3c8);
    --_model: light-dark(#7a3fa8, #cf9bf5);
    --_token-wash: light-dark(#f0dfd8, #3a2a26);
    --_line-wash: light-dark(#e5eaf6, #262c3d);
    --_gutter: var(--mha-gutter, 0px);
    --_sans: var(--mha-font, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif);
    --_mono: var(
      --mha-font-mono,
      ui-monospace,
      SFMono-Regular,
      Menlo,
      Consolas,
      "DejaVu Sans Mono",
      monospace
    );
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
  .term {
    display: inline-block;
    margin-block: -2px; /* hit on 24 px, as high as its line */
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
  .B {
    color: var(--_B);
  }
  .T {
    color: var(--_T);
  }
  .H {
    color: var(--_H);
  }
  .d {
    color: var(--_d);
  }
  .model {
    color: var(--_model);
  }
  :host([lit="B"]) .B,
  :host([lit="T"]) .T,
  :host([lit="H"]) .H,
  :host([lit="d"]) .d,
  :host([lit="model"]) .model {
    background: color-mix(in srgb, currentColor 22%, transparent);
    text-decoration: underline 2px;
    border-radius: 3px;
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
`;
