import { formatNumber } from "../../kit/draw/legend.js";

const UNITS = /** @type {const} */ ([
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
]);

/** A count with a unit of a thousand, a million or a billion. @param {number} count */
export function shortCount(count) {
  const [size, unit] = UNITS.find(([least]) => count >= least) ?? [1, ""];
  return `${formatNumber(count / size)} ${unit}`;
}
