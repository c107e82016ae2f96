import { AXIS_NAMES, LIGHT } from "../draw/palette.js";
import { theme } from "./theme.js";

/** An author's colours on paper: the page is white, and text is dark enough to read. */

const LIGHTEST = 0.53; // largest OKLCH lightness with a contrast of 4.5:1 on white

/** @param {string} color any CSS colour */
export const inked = (color) => `oklch(from ${color} min(l, ${LIGHTEST}) c h)`;

const axes = Object.entries(AXIS_NAMES).map(
  ([kind, name]) => `--_${kind}: ${inked(`var(--mha-${name}, ${LIGHT.axis[/** @type {"B"} */ (kind)]})`)};`,
);

/** Styles for print, for everything but canvases. They must follow the rules that they override. */
const rule = `@media print { :host {
  --_card: #fff;
  --_hairline: ${LIGHT.hairline};
  --_ink: ${inked(`var(--mha-ink, ${LIGHT.ink})`)};
  --_muted: ${inked(`var(--mha-muted, ${LIGHT.muted})`)};
  --_accent: ${inked("var(--mha-accent, var(--_ink))")};
  ${axes.join(" ")}
} }`;
const sheet = /** @type {import("lit").CSSResult} */ (theme[theme.length - 1]).styleSheet;
sheet?.insertRule(rule, sheet.cssRules.length);
