import { compute } from "../../../web/kit/state/picture.js";
import { DEFAULTS, OPENING } from "../../../web/kit/state/settings.js";
import { tokenize } from "../../../web/kit/state/tokens.js";
import { matrixOfHead, largestSize } from "../motifs/maps.mjs";
import { FEATURE, HEAD, INK, TOKEN, label, lattice, outline, signed, stroke } from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const WORD = "it";
const HEAD_SHOWN = 0;
const LANES = /** @type {const} */ ([
  ["q", "W_Q", "query", TOKEN],
  ["k", "W_K", "key", HEAD],
  ["v", "W_V", "value", FEATURE],
]);

/** One word's vector, and the arrows through three matrices to its query, key and value in one head. @param {import("../../../web/core/index.js").Core} core @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function arrows(core, { arrows: words, quoted }) {
  const tokens = tokenize(OPENING);
  const at = tokens.indexOf(WORD);
  const picture = compute(core, { ...DEFAULTS, tokens });
  const { dModel, dK } = picture.config;
  const x = picture.values("x").slice(at * dModel, (at + 1) * dModel);
  const size = WIDTH / dModel;
  const [wide, high] = [11, 22];
  const middle = (/** @type {number} */ lane) => (WIDTH * (1 + 2 * lane)) / 6;
  const most = largestSize(x);
  const marks = [
    label(0, 14, quoted(WORD), { fill: INK, bold: true, align: "start" }),
    label(WIDTH, 14, words.numbers(dModel), { align: "end" }),
    ...lattice(x, dModel, { x: 0, y: 24, size, high: 24, fill: (value) => signed(value / most, INK) }),
    ...LANES.flatMap(([id, matrix, name, colour], lane) => {
      const row = matrixOfHead(picture, `${id}_heads`, HEAD_SHOWN).row(at);
      const reaches = largestSize(row);
      const centre = middle(lane);
      const left = centre - (dK * wide) / 2;
      return [
        stroke(`M${WIDTH / 2} 52C${WIDTH / 2} 72 ${centre} 64 ${centre} 84`, colour, 2.5),
        stroke(`M${centre} 106V124M${centre - 6} 117L${centre} 124L${centre + 6} 117`, colour, 2.5),
        outline(centre - 28, 84, 56, 22, colour),
        label(centre, 100, matrix, { fill: INK, bold: true }),
        ...lattice(row, dK, {
          x: left,
          y: 130,
          size: wide,
          high,
          fill: (value) => signed(value / reaches, colour),
        }),
        label(centre, 172, words[name], { fill: INK, bold: true }),
        label(centre, 190, words.of(id, dK, dModel)),
      ];
    }),
  ];
  picture.dispose();
  return {
    height: 196,
    marks,
    alt: words.alt(quoted(WORD), dModel, dK, HEAD_SHOWN),
  };
}
