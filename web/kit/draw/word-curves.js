// Curves between words, whose thickness is a weight.

/** Smallest weight that has a curve. */
export const LEAST_WEIGHT = 0.1;

/** Opacity of the curves of words that are not selected. */
export const FAINT = 0.16;

const THICKEST = 7; // px
const BEND = 46; // px

/** The thickness of a weight's curve, in px. @param {number} weight */
export const thicknessOf = (weight) => Math.max(1, weight * THICKEST);

/** A curve from a lower point up to a higher one. @param {readonly [x: number, y: number]} from @param {readonly [x: number, y: number]} to */
export const curveUp = ([a, start], [b, end], bend = BEND) =>
  `M${a} ${start}C${a} ${start - bend} ${b} ${end + bend} ${b} ${end}`;

/** An arc over a line of words. @param {number} a @param {number} b @param {number} line @param {number} height at its middle */
export function arcOver(a, b, line, height) {
  const high = line - (height * 4) / 3;
  return `M${a} ${line}C${a} ${high} ${b} ${high} ${b} ${line}`;
}
