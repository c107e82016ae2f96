import { path, rect, text } from "../../kit/draw/marks.js";

/**
 * Draws the loss at each step, and the accuracy of each kind at each checkpoint.
 *
 * @typedef {object} Learning
 * @property {number} steps                      total
 * @property {number} at                         step on show
 * @property {readonly number[]} losses          of each step, in nats per blank, or per word of a translation
 * @property {number} most                       loss of a uniform guess among all words
 * @property {readonly { step: number, right: readonly number[] }[]} moments  by kind
 * @property {readonly (number | null)[]} solved first step at which the accuracy of a kind reached `enough`
 * @property {number} enough                     accuracy that counts as learned
 * @property {string} right                      label of the left axis
 * @property {string} loss                       label of the right axis
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { box: { left: number, right: number, top: number, bottom: number } }} LearningScene
 */

const SMOOTH = 8; // steps averaged for a point of the loss

/** Axis whose colour each kind of blank has, in order. */
export const AXIS_OF_KIND = /** @type {const} */ (["d", "H", "T"]);

/** @param {import("../../kit/draw/palette.js").Palette} palette @param {number} kind */
const hueOfKind = ({ axis }, kind) => axis[AXIS_OF_KIND[kind % AXIS_OF_KIND.length]];

/** @param {Learning} learning @param {import("../../kit/draw/marks.js").Surface} surface @returns {LearningScene} */
export function learningScene(learning, { width, palette, measure }) {
  const { steps, at, losses, most, moments, solved, enough } = learning;
  const end = width - measure("0.0") - 12;
  const box = { left: 34, right: end, top: 26, bottom: 190 };
  const x = (/** @type {number} */ step) => box.left + (step * (box.right - box.left)) / steps;
  const y = (/** @type {number} */ share) => box.bottom - share * (box.bottom - box.top);
  const label = { fill: palette.muted };
  const line = (/** @type {readonly [number, number][]} */ points) =>
    points.map(([px, py], i) => `${i ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("");
  const kinds = moments[0]?.right.length ?? 0;
  const parts = steps % 3 ? 4 : 3;
  const ticks = Array.from({ length: parts + 1 }, (_, i) => (i * steps) / parts);
  return {
    width,
    height: 216,
    box,
    marks: [
      text({ ...label, x: 0, y: 12, text: learning.right }),
      text({ ...label, x: width, y: 12, text: learning.loss, align: "end" }),
      ...[0, 0.5, 1].flatMap((share) => [
        path({ d: `M${box.left} ${y(share)}H${box.right}`, stroke: palette.hairline }),
        text({ ...label, x: box.left - 10, y: y(share) + 4, text: String(share), align: "end" }),
        text({ ...label, x: width, y: y(share) + 4, text: (share * most).toFixed(1), align: "end" }),
      ]),
      ...ticks.map((step) =>
        text({ ...label, x: x(step), y: box.bottom + 18, text: String(step), align: "middle" }),
      ),
      ...(losses.length > 1
        ? [
            path({
              d: line(smoothLosses(losses).map(([step, loss]) => [x(step), y(Math.min(1, loss / most))])),
              stroke: palette.ink,
              line: 1.75,
            }),
          ]
        : []),
      ...Array.from({ length: kinds }, (_, kind) => {
        const points = moments.map(
          ({ step, right: all }) => /** @type {[number, number]} */ ([x(step), y(all[kind])]),
        );
        return path({ d: line(points), stroke: hueOfKind(palette, kind), line: 1.75 });
      }),
      ...solved.flatMap((step, kind) => {
        const right = moments.find((moment) => moment.step === step)?.right[kind];
        return step === null || right === undefined
          ? []
          : [dot(x(step), y(Math.max(enough, right)), 3.5, hueOfKind(palette, kind), palette.paper)];
      }),
      path({ d: `M${x(at)} ${box.top - 6}V${box.bottom + 4}`, stroke: palette.axis.T, line: 1.5 }),
      dot(x(at), box.bottom, 6, palette.axis.T, palette.paper),
    ],
  };
}

const LEGEND = { line: 20, dot: 14, gap: 24 }; // px

/** The curves, and below them the names of the kinds, which the page has in a list. @param {Learning} learning @param {readonly string[]} names @param {import("../../kit/draw/marks.js").Surface} surface */
export function namedLearningScene(learning, names, surface) {
  const scene = learningScene(learning, surface);
  const { palette, measure, width } = surface;
  const { left } = scene.box;
  let [x, y] = [left, scene.height + LEGEND.line];
  const marks = names.flatMap((name, kind) => {
    const wide = LEGEND.dot + measure(name) + LEGEND.gap;
    if (x > left && x + wide > width) [x, y] = [left, y + LEGEND.line];
    const at = x;
    x += wide;
    return [
      dot(at + 4, y - 4, 4, hueOfKind(palette, kind), palette.paper),
      text({ x: at + LEGEND.dot, y, text: name, fill: palette.ink }),
    ];
  });
  return { width, height: y + LEGEND.line / 2, marks: [...scene.marks, ...marks] };
}

/** @param {number} x @param {number} y @param {number} radius @param {string} fill @param {string} stroke */
const dot = (x, y, radius, fill, stroke) =>
  rect({ x: x - radius, y: y - radius, w: 2 * radius, h: 2 * radius, radius, fill, stroke, line: 1 });

/** Means over SMOOTH steps, because single batches are small. Each is drawn at its last step. @param {readonly number[]} losses @returns {[step: number, loss: number][]} */
export function smoothLosses(losses) {
  /** @type {[number, number][]} */
  const points = [[1, losses[0]]];
  for (let end = SMOOTH; end <= losses.length; end += SMOOTH / 2) {
    const some = losses.slice(end - SMOOTH, end);
    points.push([end, some.reduce((sum, loss) => sum + loss, 0) / SMOOTH]);
  }
  return points;
}
