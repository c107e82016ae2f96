import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { formatNumber } from "../../kit/draw/legend.js";
import { path, rect, text } from "../../kit/draw/marks.js";

const LABELS = { top: 32, foot: 6 }; // px kept free of labels at the top, and above the ticks

/**
 * How far the output moves as heads are removed one after another, by least effect and by number, with the current state.
 *
 * @param {import("../../core/types.js").Removals} removals
 * @param {{ off: number, moved: number }} now  number of heads that are off, and how far the output moved
 * @param {import("../../kit/draw/marks.js").Surface} surface
 * @returns {import("../../kit/draw/marks.js").Scene}
 */
export function removalScene({ leastFirst, headOrder }, now, surface) {
  const { width, palette, measure } = surface;
  const said = say(SCENES, surface);
  const heads = leastFirst.data.length - 1;
  const most = Math.max(...leastFirst.data, ...headOrder.data, now.moved) || 1;
  const box = { left: 34, top: 22, right: width - 10, bottom: 176 };
  const x = (/** @type {number} */ left) => box.left + (left * (box.right - box.left)) / heads;
  const y = (/** @type {number} */ moved) => box.bottom - (moved / most) * (box.bottom - box.top);
  // Number of remaining heads, from left to right.
  const curve = (/** @type {import("../../core/types.js").TensorOutput} */ { data }) =>
    Array.from(data, (moved, gone) => ({ x: x(heads - gone), y: y(moved) }));
  const line = (/** @type {{ x: number, y: number }[]} */ points) =>
    points.map((at, i) => `${i ? "L" : "M"}${at.x} ${at.y}`).join("");
  const [least, inOrder] = [leastFirst, headOrder].map(curve);
  const every = Math.ceil(heads / Math.max(1, Math.floor((box.right - box.left) / 28)));
  const ticks = Array.from({ length: heads + 1 }, (_, i) => i).filter((i) => i % every === 0 || i === heads);
  const label = { fill: palette.muted };
  const middle = Math.floor(heads / 2);
  const room = { measure, right: box.right, bottom: box.bottom };
  return {
    width,
    height: 214,
    marks: [
      ...[0, most / 2, most].flatMap((tick) => [
        path({ d: `M${box.left} ${y(tick)}H${box.right}`, stroke: palette.hairline }),
        text({ ...label, x: box.left - 6, y: y(tick) + 4, text: formatNumber(tick, 2), align: "end" }),
      ]),
      ...ticks.map((tick) =>
        text({ ...label, x: x(tick), y: box.bottom + 18, text: String(tick), align: "middle" }),
      ),
      text({
        ...label,
        x: (box.left + box.right) / 2,
        y: box.bottom + 35,
        text: said.left,
        align: "middle",
      }),
      text({ ...label, x: 0, y: 11, text: said.change }),
      ...dashes(inOrder, palette.muted),
      path({ d: line(least), stroke: palette.ink, line: 2 }),
      ...(heads <= 32
        ? least.map((at) =>
            rect({ x: at.x - 2.5, y: at.y - 2.5, w: 5, h: 5, radius: 2.5, fill: palette.ink }),
          )
        : []),
      ...nameOnPlate(said.inOrder, inOrder[middle], -10, { fill: palette.muted, plate: palette.paper }, room),
      ...nameOnPlate(said.leastFirst, least[middle], 22, { fill: palette.ink, plate: palette.paper }, room),
      ...(now.off || now.moved
        ? [
            rect({
              x: x(heads - now.off) - 5,
              y: y(now.moved) - 5,
              w: 10,
              h: 10,
              radius: 5,
              fill: palette.axis.T,
              stroke: palette.paper,
              line: 1.5,
            }),
            ...nameOnPlate(
              said.now({ left: heads - now.off, moved: formatNumber(now.moved, 2) }),
              { x: x(heads - now.off), y: y(now.moved) },
              now.off < heads / 2 ? 24 : -12,
              { fill: palette.axis.T, plate: palette.paper },
              room,
            ),
          ]
        : []),
    ],
  };
}

/** A dashed line. @param {{ x: number, y: number }[]} points @param {string} stroke */
function dashes(points, stroke) {
  let d = "";
  for (let i = 1; i < points.length; i++) {
    const [from, to] = [points[i - 1], points[i]];
    const count = Math.max(1, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 8));
    const at = (/** @type {number} */ share) =>
      `${from.x + (to.x - from.x) * share} ${from.y + (to.y - from.y) * share}`;
    for (let n = 0; n < count; n++) d += `M${at(n / count)}L${at((n + 0.55) / count)}`;
  }
  return [path({ d, stroke, line: 1.25 })];
}

/**
 * On a plate, so that no line runs through it; between the axis's title and its ticks.
 * @param {string} name
 * @param {{ x: number, y: number }} at
 * @param {number} dy
 * @param {{ fill: string, plate: string }} colours
 * @param {{ measure: import("../../kit/draw/marks.js").Surface["measure"], right: number, bottom: number }} room
 */
function nameOnPlate(name, at, dy, { fill, plate }, { measure, right, bottom }) {
  const w = measure(name);
  const x = Math.max(38, Math.min(right - w, dy > 0 ? at.x - w - 6 : at.x + 6));
  const y = Math.max(LABELS.top, Math.min(bottom - LABELS.foot, at.y + dy));
  return [rect({ x: x - 3, y: y - 12, w: w + 6, h: 16, fill: plate }), text({ x, y, text: name, fill })];
}
