// node tools/widths.mjs: writes web/render/widths.js from the metrics of DejaVu Sans (Debian's fonts-dejavu-core).
import { writeFileSync } from "node:fs";
import { openSync } from "fontkit";
import { inRoot } from "./lib/paths.mjs";

const FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSans";

/** Latin with accents, Greek, Cyrillic, punctuation, superscripts and signs, arrows, mathematics. */
const STRETCHES = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x2010, 0x203a],
  [0x2070, 0x209c],
  [0x2190, 0x2199],
  [0x2200, 0x2265],
];

const [regular, bold] = ["", "-Bold"].map((style) => {
  const font = openSync(`${FONTS}${style}.ttf`);
  const widthOf = (/** @type {number} */ code) => font.glyphForCodePoint(code).advanceWidth;
  return { em: font.unitsPerEm, widthOf };
});
const rows = STRETCHES.map(([from, to]) => {
  const codes = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const widths = [regular, bold].map((font) => codes.map(font.widthOf).join(" "));
  return `  { from: 0x${from.toString(16)}, regular: "${widths[0]}", bold: "${widths[1]}" },`;
});

writeFileSync(
  inRoot("web/render/widths.js"),
  `/**
 * How wide characters are in DejaVu Sans 2.37, and in bold: written by tools/widths.mjs from its metrics, without which no picture could be laid
 * out where there is no browser. It is wider than most fonts, so that what fits in it fits in those too. Widths alone are here, no outlines.
 */
export const EM = ${regular.em}; // units

/** From a character on. */
// prettier-ignore
export const STRETCHES = [
${rows.join("\n")}
];
`,
);
