import { formatNumber } from "../../kit/draw/legend.js";
import { rect, shift, text, cells, path } from "../../kit/draw/marks.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { cellOf, indexAt, layoutTensor } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";
import { tensorMarks } from "../../kit/draw/tensor.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { NOTHING } from "../../kit/state/selection.js";
import { shareInFour } from "../../kit/text/share.js";

const STRIP = { cell: 24, widest: 64, pitch: 27 };

/**
 * A mask, the weights under it, and how far each output row moves when the last word changes, with aligned rows. Below, the selected row with three
 * ways to fill blocked scores.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} MaskView
 * @property {import("./state.js").MaskAnswer} answer
 * @property {ReadonlySet<number>} painted
 * @property {readonly string[]} tokens
 * @property {readonly string[]} keyTokens
 * @property {number} head
 * @property {number} query       index of the selected row
 * @property {number} key
 * @property {string} colormap
 * @property {{ mask: string, weights: string, moved: string, movedShort: string, row: string, fills: Readonly<Record<import("./state.js").Fill, string>> }} words
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => { query: number, key: number, isMask: boolean } | null }} MaskScene
 */

const NARROW = 560;
const TITLE = 22;
const APART = 34; // px between the mask and the weights
const MOVED = { wide: 118, narrow: 84 }; // px, width of the bars
const LARGEST = 26; // px, largest cell

/** @param {MaskView} view @param {Surface} surface @returns {MaskScene} */
export function maskScene(view, surface) {
  const { tokens, keyTokens, answer, head } = view;
  const narrow = surface.width < NARROW;
  const shape = [tokens.length, keyTokens.length];
  const left = gutterFor(tokens, surface);
  const moved = narrow ? MOVED.narrow : MOVED.wide;
  const width = narrow ? surface.width - left - moved : (surface.width - left - APART - moved - 20) / 2;
  const room = { width, height: 640, square: true, slices: 1, maxCell: LARGEST };
  const layout = layoutTensor(["T_q", "T_k"], shape, room, [view.query, view.key]);
  const foot = gutterFor(keyTokens, surface) + 10;
  const high = layout.height + foot;
  const one = shape[0] * shape[1];
  const weights = weightsOf(answer.weights.zero.data, head * one, one);
  const places = narrow
    ? {
        mask: { x: left, y: TITLE },
        weights: { x: left, y: 2 * TITLE + high },
        moved: left + layout.width + 14,
      }
    : {
        mask: { x: left, y: TITLE },
        weights: { x: left + layout.width + APART, y: TITLE },
        moved: left + 2 * layout.width + APART + 20,
      };
  const map = { view, layout, surface };
  const lower = places.weights.y + high + 12;
  const strips = stripMarks(view, surface, lower, narrow);
  const caption = captionOf(layout, surface, surface.width);
  return {
    width: surface.width,
    height: Math.ceil(strips.bottom + caption.length * 18),
    marks: [
      ...mapMarks(map, answer.open, view.words.mask, places.mask, true),
      ...paintedMarks(map, places.mask),
      ...mapMarks(map, weights, view.words.weights, places.weights, narrow),
      ...movedMarks(map, places.moved, moved),
      ...strips.marks,
      ...caption.map((line, i) =>
        text({ x: 0, y: strips.bottom + (i + 1) * 18 - 4, text: line, fill: surface.palette.muted }),
      ),
    ],
    hit(x, y) {
      for (const name of /** @type {const} */ (["mask", "weights"])) {
        const index = indexAt(layout, x - places[name].x, y - places[name].y);
        if (index) return { query: index[0], key: index[1], isMask: name === "mask" };
      }
      return null;
    },
  };
}

/** Each head's maps, cached: equal arrays let the painter reuse its drawing. @type {WeakMap<Float32Array, Map<number, Float32Array>>} */
const heads = new WeakMap();

/** @param {Float32Array} data @param {number} from @param {number} count */
function weightsOf(data, from, count) {
  const of = heads.get(data) ?? new Map();
  heads.set(data, of);
  const part = of.get(from) ?? data.subarray(from, from + count);
  of.set(from, part);
  return part;
}

/** @typedef {{ view: MaskView, layout: import("../../kit/draw/slices.js").Layout, surface: Surface }} Map2 */

/** @param {Map2} map @param {Float32Array} values @param {string} title @param {{ x: number, y: number }} at @param {boolean} labelled */
function mapMarks({ view, layout, surface }, values, title, { x, y }, labelled) {
  const { palette } = surface;
  const ramp = palette.colormap(view.colormap);
  const tensor = {
    layout,
    values,
    scale: scaleOf([values], true),
    ramp: () => ramp,
    selection: { ...NOTHING, token: view.query, key: view.key },
    group: 1,
    element: [view.query, view.key],
    named: () => "",
    rowLabels: labelled ? view.tokens : null,
    colLabels: view.keyTokens,
  };
  return [
    text({ x, y: y - 9, text: title, size: 13, bold: true, fill: palette.ink }),
    ...tensorMarks(tensor, surface).map((mark) => shift(mark, x, y)),
  ];
}

/** Cells blocked by hand have a dot, to distinguish them from other masks. @param {Map2} map @param {{ x: number, y: number }} at @returns {Mark[]} */
function paintedMarks({ view, layout, surface }, at) {
  const keys = view.keyTokens.length;
  return [...view.painted].flatMap((cell) => {
    const place = cellOf(layout, [Math.floor(cell / keys), cell % keys]);
    if (!place) return [];
    const size = Math.max(3, Math.min(6, place.w / 3));
    const [x, y] = [
      at.x + place.x + (place.w - layout.gap - size) / 2,
      at.y + place.y + (place.h - layout.gap - size) / 2,
    ];
    return [rect({ x, y, w: size, h: size, radius: size / 2, fill: surface.palette.ink })];
  });
}

/**
 * A bar for the movement of each output row. Leaks have the tokens' colour and a number.
 * @param {Map2} map @param {number} x @param {number} width @returns {Mark[]}
 */
function movedMarks({ view, layout, surface }, x, width) {
  const { palette } = surface;
  const { words, answer } = view;
  const { moved, may, leaks } = answer;
  const { from, count } = layout.rows;
  const shown = Array.from(moved.subarray(from, from + count), (value) => (value < Infinity ? value : 0));
  const most = Math.max(1e-30, ...shown);
  const track = width - 46;
  const bars = shown.flatMap((value, i) => {
    const row = from + i;
    const leaking = leaks.includes(row);
    const y = TITLE + i * layout.ch;
    const thick = Math.max(2, Math.min(10, layout.ch - 4));
    const fill = leaking ? palette.axis.T : palette.muted;
    const long = Math.max(value > 0 ? 1.5 : 0, (track * value) / most);
    return [
      ...(long
        ? [rect({ x, y: y + (layout.ch - layout.gap - thick) / 2, w: long, h: thick, radius: 2, fill })]
        : []),
      ...(layout.ch >= 12
        ? [
            text({
              x: x + long + (long ? 6 : 0),
              y: y + layout.ch / 2 + 4,
              text: value || !may[row] ? formatNumber(moved[row], 2) : "0",
              fill: leaking ? palette.axis.T : palette.muted,
              bold: leaking,
            }),
          ]
        : []),
    ];
  });
  return [
    text({
      x,
      y: TITLE - 9,
      text: surface.measure(words.moved, 13, true) <= width ? words.moved : words.movedShort,
      size: 13,
      bold: true,
      fill: palette.ink,
    }),
    ...bars,
  ];
}

/**
 * The mask as each sentence and head reads it, as small maps.
 * @param {{ heads: import("../../core/types.js").TensorOutput, colormap: string, nameSlice: (batch: number, head: number) => string }} view
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @returns {import("../../kit/draw/marks.js").Scene}
 */
export function broadcastScene({ heads: { data, shape }, colormap, nameSlice }, surface) {
  const room = {
    width: surface.width,
    height: 190,
    title: 20,
    square: true,
    slices: 16,
    maxCell: 8,
    beside: Math.min(4, shape[1]),
  };
  const layout = layoutTensor(["B", "H", "T_q", "T_k"], shape, room, [0, 0, 0, 0]);
  const ramp = surface.palette.colormap(colormap);
  const caption = captionOf(layout, surface, surface.width);
  const tensor = {
    ...{ layout, values: data, scale: scaleOf([data], true), ramp: () => ramp },
    ...{ selection: NOTHING, group: 1, element: null, rowLabels: null, colLabels: null },
    named: (/** @type {import("../../kit/draw/slices.js").Slice} */ { index: [batch, head] }) =>
      nameSlice(batch, head),
  };
  return {
    width: surface.width,
    height: layout.height + 4 + caption.length * 18,
    marks: [
      ...tensorMarks(tensor, surface),
      ...caption.map((line, i) =>
        text({ x: 0, y: layout.height + (i + 1) * 18, text: line, fill: surface.palette.muted }),
      ),
    ],
  };
}

/**
 * The selected row with each of three ways to fill blocked scores, as strips one below another.
 *
 * @param {MaskView} view @param {Surface} surface @param {number} top @param {boolean} narrow
 */
function stripMarks(view, surface, top, narrow) {
  const { palette, measure } = surface;
  const { answer, words, keyTokens, head, query, key } = view;
  const [, , queries, keys] = answer.weights.zero.shape;
  const names = /** @type {const} */ (["nan", "large", "zero"]);
  const left = narrow ? 0 : Math.ceil(Math.max(...names.map((name) => measure(words.fills[name])))) + 14;
  const most = Math.max(1, Math.floor((surface.width - left) / 16));
  const count = Math.min(keys, most);
  const from = Math.min(Math.floor(key / count) * count, keys - count);
  const cw = Math.min(STRIP.widest, (surface.width - left) / count);
  const ramp = palette.colormap(view.colormap);
  /** @type {Mark[]} */
  const marks = [text({ x: 0, y: top + 12, text: words.row, size: 13, bold: true, fill: palette.ink })];
  let y = top + 24;
  if (cw >= 34) {
    for (let i = 0; i < count; i++)
      marks.push(
        text({
          ...{ x: left + (i + 0.5) * cw, y: y + 10, align: "middle", fill: palette.muted },
          text: shortenWord(keyTokens[from + i], Math.max(3, Math.floor(cw / 7.5))),
        }),
      );
    y += 16;
  }
  for (const name of names) {
    const at = (head * queries + query) * keys + from;
    const row = answer.weights[name].data.subarray(at, at + count);
    if (narrow) y += 16;
    marks.push(
      text({
        x: 0,
        y: narrow ? y - 3 : y + STRIP.cell / 2 + 4,
        text: words.fills[name],
        fill: palette.muted,
      }),
      ...stripCells(row, { x: left, y, cw }, ramp, surface),
    );
    y += STRIP.pitch + (narrow ? 4 : 0);
  }
  return { marks, bottom: y + 2 };
}

/** @param {Float32Array} row @param {{ x: number, y: number, cw: number }} at @param {import("../../kit/draw/palette.js").Ramp} ramp @param {Surface} surface @returns {Mark[]} */
function stripCells(row, { x, y, cw }, ramp, { palette, measure }) {
  const scale = scaleOf([row], true);
  const rgba = Uint32Array.from(row, (value) => (Number.isNaN(value) ? 0 : ramp[scale.index(value)]));
  const h = STRIP.cell - 1;
  const forms = [shareInFour, (/** @type {number} */ value) => shareInFour(value).replace("0.", ".")];
  const form = forms.find((each) => measure(each(0.88)) + 2 <= cw);
  const crosses = [...row.keys()].filter((i) => Number.isNaN(row[i]));
  return [
    cells({ x, y, rows: 1, cols: row.length, cw, ch: STRIP.cell, gap: 1, rgba }),
    ...crosses.map((i) =>
      rect({ x: x + i * cw + 0.5, y: y + 0.5, w: cw - 2, h: h - 1, stroke: palette.muted }),
    ),
    ...(crosses.length && cw < 30
      ? [
          path({
            d: crosses.map((i) => `M${x + i * cw} ${y + h}L${x + (i + 1) * cw - 1} ${y}`).join(""),
            stroke: palette.muted,
          }),
        ]
      : []),
    ...(form || cw >= 30
      ? Array.from(row, (value, i) =>
          text({
            ...{ x: x + (i + 0.5) * cw, y: y + STRIP.cell / 2 + 4, align: "middle" },
            text: Number.isNaN(value) ? (cw >= 30 ? "NaN" : "") : (form?.(value) ?? ""),
            fill: Number.isNaN(value) ? palette.ink : legibleOn(rgba[i]),
          }),
        ).filter((mark) => mark.kind !== "text" || mark.text)
      : []),
  ];
}
