// node tools/widths.mjs: writes web/render/widths.js from the widths of DejaVu Sans (Debian's fonts-dejavu-core), which Chromium measures.
import { writeFileSync } from "node:fs";
import { launchChromium } from "../tests/browser/support/chromium.js";
import { inRoot } from "./lib/paths.mjs";

const EM = 2048; // the font's units per em: at this size, a px is a unit

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

const texts = STRETCHES.map(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i)),
);
const chromium = await launchChromium();
const page = await chromium.newPage();
const widthsOf = (/** @type {string} */ font) =>
  page.evaluate(([of, rows]) => {
    const context = /** @type {CanvasRenderingContext2D} */ (
      document.createElement("canvas").getContext("2d")
    );
    context.font = of;
    return rows.map((row) => row.map((text) => context.measureText(text).width).join(" "));
  }, /** @type {const} */ ([font, texts]));
const [regular, bold] = [
  await widthsOf(`${EM}px "DejaVu Sans"`),
  await widthsOf(`bold ${EM}px "DejaVu Sans"`),
];
await chromium.close();
const rows = STRETCHES.map(
  ([from], i) => `  { from: 0x${from.toString(16)}, regular: "${regular[i]}", bold: "${bold[i]}" },`,
);

writeFileSync(
  inRoot("web/render/widths.js"),
  `/**
 * Widths of characters in DejaVu Sans 2.37, regular and bold, written by tools/widths.mjs for layout without a browser. The font is wider
 * than most, so that texts that fit in it fit in others too. Contains widths only, no outlines.
 */
export const EM = ${EM}; // units

/** Widths from a first character on. */
// prettier-ignore
export const STRETCHES = [
${rows.join("\n")}
];
`,
);
