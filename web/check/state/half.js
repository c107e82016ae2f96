/**
 * Numbers of 16 bits: float16 and bfloat16.
 *
 * @typedef {"float16" | "bfloat16"} Half
 * @typedef {{ bits: number, least: number, most: number }} Format  bits of the significand, exponent of the least normal number, largest number
 */

/** @type {Readonly<Record<Half, Format>>} */
const FORMATS = {
  float16: { bits: 11, least: -14, most: 65504 },
  bfloat16: { bits: 8, least: -126, most: 3.3895313892515355e38 },
};

/** Half the distance of neighbours, relative to a number. @param {Half} half */
export const unitOf = (half) => 2 ** -FORMATS[half].bits;

/** The type of an array's numbers by its dtype; null for types of more bits. @param {string} dtype @returns {Half | null} */
export function halfOf(dtype) {
  if (/^[<>]f2$|^float16$/.test(dtype)) return "float16";
  return dtype === "bfloat16" ? "bfloat16" : null;
}

/** Rounds to the nearest number of a type. @param {Half} half @returns {(values: ArrayLike<number>) => Float64Array} */
export function rounderOf(half) {
  const { bits, least, most } = FORMATS[half];
  return (values) =>
    Float64Array.from(values, (value) => {
      if (value === 0 || !Number.isFinite(value)) return value;
      const unit = 2 ** (Math.max(Math.floor(Math.log2(Math.abs(value))), least) - bits + 1);
      const rounded = Math.round(value / unit) * unit;
      return Math.abs(rounded) > most ? Infinity * Math.sign(value) : rounded;
    });
}

/** A float16 from its bits. @param {number} bits */
export function float16From(bits) {
  const [sign, exponent, fraction] = [bits >> 15 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1 + fraction / 1024) * 2 ** (exponent - 15) : (fraction / 1024) * 2 ** -14);
}
