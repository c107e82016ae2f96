import { compute } from "../../../web/kit/state/picture.js";
import { DEFAULTS, OPENING } from "../../../web/kit/state/settings.js";
import { tokenize } from "../../../web/kit/state/tokens.js";
import { matrixOfHead, largestSize } from "../motifs/maps.mjs";
import {
  FEATURE,
  HEAD,
  INK,
  LINE,
  TOKEN,
  cell,
  label,
  lattice,
  outline,
  signed,
  stroke,
  tint,
} from "../motifs/ink.mjs";
import { WIDTH } from "./width.mjs";

const WORD = "it";
const HEAD_SHOWN = 4;
const TILE = 4; // words on a side

/**
 * What fused attention keeps of one row while it reads the keys tile by tile: the largest score, the sum of the exponentials, and the output.
 * The scores and values are the core's, and the last output is its context.
 * @param {import("../../../web/core/index.js").Core} core
 */
export function tilesOf(core) {
  const tokens = tokenize(OPENING);
  const at = tokens.indexOf(WORD);
  const picture = compute(core, { ...DEFAULTS, tokens });
  const scores = matrixOfHead(picture, "scaled", HEAD_SHOWN);
  const values = matrixOfHead(picture, "v_heads", HEAD_SHOWN);
  const expected = matrixOfHead(picture, "context", HEAD_SHOWN).row(at);
  picture.dispose();
  const row = [...scores.row(at)];
  let [most, sum] = [-Infinity, 0];
  let mixed = Array.from({ length: values.columns }, () => 0);
  const kept = [];
  for (let from = 0; from < row.length; from += TILE) {
    const before = most;
    most = Math.max(most, ...row.slice(from, from + TILE));
    const shrunk = Math.exp(before - most); // what the earlier tiles are multiplied by
    sum *= shrunk;
    mixed = mixed.map((each) => each * shrunk);
    for (let key = from; key < Math.min(from + TILE, row.length); key++) {
      const weight = Math.exp(row[key] - most);
      sum += weight;
      const value = values.row(key);
      mixed = mixed.map((each, feature) => each + weight * value[feature]);
    }
    kept.push({ most, sum, output: mixed.map((each) => each / sum) });
  }
  return { tokens, at, scores, kept, expected };
}

/** The map of one head in tiles, and what is kept of one row after each tile. @param {import("../../../web/core/index.js").Core} core @param {import("./words.mjs").DrawingWords} words @returns {import("../chapter-pictures.mjs").Drawing} */
export function tiles(core, { tiles: words, quoted, semicolon }) {
  const { tokens, at, scores, kept } = tilesOf(core);
  const size = 11;
  const side = size * tokens.length;
  const [left, top] = [0, 22];
  const highest = largestSize(scores.data);
  const x = [side + 26, side + 82, side + 124, WIDTH - 82];
  const largest = Math.max(...kept.map(({ output }) => largestSize(new Float32Array(output))));
  return {
    height: 176,
    marks: [
      label(left, 14, words.scores, { align: "start" }),
      ...lattice(scores.data, tokens.length, {
        ...{ x: left, y: top, size },
        fill: (score, key, query) =>
          Math.floor(query / TILE) === Math.floor(at / TILE)
            ? signed(score / highest, HEAD)
            : tint(0.05, HEAD),
      }),
      ...[1, 2].flatMap((tile) => [
        stroke(`M${left + tile * TILE * size - 0.5} ${top}v${side}`, INK, 1.5),
        stroke(`M${left} ${top + tile * TILE * size - 0.5}h${side}`, INK, 1.5),
      ]),
      outline(left - 1, top + at * size - 1, side + 1, size + 1, TOKEN),
      label(left, top + side + 18, words.row(quoted(WORD)), { align: "start", fill: TOKEN }),
      ...[words.after, words.max, words.sum, words.output].map((said, i) =>
        label(x[i], 34, said, { align: "start", bold: i > 0, fill: i ? INK : undefined }),
      ),
      ...kept.flatMap(({ most, sum, output }, tile) => {
        const y = 62 + tile * 34;
        return [
          label(x[0], y, words.tile(tile + 1), { align: "start", fill: INK }),
          label(x[1], y, most.toFixed(2), { align: "start", fill: INK }),
          label(x[2], y, sum.toFixed(2), { align: "start", fill: INK }),
          ...lattice(output, output.length, {
            ...{ x: x[3], y: y - 16, size: 10, high: 22 },
            fill: (value) => signed(value / largest, FEATURE),
          }),
          ...(tile ? [] : [cell(side + 20, 42, WIDTH - side - 20, 1, LINE)]),
        ];
      }),
    ],
    alt: words.alt(
      TILE,
      quoted(WORD),
      kept
        .map(({ most, sum }, tile) => words.kept(tile + 1, most.toFixed(2), sum.toFixed(2)))
        .join(semicolon),
    ),
  };
}
