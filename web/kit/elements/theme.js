import { css, unsafeCSS } from "lit";
import { FONTS } from "../draw/fonts.js";
import { AXIS_NAMES, DARK, LIGHT } from "../draw/palette.js";

/** @param {string} light @param {string} dark for the dark scheme; `color-scheme` decides */
const either = (light, dark) => unsafeCSS(`light-dark(${light}, ${dark})`);

/** @param {"paper" | "card" | "ink" | "muted" | "hairline"} name */
const tone = (name) => either(LIGHT[name], DARK[name]);

/** Custom properties for authors, each as `--mha-` and its name. */
const OWN = [
  ...["paper", "card", "ink", "accent", "muted", "hairline", "heat", "font", "font-mono"],
  ...Object.values(AXIS_NAMES),
];

/** Text about an axis has the axis's colour, and is highlighted while the axis is hovered. */
const axes = Object.entries(AXIS_NAMES).map(([kind, called]) => {
  const [axis, name] = [/** @type {keyof typeof AXIS_NAMES} */ (kind), unsafeCSS(kind)];
  return css`
    :host {
      --_${name}: var(--mha-${unsafeCSS(called)}, ${either(LIGHT.axis[axis], DARK.axis[axis])});
    }
    .${name} {
      color: var(--_${name});
    }
    :host([lit="${name}"]) .${name} {
      background: color-mix(in srgb, currentColor 22%, transparent);
      text-decoration: underline 2px;
      border-radius: 3px;
    }
  `;
});

/** Colours and fonts of pictures, which `--mha-*` overrides, and the given values for painters. */
export const looks = [
  css`
    :host {
      --_paper: var(--mha-paper, ${tone("paper")});
      --_card: var(--mha-card, ${tone("card")});
      --_ink: var(--mha-ink, ${tone("ink")});
      --_accent: var(--mha-accent, var(--_ink));
      --_muted: var(--mha-muted, ${tone("muted")});
      --_hairline: var(--mha-hairline, ${tone("hairline")});
      --_edge: light-dark(#8f8a80, #6d7078);
      --_token-wash: light-dark(#f0dfd8, #3a2a26);
      --_line-wash: light-dark(#e5eaf6, #262c3d);
      --_gutter: var(--mha-gutter, 0px);
      --_sans: var(--mha-font, ${unsafeCSS(FONTS.sans)});
      --_mono: var(--mha-font-mono, ${unsafeCSS(FONTS.mono)});
      --_own: ${unsafeCSS(OWN.map((name) => `var(--mha-${name},)`).join("|"))};
    }
  `,
  ...axes,
];

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
