import { axisColor } from "./palette.js";
import { text } from "./marks.js";

/**
 * “Before · q_split 1×12×8×8”, with sizes in the colours of their axes.
 *
 * @param {import("./marks.js").Surface} surface
 * @param {string} role   "Before", "After" or ""
 * @param {string} name
 * @param {readonly string[]} axes
 * @param {readonly number[]} shape
 * @param {{ x: number, y: number }} at  start of the baseline
 * @param {boolean} [stands]  whether the name is highlighted
 */
export function titleMarks({ palette, measure }, role, name, axes, shape, at, stands = false) {
  const pieces = [
    ...(role
      ? [
          { text: role, fill: palette.ink, bold: true },
          { text: " · ", fill: palette.muted },
        ]
      : []),
    stands ? { text: `${name} `, fill: palette.ink, bold: true } : { text: `${name} `, fill: palette.muted },
    ...shape.flatMap((size, i) => [
      ...(i ? [{ text: "×", fill: palette.muted }] : []),
      { text: String(size), fill: axisColor(palette, axes[i]) },
    ]),
  ];
  let x = at.x;
  return pieces.map((piece) => {
    const mark = text({ size: 13, ...piece, x, y: at.y });
    x += measure(piece.text, 13, "bold" in piece);
    return mark;
  });
}

/** @param {import("./marks.js").Surface} surface @param {string} role @param {string} name @param {readonly number[]} shape @param {boolean} [stands] */
export function titleWidth({ measure }, role, name, shape, stands = false) {
  return (
    (role ? measure(role, 13, true) + measure(" · ", 13) : 0) +
    measure(`${name} `, 13, stands) +
    measure(shape.join("×"), 13)
  );
}
