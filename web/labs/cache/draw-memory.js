import { rect, text } from "../../kit/draw/marks.js";

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
