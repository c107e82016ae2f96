import { rect, text } from "./marks.js";

/**
 * A colour bar with its range.
 *
 * @param {import("./marks.js").Surface} surface
 * @param {import("./scale.js").Scale} scale
 * @param {import("./palette.js").Ramp} ramp
 * @param {{ x: number, y: number, width: number, note?: string, room: number }} at  at: the bar's top left; note: text that is drawn if it fits
 * @returns {import("./marks.js").Mark[]}
 */
export function legendMarks({ palette, measure }, scale, ramp, { x, y, width, note = "", room }) {
  const cols = width; // one pixel per colour
  const low = formatNumber(scale.min);
  const high = formatNumber(scale.max);
  const bar = x + measure(low) + 8;
  const end = bar + width + 8;
  const noted = `${high} · ${note}`;
  const label = { y: y + 9, fill: palette.muted };
  return [
    text({ ...label, x, text: low }),
    rect({ x: bar - 0.5, y: y - 0.5, w: width + 1, h: 10, stroke: palette.hairline, radius: 2 }),
    {
      kind: "cells",
      x: bar,
      y,
      rows: 1,
      cols,
      cw: 1,
      ch: 9,
      gap: 0,
      rgba: Uint32Array.from({ length: cols }, (_, i) => ramp[Math.round((i * 255) / (cols - 1))]),
    },
    text({ ...label, x: end, text: note && end + measure(noted) <= x + room ? noted : high }),
  ];
}

/** @param {import("./marks.js").Surface} surface @param {import("./scale.js").Scale} scale @param {number} width of the bar */
export const legendWidth = ({ measure }, { min, max }, width) =>
  measure(formatNumber(min)) + 8 + width + 8 + measure(formatNumber(max));

/** A fixed number of decimals, with a true minus sign; numbers that round to zero have no sign. @param {number} value @param {number} digits */
export const decimals = (value, digits) =>
  value
    .toFixed(digits)
    .replace(/^-(?=0\.?0*$)/, "")
    .replace("-", "−");

const PRECISE = 7; // significant digits of a 32-bit float

/**
 * Formats with a true minus sign, and three significant digits by default; a number below 1 has more digits where three would read as 1.
 * @param {number} value @param {number} [digits]
 */
export function formatNumber(value, digits = 3) {
  if (value === 0) return "0";
  if (Math.abs(value) === Infinity) return value > 0 ? "∞" : "−∞";
  const rounded = Number(value.toPrecision(digits));
  if (Math.abs(value) < 1 && Math.abs(rounded) === 1 && digits < PRECISE)
    return formatNumber(value, digits + 1);
  return String(rounded).replace("-", "−");
}
