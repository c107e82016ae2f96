import { inTwoDigits } from "../../kit/draw/cell-colours.js";
import { text } from "../../kit/draw/marks.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { flatIndex } from "../../kit/state/memory.js";

/** The share of the time between `from` and `to` that has passed, eased at both ends. @param {number} t @param {number} from @param {number} to */
export function easedShare(t, from, to) {
  const passed = shareOf(t, from, to);
  return passed * passed * (3 - 2 * passed);
}

/** The share of the time between `from` and `to` that has passed, linear. @param {number} t @param {number} from @param {number} to */
export const shareOf = (t, from, to) => Math.min(1, Math.max(0, (t - from) / (to - from)));

/** @param {number} a @param {number} b @param {number} share */
export const interpolate = (a, b, share) => a + (b - a) * share;

/**
 * Cells of animated arithmetic, and their numbers.
 *
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {{ value: number, color: number }} Cell
 */

const NUMBERED_FROM = 40; // px; numbers do not fit in narrower cells

/** An element of a factor, with its colour. @param {import("./factors.js").Factor} factor @param {readonly number[]} index @returns {Cell} */
export function cellAt(factor, index) {
  const { colouring } = factor;
  const value = colouring.values[flatIndex(factor, index)];
  return { value, color: colouring.ramp(index)[colouring.scale.index(value)] };
}

/** Cells at given corners. @param {readonly Cell[]} all @param {(i: number) => readonly [x: number, y: number]} at @param {{ w: number, h: number }} size @returns {Mark[]} */
export function cloudOf(all, at, { w, h }) {
  const gap = w > 4 ? 1 : 0;
  const xywh = new Float32Array(4 * all.length);
  all.forEach((_, i) => {
    const [x, y] = at(i);
    xywh.set([x, y, Math.max(0.5, w - gap), h - gap], 4 * i);
  });
  return [{ kind: "cloud", xywh, rgba: Uint32Array.from(all, ({ color }) => color) }];
}

/** The numbers in cells, where they fit. @param {readonly Cell[]} all @param {(i: number) => readonly [x: number, y: number]} at @param {{ w: number, h: number }} size @returns {Mark[]} */
export function numbersIn(all, at, { w, h }) {
  if (w < NUMBERED_FROM) return [];
  return all.map(({ value, color }, i) => {
    const [x, y] = at(i);
    const written = inTwoDigits(value).replace("-", "−");
    return text({
      ...{ x: x + w / 2, y: y + h / 2 + 4.5 },
      ...{ text: written, fill: legibleOn(color), align: "middle" },
    });
  });
}

/** Part of a tensor in the notation of NumPy: q_heads[0, 2, 7, :]. @param {string} name @param {readonly (number | string)[]} index */
export const element = (name, index) => `${name}[${index.join(", ")}]`;

/** A label at x, moved left as far as needed to stay inside. @param {import("../../kit/draw/marks.js").Surface} surface @param {string} said @param {{ x: number, y: number, fill: string }} at */
export const labelInside = ({ width, measure }, said, { x, ...at }) =>
  text({ ...at, x: Math.max(0, Math.min(x, width - measure(said))), text: said });
