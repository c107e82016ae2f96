import { AXIS_NAMES, LIGHT } from "../draw/palette.js";
import { theme } from "./theme.js";

/** An author's colours on paper: the sheet is white, whatever they stand on elsewhere, and what is written on it is never too light to read. */

const LIGHTEST = 0.53; // lightness in OKLCH that still has 4.5:1 on white

/** @param {string} color as CSS says it */
export const inked = (color) => `oklch(from ${color} min(l, ${LIGHTEST}) c h)`;

const axes = Object.entries(AXIS_NAMES).map(
  ([kind, name]) => `--_${kind}: ${inked(`var(--mha-${name}, ${LIGHT.axis[/** @type {"B"} */ (kind)]})`)};`,
);

/** For what is no canvas; put after what it overrides. */
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
