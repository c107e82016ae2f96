import { html } from "lit";
import { DARK, LIGHT } from "../../kit/draw/palette.js";
import { EMBED } from "../words.js";
import { CONTRAST } from "../words.js";
import { say } from "../../kit/text/words.js";

/**
 * Checks the contrast of an author's colours, in every scheme in which the figure can appear.
 *
 * @typedef {"ink" | "accent" | "muted"} Tone
 * @typedef {{ tone: Tone, theme: "light" | "dark", ratio: number, least: number }} Faint
 */

const SCHEMES = { light: LIGHT, dark: DARK };

/** Contrast to the paper, n:1, of text and of marks. @type {Readonly<Record<Tone, number>>} */
const LEAST = { ink: 4.5, accent: 3, muted: 4.5 };

/** The first colour with too little contrast, or null. @param {Readonly<Record<string, string>>} frame */
export function lowContrastIn({ theme, accent, ink, paper }) {
  if (!(accent || ink || paper)) return null;
  /** @type {Faint[]} */
  const seen = /** @type {const} */ (["light", "dark"]).flatMap((scheme) => {
    const base = SCHEMES[scheme];
    const tones = { ink: ink || base.ink, accent: accent || ink || base.accent, muted: base.muted };
    return /** @type {Tone[]} */ (Object.keys(tones)).map((tone) => ({
      ...{ tone, theme: scheme, least: LEAST[tone] },
      ratio: contrast(tones[tone], paper || base.paper),
    }));
  });
  return seen.find((each) => each.ratio < each.least && (!theme || theme === each.theme)) ?? null;
}

/** @param {Readonly<Record<string, string>>} frame @param {import("../../kit/text/words.js").Localized} speaker */
export function contrastNote(frame, speaker) {
  const faint = lowContrastIn(frame);
  if (!faint) return "";
  const { tones, said } = say(CONTRAST, speaker);
  const tone = tones[faint.tone];
  const theme = say(EMBED, speaker).themes[faint.theme];
  return html`<p class="invalid" role="status">
    ${said({ tone, theme, ratio: faint.ratio.toFixed(1), least: faint.least })}
  </p>`;
}

/** Contrast as WCAG defines it. @param {string} color @param {string} other both are #rrggbb */
function contrast(color, other) {
  const [high, low] = [color, other].map(luminance).sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** @param {string} color */
function luminance(color) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
