import { text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { layoutTensor } from "../../kit/draw/slices.js";
import { captionOf } from "../../kit/draw/staged.js";
import { tensorMarks } from "../../kit/draw/tensor.js";
import { NOTHING } from "../../kit/state/selection.js";

/**
 * The mask as each sentence and head reads it, as small maps.
 * @param {{ heads: import("../../core/types.js").TensorOutput, colormap: string, named: (batch: number, head: number) => string }} view
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @returns {import("../../kit/draw/marks.js").Scene}
 */
export function broadcastScene({ heads: { data, shape }, colormap, named }, surface) {
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
      named(batch, head),
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
