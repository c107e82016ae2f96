import { rampBetween } from "./palette.js";

/**
 * A palette with an author's changes. The hues of heads and tokens cannot be changed, because readers must distinguish them.
 *
 * @typedef {import("./palette.js").Palette} Palette
 * @typedef {typeof TONES[number]} Tone
 *
 * @typedef {object} Own  colours as #rrggbb
 * @property {Partial<Record<Tone, string>>} tones
 * @property {Partial<Palette["axis"]>} axis
 * @property {readonly string[]} heat  colours of weights from 0 to the maximum, or only the colour of the maximum; empty if the author sets none
 * @property {string} scale  name of a scale to use instead, or ""
 * @property {import("./fonts.js").Fonts} fonts
 */

export const TONES = /** @type {const} */ (["paper", "card", "ink", "accent", "muted", "hairline"]);

/** Scales of attention that authors can name. */
export const SCALES = ["blue", "viridis", "cividis"];

const PALEST = 0.06; // share of the colour at weight 0

/** @param {Palette} base @param {Own} own @returns {Palette} */
export function ownPalette(base, { tones, axis, heat, scale, fonts }) {
  const paper = tones.paper ?? base.paper;
  const attention = heat.length ? rampOf(heat, paper) : base.colormap(scale);
  return Object.freeze({
    ...base,
    ...(tones.ink ? { accent: tones.ink } : {}),
    ...tones,
    axis: Object.freeze({ ...base.axis, ...axis }),
    attention,
    colormap: (/** @type {string} */ name) => {
      const named = base.colormap(name);
      return named === base.attention ? attention : named;
    },
    fonts: Object.freeze(fonts),
  });
}

/** @param {readonly string[]} heat @param {string} paper */
function rampOf(heat, paper) {
  const stops = heat.length > 1 ? heat : [mixColours(heat[0], paper), heat[0]];
  return rampBetween(stops.map((stop) => stop.slice(1)));
}

/** The palest shade of a colour. @param {string} color @param {string} paper */
function mixColours(color, paper) {
  const channel = (/** @type {number} */ at) => {
    const [most, least] = [color, paper].map((each) => parseInt(each.slice(at, at + 2), 16));
    return Math.round(least + (most - least) * PALEST)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
