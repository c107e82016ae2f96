import { FONTS } from "./fonts.js";

/**
 * All colours of one scheme. Each axis has a hue, in shapes, strides, code, prose and pictures. Cells have the hue of their head, or
 * a hue of tokens, which lies between the hues of heads; their lightness shows the value.
 *
 * @typedef {object} Palette
 * @property {boolean} dark
 * @property {string} paper
 * @property {string} card
 * @property {string} ink
 * @property {string} accent      colour of the selection
 * @property {string} muted
 * @property {string} hairline
 * @property {{ B: string, T: string, H: string, d: string, model: string }} axis
 * @property {Ramp} attention     weights, from 0 to the shown maximum
 * @property {(name: string) => Ramp} colormap attention weights in a named colour scale
 * @property {Ramp} scores        before the softmax, centred on 0
 * @property {Ramp} model         data that belongs to no single head, centred on 0
 * @property {(hue: number) => Ramp} cells   signed data of one head, centred on 0
 * @property {(token: number) => Ramp} tokens  signed data of one token, centred on 0
 * @property {(hue: number) => string} swatch
 * @property {Readonly<import("./fonts.js").Fonts>} fonts  fonts that belong to the palette
 */

/** @typedef {Uint32Array} Ramp 256 colours, packed as little-endian RGBA */

/** Hues of heads in degrees; they repeat after eight. */
const HUES = [265, 222, 166, 132, 88, 46, 5, 312];
/** Hues of tokens. The second eight are darker; after 16 they repeat. */
const TOKEN_HUES = [25, 194, 110, 288, 67, 244, 149, 338];
export const TOKEN_COLOURS = 2 * TOKEN_HUES.length;
const DARKER = 0.1;
const MODEL_HUE = 305;
const STEPS = 256;

/**
 * Colour scales for readers who see no red or no green, as evenly spaced rrggbb of the published tables: viridis by Smith and van der Walt
 * (2015), and cividis by Nuñez, Anderton and Renslow (2018). Colours between them differ from the tables by at most 7 and 14 of 255.
 * @type {Readonly<Record<string, string>>}
 */
const STOPS = {
  viridis:
    "440154 481a6c 472f7d 414487 39568c 31688e 2a788e 23888e 1f988b 22a884 35b779 54c568 7ad151 a5db36 d2e21b fde725",
  cividis: "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
};

/** Strings of colours by packed colour: a picture has thousands of cells, and the palettes a few thousand colours. @type {Map<number, string>} */
const strings = new Map();
const MOST_STRINGS = 20_000;

/** Colormaps built so far. @type {Map<string, Ramp>} */
const colormaps = new Map();

/** @param {string} name @returns {Ramp | null} */
function colormapNamed(name) {
  if (!Object.hasOwn(STOPS, name)) return null;
  const made = colormaps.get(name) ?? rampBetween(STOPS[name].split(" "));
  colormaps.set(name, made);
  return made;
}

/** Builds a value on first use. @template T @param {() => T} make */
function lazily(make) {
  /** @type {T | undefined} */
  let made;
  return () => (made ??= make());
}

/** @param {readonly string[]} stops as rrggbb, evenly spaced @returns {Ramp} */
export function rampBetween(stops) {
  return Uint32Array.from({ length: STEPS }, (_, i) => {
    const at = (i / (STEPS - 1)) * (stops.length - 1);
    const first = Math.min(Math.floor(at), stops.length - 2);
    const channel = (/** @type {number} */ n) => {
      const [low, high] = [first, first + 1].map((stop) => parseInt(stops[stop].slice(2 * n, 2 * n + 2), 16));
      return Math.round(low + (high - low) * (at - first));
    };
    return pack([channel(0), channel(1), channel(2)]);
  });
}

/**
 * The colour of an axis, by its name in a step: d_k, d_v and the turned features d_r are of one head; widths that span several heads
 * (d_model, H*d_k) and latents (d_c) belong to the model.
 *
 * @param {Palette} palette
 * @param {string} axis
 */
export function axisColor(palette, axis) {
  return palette.axis[axisKind(axis)];
}

/**
 * @param {string} axis a name from Step.axes
 * @returns {"B" | "T" | "H" | "d" | "model"}
 */
export function axisKind(axis) {
  if (axis === "B") return "B";
  if (axis.startsWith("T")) return "T";
  if (axis === "H" || axis === "H_kv" || axis === "G") return "H";
  return ["d_k", "d_v", "d_r", "d_k+d_r"].includes(axis) ? "d" : "model";
}

/** @param {boolean} dark */
function createPalette(dark) {
  const ramp = (/** @type {(t: number) => [number, number, number]} */ color) =>
    Uint32Array.from({ length: STEPS }, (_, i) => pack(color(i / (STEPS - 1))));
  // Signed data around 0: negative values get darker and lose their hue.
  const signed = (/** @type {number} */ hue, shade = 0) =>
    ramp((t) => {
      const far = Math.abs(2 * t - 1) ** 0.9;
      const chroma = t < 0.5 ? 0.028 - 0.006 * far : 0.028 + 0.125 * far;
      const reach = t < 0.5 ? 0.27 : 0.36;
      return dark
        ? oklch(0.265 - shade / 2 + (reach + 0.12) * far, chroma, hue)
        : oklch(0.957 - shade - reach * far, chroma, hue);
    });
  /** @type {Ramp[]} */
  const tokens = [];
  const ofToken = (/** @type {number} */ token) => {
    const at = token % TOKEN_COLOURS;
    const shade = at < TOKEN_HUES.length ? 0 : DARKER;
    return (tokens[at] ??= signed(TOKEN_HUES[at % TOKEN_HUES.length], shade));
  };
  const cells = HUES.map((hue) => lazily(() => signed(hue)));
  const model = lazily(() => signed(MODEL_HUE));
  const attention = lazily(() =>
    ramp((t) =>
      dark
        ? oklch(0.245 + 0.55 * t, 0.035 + 0.09 * t ** 0.8, 265)
        : oklch(0.955 - 0.475 * t, 0.017 + 0.165 * t ** 0.8, 265),
    ),
  );
  const swatches = HUES.map((hue) => css(dark ? oklch(0.7, 0.13, hue) : oklch(0.57, 0.18, hue)));
  return Object.freeze({
    dark,
    ...(dark
      ? {
          paper: "#14151a",
          card: "#1b1d24",
          ink: "#ece9e2",
          accent: "#ece9e2",
          muted: "#9b988f",
          hairline: "#2c2f38",
        }
      : {
          paper: "#fbfaf7",
          card: "#ffffff",
          ink: "#1d1c1a",
          accent: "#1d1c1a",
          muted: "#6a665e",
          hairline: "#e5e1d8",
        }),
    axis: Object.freeze(
      dark
        ? { B: "#a3acb9", T: "#ff9b73", H: "#8fb0ff", d: "#5fd3c8", model: "#cf9bf5" }
        : { B: "#6c7480", T: "#b04825", H: "#2f57c4", d: "#0b7a75", model: "#7a3fa8" },
    ),
    get attention() {
      return attention();
    },
    colormap: (/** @type {string} */ name) => colormapNamed(name) ?? attention(),
    get scores() {
      return cells[0]();
    },
    get model() {
      return model();
    },
    cells: (/** @type {number} */ hue) => cells[hue % HUES.length](),
    tokens: ofToken,
    swatch: (/** @type {number} */ hue) => swatches[hue % HUES.length],
    fonts: FONTS,
  });
}

/** The names of axes for authors, by kind. @type {Readonly<Record<keyof Palette["axis"], string>>} */
export const AXIS_NAMES = { B: "B", T: "T", H: "H", d: "d_k", model: "d_model" };

export const LIGHT = createPalette(false);
export const DARK = createPalette(true);

/** @param {[number, number, number]} rgb */
function pack([r, g, b]) {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/**
 * @param {string} colour #rrggbb
 * @returns {number} little-endian RGBA
 */
export function packColour(colour) {
  const channel = (/** @type {number} */ at) => parseInt(colour.slice(at, at + 2), 16);
  return pack([channel(1), channel(3), channel(5)]);
}

/** @param {[number, number, number]} rgb */
function css([r, g, b]) {
  return unpackColour(pack([r, g, b]));
}

/** Black or white, whichever has more contrast on a cell: always at least 4.5:1. @param {number} rgba */
export function legibleOn(rgba) {
  const linear = (/** @type {number} */ shift) => (((rgba >>> shift) & 255) / 255) ** 2.2;
  const luminance = 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
  return luminance > 0.179 ? "#000000" : "#ffffff";
}

/** A cell's colour, blended towards the paper. @param {number} rgba @param {Palette} palette @param {number} [share] share of the original colour */
export function fade(rgba, { paper }, share = 0.22) {
  const sheet = parseInt(paper.slice(1), 16);
  const channel = (/** @type {number} */ i) =>
    Math.round(((rgba >>> (8 * i)) & 255) * share + ((sheet >>> (16 - 8 * i)) & 255) * (1 - share));
  return pack([channel(0), channel(1), channel(2)]);
}

/**
 * @param {number} rgba little-endian RGBA
 * @returns {string} #rrggbb
 */
export function unpackColour(rgba) {
  const known = strings.get(rgba);
  if (known !== undefined) return known;
  const byte = (/** @type {number} */ shift) => ((rgba >>> shift) & 255).toString(16).padStart(2, "0");
  const made = `#${byte(0)}${byte(8)}${byte(16)}`;
  if (strings.size >= MOST_STRINGS) strings.clear();
  strings.set(rgba, made);
  return made;
}

/**
 * Converts OKLCH to 8-bit sRGB. In OKLCH, hues of equal lightness look equally light.
 * Matrices: B. Ottosson, "A perceptual color space for image processing" (2020).
 *
 * @param {number} lightness 0 (black) to 1 (white)
 * @param {number} chroma 0 (grey) to about 0.3
 * @param {number} hue degrees
 * @returns {[number, number, number]} red, green, blue, 0 to 255
 */
export function oklch(lightness, chroma, hue) {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** @param {number} linear one linear channel, 0 to 1 */
function encode(linear) {
  const clipped = Math.min(1, Math.max(0, linear));
  const gamma = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(gamma * 255);
}
