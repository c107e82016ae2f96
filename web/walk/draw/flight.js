import { moveIndex, flatIndex } from "../../kit/state/memory.js";
import { cellOf, indexIn } from "../../kit/draw/slices.js";

/**
 * The motion on entering a step: each cell of the result moves from its place in the input. Elements correspond by offset in shared memory,
 * and by index after a copy. Computed numbers do not move.
 */

const MOST = 6000; // cells; with more, the eye cannot follow a single one

/**
 * @param {import("./stage.js").StageScene} scene
 * @returns {import("../../kit/draw/motion.js").Flight | null}
 */
export function flightOf(scene) {
  const after = scene.parts.find((part) => part.role === "after");
  // Parameters drawn beside a product belong to the product's own step; cells never start there.
  const before = scene.parts.find(
    (part) => part.role === "before" && !part.means && sameElements(part.step, after?.step),
  );
  if (!after || !before) return null;
  const { layout, values, scale, ramp } = after.tensor;
  const across = layout.cols.count * (layout.groups?.count ?? 1);
  if (layout.slices.length * layout.rows.count * across > MOST) return null;
  const from = [];
  const to = [];
  const rgba = [];
  for (const slice of layout.slices)
    for (let row = 0; row < layout.rows.count; row++)
      for (let col = 0; col < across; col++) {
        const index = indexIn(layout, slice, row, col);
        const source =
          before.step.buffer === after.step.buffer ? moveIndex(after.step, index, before.step) : index;
        const start = source && cellOf(before.tensor.layout, source);
        const end = cellOf(layout, index);
        if (!start || !end) continue;
        const gap = layout.gap;
        from.push(start.x + before.x, start.y + before.y, start.w - gap, start.h - gap);
        to.push(end.x + after.x, end.y + after.y, end.w - gap, end.h - gap);
        rgba.push(ramp(index)[scale.index(values[flatIndex(layout, index)])]);
      }
  return { from: Float32Array.from(from), to: Float32Array.from(to), rgba: Uint32Array.from(rgba) };
}

/** @param {import("../../core/types.js").Step} before @param {import("../../core/types.js").Step} [after] */
function sameElements(before, after) {
  return after && (before.buffer === after.buffer || after.op === "contiguous");
}
