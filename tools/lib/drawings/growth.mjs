import { openCheckpoint } from "../../../web/models/index.js";
import { inRoot } from "../paths.mjs";
import { INK, TOKEN, cell, label, outline, tint } from "../motifs/ink.mjs";

const TEXT = "In the beginning God created";
const STEPS = 5;
const SIZE = 17; // px of a kept row
const HIGH = 24; // px of a step
const [WRITES, COMPUTES] = [196, 276]; // px, of the columns

/** What the small language model writes, piece by piece, and the rows of keys that its cache then holds. */
export async function generateGrowth() {
  const model = await openCheckpoint(inRoot("models/headscope-small"));
  const read = model.tokenize(TEXT);
  const { tokens } = await model.generate(TEXT, { tokens: STEPS });
  const { layers, heads } = model.info;
  model.dispose();
  return { text: TEXT, read: read.length, pieces: tokens.map(({ text }) => text), layers, heads };
}

/** A cache that grows: a line for each written piece, with the rows kept from before and the new one. @param {unknown} _ @param {import("./words.mjs").DrawingWords} words @returns {Promise<import("../chapter-pictures.mjs").Drawing>} */
export async function growth(_, { growth: words, quoted, comma }) {
  const { read, pieces, layers, heads } = await generateGrowth();
  const y = (/** @type {number} */ step) => 26 + step * HIGH;
  const marks = pieces.flatMap((piece, step) => {
    const known = step ? read + step - 1 : 0;
    const fresh = step ? 1 : read;
    return [
      ...Array.from({ length: known + fresh }, (_, at) =>
        cell(at * SIZE, y(step), SIZE - 2, SIZE - 2, at < known ? tint(0.25, TOKEN) : TOKEN),
      ),
      outline(-1, y(step) - 1, (known + fresh) * SIZE, SIZE, tint(0.5, TOKEN)),
      label(WRITES, y(step) + 12, piece, { fill: INK, bold: true, align: "start" }),
      label(COMPUTES, y(step) + 12, step ? words.row(known + fresh) : words.rows(fresh), {
        align: "start",
        fill: INK,
      }),
    ];
  });
  const foot = y(pieces.length) + 14;
  return {
    height: foot + 6,
    marks: [
      label(0, 14, words.kept, { align: "start" }),
      label(WRITES, 14, words.writes, { align: "start" }),
      label(COMPUTES, 14, words.computes, { align: "start" }),
      ...marks,
      cell(0, foot - 10, 11, 11, TOKEN),
      label(17, foot, words.fresh, { align: "start" }),
      cell(130, foot - 10, 11, 11, tint(0.25, TOKEN)),
      label(147, foot, words.old, { align: "start" }),
    ],
    alt: words.alt(
      quoted(TEXT),
      pieces.map(quoted).join(comma),
      layers * heads,
      read,
      read + pieces.length - 1,
    ),
  };
}
