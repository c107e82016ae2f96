import { HEAD, INK, MUTED, TOKEN, cell, hue, label, stroke, tint } from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const SIZES = { dModel: 64, numHeads: 8 };
const BYTES = 4; // of a number
const SQUARE = 15; // px
const COLUMN = WIDTH / 2;
const HIGH = 150; // px of a kind

/**
 * The kinds of attention, by what they keep of a word: `shared` numbers of key/value heads, or a latent.
 * @type {readonly { name: string, options: import("../../../web/core/types.js").LayerOptions }[]}
 */
const KINDS = [
  { name: "MHA", options: SIZES },
  { name: "GQA", options: { ...SIZES, numKvHeads: 2 } },
  { name: "MQA", options: { ...SIZES, numKvHeads: 1 } },
  {
    name: "MLA",

    options: { ...SIZES, rope: { style: "half" }, latent: { rank: 16 } },
  },
];

/** How many numbers a cache keeps of a word, as the core counts. @param {import("../../../web/core/index.js").Core} core */
export const keptBy = (core) =>
  KINDS.map(({ name, options }) => ({
    ...{ name, options },
    kept: core.cost(options, { Tq: 1 }).cacheBytesPerToken / BYTES,
  }));

/** Four kinds of attention beside each other: which heads read which keys, and how much of a word is kept. @param {import("../../../web/core/index.js").Core} core @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function kinds(core, { kinds: words, semicolon }) {
  const kept = keptBy(core);
  const most = Math.max(...kept.map((each) => each.kept));
  const marks = KINDS.flatMap(({ name, options }, i) => {
    const [left, top] = [(i % 2) * COLUMN, Math.floor(i / 2) * HIGH];
    const x = (/** @type {number} */ at, /** @type {number} */ count) =>
      left + ((at + 0.5) * (COLUMN - 20)) / count;
    const heads = Array.from({ length: SIZES.numHeads }, (_, head) => x(head, SIZES.numHeads));
    const sources = options.latent ? 1 : (options.numKvHeads ?? SIZES.numHeads);
    const long = (COLUMN - 20) * (kept[i].kept / most);
    return [
      label(left, top + 14, name, { fill: INK, bold: true, align: "start" }),
      label(left + 44, top + 14, options.latent ? words.latent : words.keys(sources), { align: "start" }),
      ...heads.flatMap((at, head) => {
        const source = x(Math.floor((head * sources) / SIZES.numHeads), sources);
        return [
          stroke(`M${at} 0C${at} 18 ${source} 14 ${source} 32`, hue(head), 1.75),
          cell(at - SQUARE / 2, -SQUARE, SQUARE, SQUARE, hue(head)),
        ].map((mark) => moveMark(mark, top + 26 + SQUARE));
      }),
      ...Array.from({ length: sources }, (_, source) =>
        options.latent
          ? cell(x(0, 1) - 40, top + 73, 80, 10, HEAD)
          : [0, 1].map((row) =>
              cell(
                x(source, sources) - SQUARE / 2,
                top + 73 + row * 10,
                SQUARE,
                8,
                row ? tint(0.45, TOKEN) : TOKEN,
              ),
            ),
      ).flat(),
      cell(left, top + 104, COLUMN - 20, 9, tint(0, MUTED)),
      cell(left, top + 104, long, 9, tint(1, options.latent ? HEAD : TOKEN)),
      label(left, top + 131, words.kept(kept[i].kept), { fill: INK, align: "start" }),
    ];
  });
  return {
    height: 2 * HIGH - 12,
    marks,
    alt: words.alt(kept.map(({ name, kept: count }) => words.each(name, count)).join(semicolon)),
  };
}

/** A mark, lower by some px. @param {import("../motifs/ink.mjs").Mark} mark @param {number} by @returns {import("../motifs/ink.mjs").Mark} */
const moveMark = (mark, by) =>
  mark.kind === "path"
    ? { ...mark, at: { x: 0, y: by } }
    : mark.kind === "rect"
      ? { ...mark, y: mark.y + by }
      : mark;
