// node tools/widths.mjs: writes web/render/widths.js anew from the metrics of DejaVu Sans (Debian's fonts-dejavu-core).
import { readFileSync, writeFileSync } from "node:fs";
import { inRoot } from "./lib/paths.mjs";

const FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSans";

/** Latin with its accents, Greek, Cyrillic, punctuation, superscripts and signs, arrows, mathematics. */
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

/**
 * The advance widths of a TrueType font, in its units: of a character that it has not, that of none.
 * @param {string} file
 */
function advancesIn(file) {
  const font = readFileSync(file);
  const tables = new Map(
    Array.from({ length: font.readUInt16BE(4) }, (_, i) => {
      const at = 12 + 16 * i;
      return [font.toString("latin1", at, at + 4), font.readUInt32BE(at + 8)];
    }),
  );
  const at = (/** @type {string} */ name) => /** @type {number} */ (tables.get(name));
  const metrics = font.readUInt16BE(at("hhea") + 34);
  const glyph = glyphsIn(font, at("cmap"));
  return {
    em: font.readUInt16BE(at("head") + 18),
    of: (/** @type {number} */ code) =>
      font.readUInt16BE(at("hmtx") + 4 * Math.min(glyph(code), metrics - 1)),
  };
}

/** The glyph of a character, from the table of format 4, for the first plane. @param {Buffer} font @param {number} cmap */
function glyphsIn(font, cmap) {
  const subtables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, i) => cmap + font.readUInt32BE(cmap + 4 + 8 * i + 4),
  );
  const table = /** @type {number} */ (subtables.find((each) => font.readUInt16BE(each) === 4));
  const twice = font.readUInt16BE(table + 6);
  const [ends, starts] = [table + 14, table + 16 + twice];
  const [deltas, offsets] = [starts + twice, starts + 2 * twice];
  return (/** @type {number} */ code) => {
    for (let i = 0; i < twice; i += 2) {
      const start = font.readUInt16BE(starts + i);
      if (code > font.readUInt16BE(ends + i)) continue;
      if (code < start) return 0;
      const offset = font.readUInt16BE(offsets + i);
      const delta = font.readUInt16BE(deltas + i);
      if (!offset) return (code + delta) & 0xffff;
      const glyph = font.readUInt16BE(offsets + i + offset + 2 * (code - start));
      return glyph ? (glyph + delta) & 0xffff : 0;
    }
    return 0;
  };
}

const [regular, bold] = ["", "-Bold"].map((style) => advancesIn(`${FONTS}${style}.ttf`));
const rows = STRETCHES.map(([from, to]) => {
  const codes = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const widths = [regular, bold].map((font) => codes.map(font.of).join(" "));
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
