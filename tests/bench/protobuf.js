// The part of the Protocol Buffers wire format that an ONNX model needs. A message is a sequence of fields,
// each a key (field number and wire type) and a value.

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

/**
 * @typedef {number | string | Uint8Array | { float: number }} Value a whole number, text, a message or bytes, or a float
 */

/**
 * A message. A repeated field occurs several times.
 * @param {...[number, Value]} fields
 * @returns {Uint8Array}
 */
export function message(...fields) {
  return joined(fields.flatMap(([number, value]) => encoded(number, value)));
}

/** @param {number} number @param {Value} value @returns {Uint8Array[]} */
function encoded(number, value) {
  /** @param {number} wireType */
  const key = (wireType) => varint(number * 8 + wireType);
  if (typeof value === "number") return [key(VARINT), varint(value)];
  if (typeof value === "string") return encoded(number, new TextEncoder().encode(value));
  if (value instanceof Uint8Array) return [key(LENGTH_DELIMITED), varint(value.length), value];
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setFloat32(0, value.float, true);
  return [key(FIXED32), bytes];
}

/**
 * Varint: seven bits a byte, the lowest first; the top bit marks that more bytes follow.
 * @param {number} value a whole number; a negative one as its two's complement of 64 bits
 */
export function varint(value) {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.of(...bytes, Number(rest));
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
