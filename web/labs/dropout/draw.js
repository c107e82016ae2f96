import { NOTHING } from "../../kit/state/selection.js";
import { legendMarks, formatNumber } from "../../kit/draw/legend.js";
import { rect, shift, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { layoutTensor } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { tensorMarks } from "../../kit/draw/tensor.js";

/**
 * A head's weights, the weights after one dropout mask with the sum of each row, and the mean over many masks.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} DropoutView
 * @property {Float32Array} weights     (T_q, T_k) of one head
 * @property {Float32Array} dropped     weights after one mask
 * @property {Float32Array | null} mean mean over many masks
 * @property {Float32Array} sums        (T_q): sums of the rows after the mask
 * @property {readonly string[]} tokens
 * @property {readonly string[]} keyTokens
 * @property {number} query
 * @property {number} key
 * @property {string} colormap
 * @property {{ weights: string, dropped: string, mean: string, sums: string }} words
 */

const NARROW = 620;
const TITLE = 22;
const APART = 26;
const SUMS = { wide: 150, narrow: 92 }; // px, width of the bars

/** @param {DropoutView} view @param {Surface} surface @returns {import("../../kit/draw/marks.js").Scene} */
export function dropoutScene(view, surface) {
  const { tokens, keyTokens, words } = view;
  const narrow = surface.width < NARROW;
  const left = gutterFor(tokens, surface);
  const sums = narrow ? SUMS.narrow : SUMS.wide;
  const width = narrow ? surface.width - left - sums : (surface.width - left - 2 * APART - sums) / 3;
  const room = { width, height: 640, square: true, slices: 1, maxCell: 26 };
  const layout = layoutTensor(["T_q", "T_k"], [tokens.length, keyTokens.length], room, [
    view.query,
    view.key,
  ]);
  const high = TITLE + layout.height + gutterFor(keyTokens, surface) + 12;
  const step = narrow ? { x: 0, y: high } : { x: layout.width + APART, y: 0 };
  const shownMaps = [view.weights, view.dropped, ...(view.mean ? [view.mean] : [])];
  const scale = scaleOf(shownMaps, true);
  const ramp = surface.palette.colormap(view.colormap);
  const map = (
    /** @type {Float32Array} */ values,
    /** @type {number} */ nth,
    /** @type {string} */ title,
  ) => {
    const at = { x: left + nth * step.x + (nth === 2 && !narrow ? sums : 0), y: TITLE + nth * step.y };
    const tensor = {
      ...{ layout, values, scale, ramp: () => ramp, group: 1, named: () => "" },
      ...{ selection: { ...NOTHING, token: view.query, key: view.key }, element: null },
      rowLabels: narrow || nth === 0 ? tokens : null,
      colLabels: keyTokens,
      struck:
        nth === 1
          ? (/** @type {readonly number[]} */ [row, col]) => {
              const cell = row * keyTokens.length + col;
              return values[cell] === 0 && view.weights[cell] > 0;
            }
          : undefined,
    };
    return [
      text({ x: at.x, y: at.y - 9, text: title, size: 13, bold: true, fill: surface.palette.ink }),
      ...tensorMarks(tensor, surface).map((mark) => shift(mark, at.x, at.y)),
    ];
  };
  const bottom = narrow ? high * (view.mean ? 3 : 2) : high;
  const caption = captionOf(layout, surface, surface.width);
  return {
    width: surface.width,
    height: Math.ceil(bottom + 24 + caption.length * 18),
    marks: [
      ...map(view.weights, 0, words.weights),
      ...map(view.dropped, 1, words.dropped),
      ...sumMarks(view, surface, layout, {
        x: left + step.x + layout.width + 12,
        y: TITLE + step.y,
        width: sums,
      }),
      ...(view.mean ? map(view.mean, 2, words.mean) : []),
      ...legendMarks(surface, scale, ramp, { x: 0, y: bottom, width: 160, room: surface.width }),
      ...caption.map((line, i) =>
        text({ x: 0, y: bottom + 28 + i * 18, text: line, fill: surface.palette.muted }),
      ),
    ],
  };
}

/** @param {DropoutView} view @param {Surface} surface @param {import("../../kit/draw/slices.js").Layout} layout @param {{ x: number, y: number, width: number }} at */
function sumMarks({ sums, query, words }, { palette }, layout, { x, y, width }) {
  const { from, count } = layout.rows;
  const shown = Array.from(sums.subarray(from, from + count));
  const most = Math.max(1, ...shown.filter((sum) => sum < Infinity));
  const track = width - 12 - 40 - APART / 2;
  const one = x + track / most;
  return [
    text({ x, y: y - 9, text: words.sums, size: 13, bold: true, fill: palette.ink }),
    ...shown.flatMap((sum, i) => {
      const top = y + i * layout.ch;
      const thick = Math.max(2, Math.min(8, layout.ch - 4));
      const long = (track * (sum < Infinity ? sum : most)) / most || 0;
      return [
        rect({
          x,
          y: top + (layout.ch - layout.gap - thick) / 2,
          w: long,
          h: thick,
          radius: 2,
          fill: palette.axis.H,
        }),
        ...(layout.ch >= 12
          ? [
              text({
                x: x + track + 6,
                y: top + layout.ch / 2 + 4,
                text: formatNumber(sum, 2),
                fill: palette.muted,
                bold: from + i === query,
              }),
            ]
          : []),
      ];
    }),
    // A line at 1, the sum of each row before dropout.
    rect({ x: one, y: y - 2, w: 1, h: count * layout.ch + 2, fill: palette.muted }),
  ];
}
