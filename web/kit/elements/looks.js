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
