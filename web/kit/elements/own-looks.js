import { font } from "../draw/canvas.js";
import { SCALES, TONES, ownPalette } from "../draw/own-palette.js";
import { AXIS_NAMES, LIGHT } from "../draw/palette.js";
import { measureAnew } from "./text-measure.js";
import { isOnPaper } from "./printing.js";
import { theme } from "./theme.js";

/** An author's colours on paper: the page is white, and text is dark enough to read. */

const LIGHTEST = 0.53; // largest OKLCH lightness with a contrast of 4.5:1 on white

/** @param {string} color any CSS colour */
const inked = (color) => `oklch(from ${color} min(l, ${LIGHTEST}) c h)`;

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

/**
 * Reads the `--mha-*` properties for painters. The browser resolves the colours, so that var(), light-dark() and color-mix() work. Loads only if an
 * author sets a property.
 *
 * @typedef {import("../draw/palette.js").Palette} Palette
 * @typedef {import("../draw/own-palette.js").Own} Own
 */

/** Colours of text. */
const INKS = /** @type {const} */ (["ink", "accent", "muted"]);

const SHOWN = 16; // px; any size detects a font
const MOST_KEPT = 100;

/** Palettes by their values. Equal values give the same object, because painters compare palettes by identity. @type {Map<string, Palette>} */
const made = new Map();

/**
 * @param {HTMLElement} host @param {Palette} base @param {() => void} [again]  called when fonts have loaded
 * @returns {Palette}
 */
export function paletteOn(host, base, again = () => {}) {
  return isOnPaper() ? paletteIn(host, LIGHT, true, again) : paletteIn(host, base, false, again);
}

/** @param {HTMLElement} host @param {Palette} base @param {boolean} onPaper @param {() => void} again */
function paletteIn(host, base, onPaper, again) {
  const own = readOwnLooks(host, base, onPaper);
  const key = JSON.stringify([base.dark, own]);
  if (made.size > MOST_KEPT) made.clear();
  const palette = made.get(key) ?? ownPalette(base, own);
  made.set(key, palette);
  if (!hasFonts(palette)) fontsThere(palette).then(again);
  return palette;
}

/** @param {Palette} palette */
const styles = ({ fonts }) => [
  font(fonts.sans, SHOWN),
  font(fonts.sans, SHOWN, true),
  font(fonts.mono, SHOWN),
];

/** Palettes whose fonts have loaded or failed. @type {WeakSet<Palette>} */
const settled = new WeakSet();

/** @param {Palette} palette */
const hasFonts = (palette) =>
  settled.has(palette) || styles(palette).every((style) => document.fonts.check(style));

/** Resolves when the page's own fonts have loaded or failed. Until then a canvas uses fallback fonts. @param {Palette} palette */
export async function fontsThere(palette) {
  if (hasFonts(palette)) return;
  await Promise.allSettled(styles(palette).map((style) => document.fonts.load(style)));
  settled.add(palette);
  measureAnew();
}

/** @param {HTMLElement} host @param {Palette} base @param {boolean} onPaper @returns {Own} */
function readOwnLooks(host, base, onPaper) {
  const style = getComputedStyle(host);
  const asked = (/** @type {string} */ name) => style.getPropertyValue(`--mha-${name}`).trim();
  const probe = document.createElement("i");
  probe.hidden = true;
  if (onPaper) probe.style.setProperty("color-scheme", "light"); // the shadow root's styles apply to the probe
  (host.shadowRoot ?? host).append(probe);
  const resolved = getComputedStyle(probe);
  /** @param {string} property @param {string} value */
  const resolve = (property, value) => {
    probe.style.setProperty(property, value);
    return resolved.getPropertyValue(property);
  };
  const colourOf = (/** @type {string} */ name) =>
    onPaper ? inked(`var(--mha-${name})`) : `var(--mha-${name})`;
  /**
   * Keeps the values that are colours.
   * @template {string} Name
   * @param {readonly (readonly [string, string])[]} names  the author's name, and the palette's name
   * @param {Record<string, string>} under
   * @returns {Partial<Record<Name, string>>}
   */
  const colours = (names, under) =>
    /** @type {any} */ (
      Object.fromEntries(
        names.flatMap(([name, kind]) => {
          const seen = asked(name) && solid(resolve("background-color", colourOf(name)), under.paper);
          return seen ? [[kind, seen]] : [];
        }),
      )
    );
  const tones = colours(
    (onPaper ? INKS : TONES).map((name) => [name, name]),
    { paper: base.paper },
  );
  const paper = tones.paper ?? base.paper;
  const axis = colours(
    Object.entries(AXIS_NAMES).map(([kind, name]) => [name, kind]),
    { paper },
  );
  const scale = SCALES.find((name) => name === asked("heat")) ?? "";
  // As the gradient of an invisible border, a list of colours is resolved by the browser.
  const stops = scale ? "" : resolve("border-image-source", `linear-gradient(#0000, var(--mha-heat))`);
  const heat = [...stops.matchAll(/[\w-]+\([^()]*\)/g)]
    .slice(1)
    .flatMap(([stop]) => solid(stop, paper) ?? []);
  const fonts = {
    sans: resolve("font-family", "var(--_sans)"),
    mono: resolve("font-family", "var(--_mono)"),
  };
  probe.remove();
  return { tones, axis, heat, scale, fonts };
}

/** @type {OffscreenCanvasRenderingContext2D | null | undefined} */
let pixel;

/**
 * A colour blended onto paper; null for invalid and transparent colours.
 * @param {string} color @param {string} paper @returns {string | null} #rrggbb
 */
function solid(color, paper) {
  pixel ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (pixel);
  const read = () => [...context.getImageData(0, 0, 1, 1).data];
  const fill = (/** @type {string} */ style) => {
    context.fillStyle = style;
    context.fillRect(0, 0, 1, 1);
  };
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = "#0000";
  fill(color);
  if (!read()[3]) return null;
  context.clearRect(0, 0, 1, 1);
  fill(paper);
  fill(color);
  return `#${read()
    .slice(0, 3)
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")}`;
}
