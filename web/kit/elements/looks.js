import { css, unsafeCSS } from "lit";
import { FONTS } from "../draw/fonts.js";
import { AXIS_NAMES, DARK, LIGHT } from "../draw/palette.js";

/** @param {string} light @param {string} dark of which the element's `color-scheme` picks one */
const either = (light, dark) => unsafeCSS(`light-dark(${light}, ${dark})`);

/** @param {"paper" | "card" | "ink" | "muted" | "hairline"} name */
const tone = (name) => either(LIGHT[name], DARK[name]);

/** What can be given, each as `--mha-` and its name. */
const OWN = [
  ...["paper", "card", "ink", "accent", "muted", "hairline", "heat", "font", "font-mono"],
  ...Object.values(AXIS_NAMES),
];

/** What is of an axis is written in its colour, and stands out while the axis is pointed at. */
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

/** The pictures' colours and fonts, which `--mha-*` overrides; and all of these as they were given, for who draws. */
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
