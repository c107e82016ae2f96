import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { NOTHING } from "../../kit/state/selection.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { shift, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { indexAt, layoutTensor } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { shareInFour } from "../../kit/text/share.js";
import { tensorMarks } from "../../kit/draw/tensor.js";

/**
 * Similarity of heads: the share of weight that two heads put on the same keys.
 *
 * @param {import("../../core/types.js").TensorOutput} similarity (H, H)
 * @param {{ head: number, other: number | null, colormap: string }} chosen
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @returns {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => number[] | null }}
 */
export function similarityScene({ data, shape }, { head, other, colormap }, surface) {
  const axes = ["H", "other"];
  const left = 30;
  const room = {
    width: Math.min(420, surface.width - left - 2),
    height: 380,
    square: true,
    maxCell: 40,
    slices: 1,
  };
  const layout = layoutTensor(axes, shape, room, [head, other ?? head]);
  const numbers = Array.from({ length: shape[0] }, (_, i) => String(i));
  const scale = scaleOf([data], true);
  const ramp = surface.palette.colormap(colormap);
  const tensor = {
    layout,
    values: data,
    scale,
    ramp: () => ramp,
    selection: { ...NOTHING, token: head, key: other },
    group: 1,
    element: [head, other ?? head],
    named: () => "",
    upright: shape[0] <= 24,
    rowLabels: numbers,
    colLabels: numbers,
    format: shareInFour,
  };
  const bottom = layout.height + 34;
  const caption = captionOf(layout, surface, surface.width);
  return {
    width: surface.width,
    height: Math.ceil(bottom + 24 + caption.length * 18),
    marks: [
      ...tensorMarks(tensor, surface).map((mark) => shift(mark, left, 2)),
      ...legendMarks(surface, scale, ramp, {
        x: 0,
        y: bottom,
        width: 120,
        note: say(SCENES, surface).shared,
        room: surface.width,
      }),
      ...caption.map((line, i) =>
        text({ x: 0, y: bottom + 28 + i * 18, text: line, fill: surface.palette.muted }),
      ),
    ],
    hit: (x, y) => indexAt(layout, x - left, y - 2),
  };
}
