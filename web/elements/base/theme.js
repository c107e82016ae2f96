import { css, unsafeCSS } from "lit";
import { MONO, SANS } from "../../draw/canvas.js";
import { DARK, LIGHT } from "../../draw/palette.js";

/** A colour of the pictures' palettes, in either scheme. @param {"paper" | "card" | "ink" | "muted" | "hairline"} name */
const tone = (name) => unsafeCSS(`light-dark(${LIGHT[name]}, ${DARK[name]})`);

const KINDS = /** @type {(keyof typeof LIGHT.axis)[]} */ (Object.keys(LIGHT.axis));
const AXES = unsafeCSS(
  KINDS.map((kind) => `--_${kind}: light-dark(${LIGHT.axis[kind]}, ${DARK.axis[kind]});`).join(""),
);
const IN_THEIR_COLOURS = unsafeCSS(KINDS.map((kind) => `.${kind} { color: var(--_${kind}); }`).join(""));
const LIT = unsafeCSS(KINDS.map((kind) => `:host([lit="${kind}"]) .${kind}`).join());

/**
 * The sheet's colours, sizes and focus, for every element; `--mha-*` overrides them, the site's `color-scheme` picks the side. Where colours
 * are forced, what is selected goes without the plate that is laid below words then, and is coloured as the system's selection.
 */
export const theme = css`
  :host {
    --_paper: var(--mha-paper, ${tone("paper")});
    --_card: var(--mha-card, ${tone("card")});
    --_ink: var(--mha-ink, ${tone("ink")});
    --_muted: var(--mha-muted, ${tone("muted")});
    --_hairline: var(--mha-hairline, ${tone("hairline")});
    --_edge: light-dark(#8f8a80, #6d7078);
    ${AXES}
    --_token-wash: light-dark(#f0dfd8, #3a2a26);
    --_line-wash: light-dark(#e5eaf6, #262c3d);
    --_gutter: var(--mha-gutter, 0px);
    --_sans: var(--mha-font, ${unsafeCSS(SANS)});
    --_mono: var(--mha-font-mono, ${unsafeCSS(MONO)});
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
  ${IN_THEIR_COLOURS}
  ${LIT} {
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
