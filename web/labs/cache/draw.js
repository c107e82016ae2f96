import { path, rect, text } from "../../kit/draw/marks.js";
import { legibleOn, unpackColour } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shortenWord, wordsDown } from "../../kit/draw/tensor-labels.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { shareInFour } from "../../kit/text/share.js";

/**
 * Queries, keys and weights of a pass for one more token. Earlier queries and scores, which a pass without a cache computes again, are pale and
 * struck through.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("./state.js").Drawn} Drawn
 *
 * @typedef {object} CacheView
 * @property {import("./state.js").CacheAnswer} answer
 * @property {readonly string[]} tokens
 * @property {CacheWords} words
 *
 * @typedef {object} CacheWords
 * @property {string} queries
 * @property {string} keys
 * @property {string} weights
 * @property {string} again
 * @property {string} read
 * @property {string} written
 * @property {(rows: number) => string} rowsAgain
 */

const NARROW = 560; // px; below, keys stand below the queries
const ROW = 17;
const TOP = 40; // px, height of a title and a shape
const MOST = 16; // rows; of more tokens the newest are shown
const CELL = { most: 18, number: 34 };

/** @param {CacheView} view @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function cacheScene(view, surface) {
  const { answer, words } = view;
  const { width } = surface;
  const from = Math.max(0, answer.known + 1 - MOST);
  const shown = { from, to: answer.known + 1, tokens: view.tokens };
  const gutter = gutterFor(view.tokens.slice(from, shown.to), surface);
  const beside = width >= NARROW;
  const room = (beside ? width / 2 : width) - gutter - 12;
  const queries = rowsMarks(words.queries, answer.queries, shown, { x: 0, y: 0, gutter, room }, surface);
  const second = beside ? { x: width / 2, y: 0 } : { x: 0, y: queries.bottom + 18 };
  const keys = rowsMarks(words.keys, answer.keys, shown, { ...second, gutter, room }, surface);
  const y = Math.max(queries.bottom, keys.bottom) + 20;
  const said = [keys.kept && note(words.read, keys.kept, surface), note(words.written, keys.fresh, surface)];
  const weights = weightsMarks(view, shown, { x: 0, y, room: beside ? width * 0.62 : width }, surface);
  const triangle = againMarks(
    view,
    beside ? { x: width * 0.68, y } : { x: 0, y: weights.bottom + 16 },
    surface,
  );
  return {
    width,
    height: Math.ceil(Math.max(weights.bottom, triangle.bottom)),
    marks: [
      ...queries.marks,
      ...strikes(queries.rows.slice(0, -1), surface),
      ...keys.marks,
      ...said.flatMap((mark) => mark || []),
      ...weights.marks,
      ...triangle.marks,
    ],
  };
}

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/**
 * A title, and the rows of one head as cells, with a frame around the row of the new token.
 * @param {string} title @param {Drawn} drawn @param {{ from: number, to: number, tokens: readonly string[] }} shown
 * @param {{ x: number, y: number, gutter: number, room: number }} at @param {Surface} surface
 */
function rowsMarks(title, { id, shape, rows, width }, { from, to, tokens }, { x, y, gutter, room }, surface) {
  const { palette } = surface;
  const scale = scaleOf([rows], false);
  const cw = Math.max(2, Math.min(CELL.most, Math.floor(Math.min(room, 260) / width)));
  const left = x + gutter;
  /** @type {Mark[]} */
  const marks = [
    ...headMarks(title, `${id} ${shape.join("×")}`, x, y, surface),
    ...wordsDown(surface, tokens, { rows: { from, count: to - from }, ch: ROW }, to - 1, {
      x: left - 8,
      y: y + TOP,
    }),
  ];
  /** @type {Box[]} */
  const boxes = [];
  for (let i = from; i < to; i++) {
    const box = { x: left, y: y + TOP + (i - from) * ROW, w: cw * width, h: ROW };
    boxes.push(box);
    for (let f = 0; f < width; f++)
      marks.push(
        rect({
          ...{ x: left + f * cw, y: box.y, w: cw - 1, h: ROW - 1, radius: 1 },
          fill: unpackColour(palette.cells(0)[scale.index(rows[i * width + f])]),
        }),
      );
  }
  const fresh = boxes[boxes.length - 1];
  const [first] = boxes;
  const kept = boxes.length > 1 ? { ...first, h: fresh.y - first.y } : null;
  marks.push(rect({ ...grown(fresh), stroke: palette.axis.T, line: 1.5, radius: 2 }));
  return { marks, rows: boxes, fresh, kept, bottom: fresh.y + ROW + 4 };
}

/** @param {Box} box */
const grown = ({ x, y, w, h }) => ({ x: x - 1, y: y - 1, w: w + 1, h: h + 1 });

/** A note beside a box, at its middle. @param {string} said @param {Box} box @param {Surface} surface @returns {Mark[]} */
function note(said, box, { palette, width, measure }) {
  const x = box.x + box.w + 8;
  if (x + measure(said) > width) return [];
  return [text({ x, y: box.y + box.h / 2 + 4, text: said, fill: palette.muted })];
}

/** @param {string} title @param {string} shape @param {number} x @param {number} y @param {Surface} surface @returns {Mark[]} */
const headMarks = (title, shape, x, y, { palette }) => [
  text({ x, y: y + 12, text: title, size: 13, bold: true, fill: palette.ink }),
  text({ x, y: y + 30, text: shape, mono: true, fill: palette.muted }),
];

/** Strikes through rows that are not computed again. @param {readonly Box[]} rows @param {Surface} surface @returns {Mark[]} */
const strikes = (rows, { palette }) =>
  rows.flatMap(({ x, y, w, h }) => [
    path({ d: `M${x} ${y}h${w}v${h}h${-w}Z`, fill: palette.paper, alpha: 0.6 }),
    path({ d: `M${x - 4} ${y + h / 2}h${w + 8}`, stroke: palette.muted, line: 1 }),
  ]);

/**
 * The weights of the new token, one a key, above the words of the keys.
 * @param {CacheView} view @param {{ from: number, to: number, tokens: readonly string[] }} shown
 * @param {{ x: number, y: number, room: number }} at @param {Surface} surface
 */
function weightsMarks({ answer, words }, { from, to, tokens }, { x, y, room }, surface) {
  const { palette } = surface;
  const { id, shape, rows } = answer.weights;
  const ramp = palette.colormap("blue");
  const scale = scaleOf([rows], true);
  const cw = Math.min(44, Math.floor(room / (to - from)));
  const top = y + TOP;
  const marks = headMarks(words.weights, `${id} ${shape.join("×")}`, x, y, surface);
  for (let i = from; i < to; i++) {
    const colour = ramp[scale.index(rows[i])];
    const middle = x + (i - from + 0.5) * cw;
    marks.push(
      rect({ x: x + (i - from) * cw, y: top, w: cw - 1, h: 28, radius: 1, fill: unpackColour(colour) }),
      text({
        ...{ x: middle + 4, y: top + 36, text: shortenWord(tokens[i]), align: "end", turn: -90 },
        ...{ fill: i === to - 1 ? palette.axis.T : palette.muted, bold: i === to - 1 },
      }),
    );
    if (cw >= CELL.number)
      marks.push(
        text({
          ...{ x: middle, y: top + 18, align: "middle", fill: legibleOn(colour) },
          text: shareInFour(rows[i]),
        }),
      );
  }
  return { marks, bottom: top + 36 + gutterFor(tokens.slice(from, to), surface) };
}

/** The scores of the earlier tokens, struck through. @param {CacheView} view @param {{ x: number, y: number }} at @param {Surface} surface */
function againMarks({ answer: { known }, words }, { x, y }, { palette }) {
  const most = Math.min(known, MOST);
  const size = Math.max(4, Math.min(9, Math.floor(90 / most)));
  const top = y + 22;
  /** @type {Mark[]} */
  const marks = [
    text({ x, y: y + 12, text: words.again, size: 13, bold: true, fill: palette.ink }),
    ...Array.from({ length: most }, (_, i) =>
      path({ d: squares(x, top + i * size, i + 1, size), fill: palette.hairline }),
    ),
    path({
      d: `M${x - 3} ${top + most * size + 3}L${x + most * size + 3} ${top - 3}`,
      stroke: palette.muted,
    }),
    text({ x, y: top + most * size + 20, text: words.rowsAgain(known), fill: palette.muted }),
  ];
  return { marks, bottom: top + most * size + 26 };
}

/** @param {number} x @param {number} y @param {number} n @param {number} size */
const squares = (x, y, n, size) =>
  Array.from({ length: n }, (_, i) => `M${x + i * size} ${y}h${size - 1}v${size - 1}h${1 - size}Z`).join("");

/**
 * Bars on one scale, each below its name.
 *
 * @typedef {{ name: string, detail: string, value: number, said: string, chosen: boolean }} Bar
 */

const PITCH = 44;
const BAR = 12;

/** @param {string} title @param {readonly Bar[]} bars @param {import("../../kit/draw/marks.js").Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function memoryScene(title, bars, { width, palette, measure }) {
  const most = Math.max(...bars.map(({ value }) => value));
  const beside = Math.max(...bars.map(({ said }) => measure(said, 12.5, true))) + 10;
  const marks = bars.flatMap(({ name, detail, value, said, chosen }, i) => {
    const y = 24 + i * PITCH;
    const w = Math.max(1, ((width - beside) * value) / most);
    const fits = measure(name, 12.5, chosen) + 10 + measure(detail) <= width;
    return [
      text({ x: 0, y: y + 12, text: name, bold: chosen, fill: palette.ink }),
      ...(fits
        ? [text({ x: measure(name, 12.5, chosen) + 10, y: y + 12, text: detail, fill: palette.muted })]
        : []),
      rect({ x: 0, y: y + 18, w, h: BAR, radius: 2, fill: chosen ? palette.axis.H : palette.muted }),
      text({ x: w + 8, y: y + 29, text: said, fill: palette.ink }),
    ];
  });
  return {
    width,
    height: 24 + bars.length * PITCH,
    marks: [text({ x: 0, y: 12, text: title, size: 13, bold: true, fill: palette.ink }), ...marks],
  };
}
