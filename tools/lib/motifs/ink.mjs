import { path, rect, text } from "../../../web/kit/draw/marks.js";
import { DARK, LIGHT } from "../../../web/kit/draw/palette.js";
import { toSVG } from "../../../web/kit/draw/svg.js";

/**
 * The ink of the small pictures on the pages that list chapters and labs: marks in colours that follow the page's scheme. A picture has one size, and pages show it
 * at this size or larger.
 *
 * @typedef {import("../../../web/kit/draw/marks.js").Mark} Mark
 */

export { rect };

export const [WIDTH, HEIGHT] = [280, 140]; // px
const SIZE = 13; // px, of text

export const INK = "var(--ink)";
export const MUTED = "var(--muted)";
export const LINE = "var(--line)";
export const TOKEN = "var(--token)";
export const HEAD = "var(--head)";
export const FEATURE = "var(--done)";

/** A colour of a share of 0 to 1: from the card's, at 0, to the colour. @param {number} share @param {string} [colour] */
export const tint = (share, colour = HEAD) =>
  `color-mix(in srgb, ${colour} ${8 + 4 * Math.round(23 * Math.min(1, share))}%, var(--card))`;

/** A colour of a number of either sign, -1 to 1: a hue for what is positive, grey for what is negative. @param {number} value @param {string} colour */
export const signed = (value, colour) => tint(Math.abs(value), value < 0 ? MUTED : colour);

/** The hue of a head. @param {number} head */
export const hue = (head) => `light-dark(${LIGHT.swatch(head)}, ${DARK.swatch(head)})`;

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} fill */
export const cell = (x, y, w, h, fill) => rect({ x, y, w, h, fill, radius: Math.min(w, h) > 8 ? 1.5 : 0 });

/** @param {number} x @param {number} y @param {number} w @param {number} h @param {string} [stroke] */
export const outline = (x, y, w, h, stroke = INK) => rect({ x, y, w, h, stroke, line: 2, radius: 2 });

/** @param {number} x @param {number} y @param {number} r @param {string} fill */
export const disc = (x, y, r, fill) =>
  path({ d: `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`, fill });

/** @param {string} d @param {string} stroke @param {number} [line] */
export const stroke = (d, stroke, line = 2) => path({ d, stroke, line });

/** @param {number} x @param {number} y the baseline @param {string} words @param {{ fill?: string, align?: "start" | "middle" | "end", bold?: boolean, mono?: boolean }} [look] */
export const label = (x, y, words, { fill = MUTED, align = "middle", ...look } = {}) =>
  text({ x, y, text: words, fill, align, size: SIZE, ...look });

/** A line through points. @param {readonly (readonly [x: number, y: number])[]} points */
export const lineThrough = (points) =>
  `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/**
 * Rows of numbers as cells, one path for each colour. @param {ArrayLike<number>} values in rows @param {number} columns
 * @param {{ x: number, y: number, size: number, high?: number, fill: (value: number, column: number, row: number) => string }} place
 */
export function lattice(values, columns, { x, y, size, high = size, fill }) {
  const gap = Math.min(1, size / 6);
  /** @type {Map<string, string>} */
  const paths = new Map();
  Array.from(values).forEach((value, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const colour = fill(value, column, row);
    const at = `M${short(x + column * size)} ${short(y + row * high)}h${short(size - gap)}v${short(high - gap)}h${short(gap - size)}z`;
    paths.set(colour, (paths.get(colour) ?? "") + at);
  });
  return Array.from(paths, ([colour, d]) => path({ d, fill: colour }));
}

/** @param {number} length in px */
const short = (length) => Number(length.toFixed(1));

/** The picture as markup. It says no more than the words beside it, so screen readers skip it. @param {readonly Mark[]} marks */
export const motifSVG = (marks) =>
  toSVG({ width: WIDTH, height: HEIGHT, marks: [...marks] }, { background: "none", title: "" })
    .replace('role="img"', 'aria-hidden="true"')
    .replace(/<title><\/title>\n<rect[^>]*>\n/, "")
    .trim();
