import { cells, rect, text } from "../../kit/draw/marks.js";
import { fade } from "../../kit/draw/palette.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";

/**
 * A map for each head, in one row for each layer. Rows of blanks are highlighted, because only they produce answers.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} Maps
 * @property {readonly string[]} tokens
 * @property {readonly number[]} blanks          positions
 * @property {number} blank                      position of the selected blank
 * @property {readonly import("../../core/types.js").TensorOutput[]} attention  of each layer, (1, H, T, T)
 * @property {(layer: number, head: number) => { names: readonly string[], off: boolean, found: boolean, said: readonly { job: string, note: string }[] }} about  names: the head in several lengths; said: its role and a note in several lengths, longest first
 *
 * @typedef {{ layer: number, head: number, x: number, y: number, size: number, top: number, w: number, h: number }} Place   position of a map; top, w and h include its title and notes
 * @typedef {import("../../kit/draw/marks.js").Scene & { places: Place[], cell: number }} MapsScene
 */

const TITLE = 24;
const NOTES = 36; // two lines
const GAP = { x: 12, y: 10 };
const CELL = { least: 5, most: 13 };
const DIM = 0.4; // opacity of unchanged cells
const LINE = 12.5; // px, least width of a word
const SWATCH = 14;

/** Index of a head's hue: heads of the first layer, then those of the second. @param {number} layer @param {number} head @param {number} heads */
export const hueOf = (layer, head, heads) => layer * heads + head;

/** @param {Maps} maps @param {Surface} surface @returns {MapsScene} */
export function layerMapsScene(maps, surface) {
  const { tokens, attention } = maps;
  const heads = attention[0].shape[1];
  const count = tokens.length;
  const { width, measure } = surface;
  const gutter = Math.min(
    96,
    8 + Math.max(...tokens.map((word) => measure(shortenWord(word, 12), 12.5, true))),
  );
  const room = width - gutter;
  const least = Math.max(118, CELL.least * count);
  const fit = Math.max(1, Math.floor((room + GAP.x) / (least + GAP.x)));
  const columns =
    heads <= fit ? heads : ([8, 4, 2, 1].find((each) => each <= fit && heads % each === 0) ?? 1);
  const pitch = (room + GAP.x) / columns;
  const cell = Math.max(CELL.least, Math.min(CELL.most, Math.floor((pitch - GAP.x) / count)));
  const size = cell * count;
  const high = TITLE + size + NOTES + GAP.y;
  const rows = Math.ceil(heads / columns);
  /** @type {Place[]} */
  const places = attention.flatMap((_, layer) =>
    Array.from({ length: heads }, (_, head) => {
      const x = gutter + (head % columns) * pitch;
      const top = (layer * rows + Math.floor(head / columns)) * high;
      return { layer, head, x, y: top + TITLE, size, top, w: pitch - GAP.x, h: high - GAP.y };
    }),
  );
  return {
    width,
    height: Math.ceil(attention.length * rows * high),
    places,
    cell,
    marks: byFont(
      places.flatMap((place) => [
        ...(place.head % columns ? [] : wordMarks(maps, place, cell, surface)),
        ...mapMarks(maps, place, { cell, heads }, surface),
      ]),
    ),
  };
}

/** Sorts texts last and by font, because changing the font takes longer than drawing a text. @param {Mark[]} marks */
const byFont = (marks) => {
  const turn = (/** @type {Mark} */ mark) => (mark.kind === "text" ? 1 + Number(mark.bold ?? false) : 0);
  return [0, 1, 2].flatMap((each) => marks.filter((mark) => turn(mark) === each));
};

/** @param {Maps} maps @param {Place} place @param {{ cell: number, heads: number }} sizes @param {Surface} surface @returns {Mark[]} */
function mapMarks(
  { tokens, blanks, blank, attention, about },
  { layer, head, x, y, size, w },
  { cell, heads },
  surface,
) {
  const { palette, measure } = surface;
  const { names, off, found, said } = about(layer, head);
  const count = tokens.length;
  const { data } = attention[layer];
  const from = head * count * count;
  const rgba = Uint32Array.from({ length: count * count }, (_, i) => {
    const colour = palette.attention[Math.min(255, Math.round(255 * data[from + i]))];
    const lit = blanks.includes(Math.floor(i / count));
    return off ? fade(colour, palette, 0.12) : lit ? colour : fade(colour, palette, DIM);
  });
  const fits = said.find((lines) => Object.values(lines).every((line) => measure(line) <= w));
  const { job = "", note = "" } = fits ?? {};
  const name = names.find((form) => measure(form, 13, true) <= w - SWATCH) ?? names.at(-1) ?? "";
  const label = { x, size: 12.5 };
  return [
    rect({ x, y: y - 17, w: 9, h: 9, radius: 2, fill: palette.swatch(hueOf(layer, head, heads)) }),
    text({
      x: x + SWATCH,
      y: y - 8,
      text: name,
      size: 13,
      bold: true,
      fill: off ? palette.axis.T : palette.ink,
    }),
    cells({ x, y, rows: count, cols: count, cw: cell, ch: cell, gap: cell > 7 ? 1 : 0.5, rgba, often: true }),
    ...(off ? [] : blanks.map((row) => litMark(row, row === blank, { x, y, size, cell }, surface))),
    text({
      ...label,
      y: y + size + 14,
      text: job,
      fill: found ? palette.ink : palette.muted,
    }),
    text({ ...label, y: y + size + 30, text: note, fill: palette.muted }),
  ];
}

/** @param {number} row @param {boolean} chosen @param {{ x: number, y: number, size: number, cell: number }} map @param {Surface} surface */
const litMark = (row, chosen, { x, y, size, cell }, { palette }) =>
  rect({
    ...{ x: x - 1, y: y + row * cell - 1, w: size + 1, h: cell + 1, radius: 2 },
    ...{ stroke: palette.axis.T, line: chosen ? 1.5 : 0.75 },
  });

/** The words beside the first map of a row. If there is too little room, the selected blank comes before other blanks, and blanks before other words. @param {Maps} maps @param {Place} place @param {number} cell @param {Surface} surface */
function wordMarks({ tokens, blanks, blank }, { x, y }, cell, { palette }) {
  const every = Math.ceil(LINE / cell);
  /** @type {number[]} */
  const kept = [];
  for (const at of [blank, ...blanks, ...tokens.keys()])
    if (at >= 0 && kept.every((other) => Math.abs(other - at) >= every)) kept.push(at);
  return kept.map((at) =>
    text({
      ...{ x: x - 8, y: y + (at + 0.5) * cell + 4, text: shortenWord(tokens[at], 12), align: "end" },
      ...{ fill: blanks.includes(at) ? palette.axis.T : palette.muted, bold: at === blank },
    }),
  );
}

/** The cell at a point of the scene. @param {MapsScene} scene @param {number} count of words @param {number} x @param {number} y @returns {{ layer: number, head: number, query: number, key: number } | null} */
export function hitMaps({ places, cell }, count, x, y) {
  for (const place of places) {
    const [key, query] = [Math.floor((x - place.x) / cell), Math.floor((y - place.y) / cell)];
    if ([key, query].every((at) => at >= 0 && at < count))
      return { layer: place.layer, head: place.head, query, key };
  }
  return null;
}
