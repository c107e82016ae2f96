export const DURATION = 620; // ms

/**
 * Cells that move from one place to another.
 *
 * @typedef {object} Flight
 * @property {Float32Array} from  x, y, w, h of each cell
 * @property {Float32Array} to
 * @property {Uint32Array} rgba
 */

/**
 * The cells at one moment of their motion.
 * @param {Flight} flight
 * @param {number} t 0 to 1
 * @returns {import("./marks.js").Cloud}
 */
export function cloudAt({ from, to, rgba }, t) {
  const part = ease(t);
  return { kind: "cloud", xywh: from.map((value, i) => value + (to[i] - value) * part), rgba };
}

/** The part of a way that is covered at a moment: slow at both ends. @param {number} t 0 to 1 */
export const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);
