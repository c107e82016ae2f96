export const DURATION = 620; // ms

/**
 * The cells at one moment of their motion.
 * @param {import("../../walk/draw/flight.js").Flight} flight
 * @param {number} t 0 to 1
 * @returns {import("./marks.js").Cloud}
 */
export function cloudAt({ from, to, rgba }, t) {
  const eased = t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
  return { kind: "cloud", xywh: from.map((value, i) => value + (to[i] - value) * eased), rgba };
}
