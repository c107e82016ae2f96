import { MESSAGES } from "../text/messages.js";
import { say } from "../text/words.js";
import { FONTS } from "./fonts.js";
import { MARGIN, showsPixels } from "./marks.js";
import { unpackColour } from "./palette.js";

/**
 * Writes marks as a standalone SVG document: the same marks that the canvas paints.
 *
 * @param {import("./marks.js").Scene} scene
 * @param {{ background: string, title: string, fonts?: import("./fonts.js").Fonts }} about
 * @returns {string}
 */
export function toSVG({ width, height, marks }, { background, title, fonts = FONTS }) {
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const size = `width="${w}" height="${h}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${w} ${h}" ${size} role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect x="${-MARGIN}" y="${-MARGIN}" ${size} fill="${background}"/>`,
    ...rastersIn(marks),
    ...marks.filter(isPlaced).map((mark) => writers[mark.kind](/** @type {any} */ (mark), fonts)),
    "</svg>",
    "",
  ].join("\n");
}

/**
 * Whether a mark has a position. Like a canvas, SVG files leave out marks with NaN or infinite coordinates; the numbers beside them show the NaN.
 * @param {import("./marks.js").Mark} mark
 */
function isPlaced(mark) {
  const { x = 0, y = 0, w = 0, h = 0, at = { x: 0, y: 0 }, d = "" } = /** @type {any} */ (mark);
  return [x, y, w, h, at.x, at.y].every(Number.isFinite) && !/NaN|Infinity/.test(d);
}

/**
 * Title of a picture in a file: the author's `alt`, or the default.
 * @param {string | undefined} alt @param {string} title @param {import("../text/words.js").Localized} [speaker]
 */
export const titleOf = (alt, title, speaker) => alt || say(MESSAGES, speaker).titled(title);

/** @type {{ [K in import("./marks.js").Mark["kind"]]: (mark: any, fonts: import("./fonts.js").Fonts) => string }} */
const writers = { cells, cloud, rect, path, text, image };

/** Definitions of the images: each is written once, and used by its marks. @param {readonly import("./marks.js").Mark[]} marks */
function rastersIn(marks) {
  const rasters = new Set(marks.flatMap((mark) => (mark.kind === "image" ? [mark.raster] : [])));
  const written = [...rasters].map(({ width, height, href }) => {
    const size = `width="${width}" height="${height}"`;
    return `<image ${size} id="${nameOf(href)}" href="${href}"/>`;
  });
  return written.length ? [`<defs>${written.join("\n")}</defs>`] : [];
}

/** A name for an image that other documents on the same page have only for the same image. @param {string} href */
function nameOf(href) {
  let sum = 5381;
  for (let i = 0; i < href.length; i++) sum = (33 * sum + href.charCodeAt(i)) >>> 0;
  return `image-${sum.toString(36)}`;
}

/** @param {import("./marks.js").Picture} mark */
function image(mark) {
  const { x, y, w, h, raster, alpha, from = { x: 0, y: 0, w: raster.width, h: raster.height } } = mark;
  const part = [from.x, from.y, from.w, from.h].map(round).join(" ");
  const opacity = alpha === undefined ? "" : ` opacity="${alpha}"`;
  const pixels = showsPixels(mark) ? ' style="image-rendering:pixelated"' : "";
  const place = `x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}"`;
  return `<svg ${place} viewBox="${part}" preserveAspectRatio="none"${opacity}${pixels}><use href="#${nameOf(raster.href)}"/></svg>`;
}

/** One path per colour, which is far smaller than one rectangle per cell. @param {import("./marks.js").Cells} mark */
function cells({ x, y, rows, cols, cw, ch, gap, rgba }) {
  /** @type {Map<number, string>} */
  const paths = new Map();
  // Cells that touch: smoothed edges would let the paper through between them.
  const crisp = gap ? "" : ' shape-rendering="crispEdges"';
  const size = `h${round(cw - gap)}v${round(ch - gap)}h${round(gap - cw)}z`;
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++) {
      const color = rgba[row * cols + col];
      if (color)
        paths.set(color, `${paths.get(color) ?? ""}M${round(x + col * cw)} ${round(y + row * ch)}${size}`);
    }
  return Array.from(paths, ([color, d]) => `<path fill="${unpackColour(color)}" d="${d}"${crisp}/>`).join(
    "\n",
  );
}

/** @param {import("./marks.js").Cloud} mark */
function cloud({ xywh, rgba }) {
  return Array.from(rgba, (color, i) => {
    const [x, y, w, h] = Array.from(xywh.subarray(4 * i, 4 * i + 4), round);
    return `<path fill="${unpackColour(color)}" d="M${x} ${y}h${w}v${h}h${-w}z"/>`;
  }).join("\n");
}

/** @param {import("./marks.js").Rect} mark */
function rect({ x, y, w, h, fill = "none", stroke, line = 1, radius }) {
  const outline = stroke ? ` stroke="${stroke}" stroke-width="${line}"` : "";
  const corner = radius ? ` rx="${radius}"` : "";
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}"${outline}${corner}/>`;
}

/** @param {import("./marks.js").Path} mark */
function path({ d, at, fill = "none", stroke, line = 1, alpha }) {
  const place = at ? ` transform="translate(${round(at.x)} ${round(at.y)})"` : "";
  const opacity = alpha === undefined ? "" : ` opacity="${alpha}"`;
  const outline = stroke ? ` stroke="${stroke}" stroke-width="${line}"` : "";
  return `<path d="${d}" fill="${fill}"${outline}${place}${opacity}/>`;
}

/** @param {import("./marks.js").Text} mark @param {import("./fonts.js").Fonts} fonts */
function text({ x, y, text: words, fill, size = 12.5, align = "start", bold, mono, turn }, fonts) {
  const family = escape(fonts[mono ? "mono" : "sans"].replaceAll('"', "'"));
  const weight = bold ? ' font-weight="600"' : "";
  const turned = turn ? ` transform="rotate(${turn} ${round(x)} ${round(y)})"` : "";
  const spaced = words.startsWith(" ") ? ' xml:space="preserve"' : ""; // XML drops it otherwise
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}" font-size="${size}" text-anchor="${align}" font-family="${family}"${weight}${turned}${spaced}>${escape(words)}</text>`;
}

/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** Escapes text, and replaces characters that XML does not allow. @param {string} words */
const escape = (words) =>
  words
    .replace(/[\0-\b\v\f\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, "\ufffd")
    .replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
