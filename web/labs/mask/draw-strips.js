import { shareInFour } from "../../kit/text/share.js";
import { cells, path, rect, text } from "../../kit/draw/marks.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { shorten } from "../../kit/draw/tensor-labels.js";

/**
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 */

const STRIP = { cell: 24, widest: 64, pitch: 27 };

/**
 * The selected row with each of three ways to fill blocked scores, as strips one below another.
 *
 * @param {import("./draw.js").MaskView} view @param {Surface} surface @param {number} top @param {boolean} narrow
 */
export function stripMarks(view, surface, top, narrow) {
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
          text: shorten(keyTokens[from + i], Math.max(3, Math.floor(cw / 7.5))),
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
