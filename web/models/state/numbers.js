/**
 * The three number types of weights. Files are little-endian, like every machine that runs JavaScript.
 *
 * @typedef {"F32" | "F16" | "BF16"} NumberType
 */

/** Size of a number, in bytes. @type {Readonly<Record<NumberType, number>>} */
export const BYTES = { F32: 4, F16: 2, BF16: 2 };

/** @param {string} dtype @returns {dtype is NumberType} */
export const isNumberType = (dtype) => Object.hasOwn(BYTES, dtype);

/** Converts numbers to float32, without rounding. @param {Uint8Array<ArrayBuffer>} bytes from the start of their buffer @param {NumberType} type */
export function toFloat32(bytes, type) {
  if (type === "F32") return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES.F32);
  const halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return type === "F16" ? float16s(halves) : bfloat16s(halves);
}

/** Index of the first number that is not finite; -1 if none. @param {Float32Array} numbers */
export function notFinite(numbers) {
  for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return i;
  return -1;
}

/** Float32 values of all binary16 numbers, by their bits; created when first needed. @type {Float32Array | undefined} */
let every;

/** @param {Uint16Array} halves */
function float16s(halves) {
  every ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => float16(bits));
  const numbers = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) numbers[i] = every[halves[i]];
  return numbers;
}

/** A bfloat16 is the upper half of a float32. @param {Uint16Array} halves */
function bfloat16s(halves) {
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) bits[i] = halves[i] << 16;
  return new Float32Array(bits.buffer);
}

/** IEEE 754 binary16: a sign, 5 bits of exponent, 10 bits of fraction. @param {number} bits */
function float16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
