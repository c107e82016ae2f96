/**
 * Numbers from a notebook: nested lists, or { data, shape } with the bytes in row-major order.
 *
 * @typedef {import("../core/types.js").TensorInput} TensorInput
 */

/** Bytes of pixels, from 0 to 255. */
const BYTES = "uint8";

const FORM =
  "expected nested lists of numbers, or { data, shape } with data in bytes, a typed array or a list";

/** Types of numbers in bytes. @type {Readonly<Record<string, Float32ArrayConstructor | Float64ArrayConstructor | Uint8ArrayConstructor>>} */
const TYPES = { float32: Float32Array, float64: Float64Array, uint8: Uint8Array };

/**
 * @param {any} value
 * @param {string} name  name in messages
 * @returns {TensorInput | null} a copy; null for a missing value
 * @throws {TypeError} with the value given and the value expected
 */
export function tensorIn(value, name) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return nested(value, name);
  if (isBytes(value)) throw new TypeError(`${name} is bytes without a shape; ${FORM}`);
  if (typeof value !== "object") throw new TypeError(`${name} is ${quoteValue(value)}; ${FORM}`);
  const { data, shape, dtype = "float32" } = value;
  if (!Array.isArray(shape) || !shape.every((size) => Number.isInteger(size) && size >= 0))
    throw new TypeError(
      `${name} has the shape ${quoteValue(shape)}; expected a list of whole numbers, as [8, 12, 12]`,
    );
  const numbers = isBytes(data)
    ? readNumbers(data, dtype, name)
    : Array.isArray(data)
      ? nested(data, name).data
      : null;
  if (!numbers) throw new TypeError(`${name} has the data ${quoteValue(data)}; ${FORM}`);
  const count = shape.reduce((product, size) => product * size, 1);
  if (numbers.length !== count)
    throw new TypeError(
      `${name} has ${numbers.length} numbers of ${dtype} for the shape (${shape.join(", ")}), which has ${count}`,
    );
  return { data: numbers, shape: [...shape] };
}

/**
 * Pixels of an image: bytes from 0 to 255 stay bytes, other numbers are read as tensorIn() reads them.
 * @param {any} value @param {string} name  name in messages
 * @returns {TensorInput | null} a copy; null for a missing value
 * @throws {TypeError} with the value given and the value expected
 */
export function pixelsIn(value, name) {
  if (value?.dtype !== BYTES || !isBytes(value.data)) return tensorIn(value, name);
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(value.data)
    ? value.data
    : new Uint8Array(value.data);
  const bytes = new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength));
  const { shape } = /** @type {TensorInput} */ (tensorIn({ ...value, data: bytes, dtype: BYTES }, name));
  return { data: bytes, shape: [...shape] };
}

/** @param {unknown} value @returns {value is ArrayBuffer | ArrayBufferView} */
const isBytes = (value) => value instanceof ArrayBuffer || ArrayBuffer.isView(value);

/**
 * The bytes of a message may be unaligned, so they are copied first.
 * @param {ArrayBuffer | ArrayBufferView} data @param {unknown} dtype @param {string} name
 */
function readNumbers(data, dtype, name) {
  if (ArrayBuffer.isView(data) && !(data instanceof DataView) && !(data instanceof Uint8Array))
    return Float32Array.from(/** @type {any} */ (data), Number);
  if (!Object.hasOwn(TYPES, String(dtype)))
    throw new TypeError(
      `${name} has the dtype ${quoteValue(dtype)}; expected one of ${Object.keys(TYPES).join(", ")}`,
    );
  const Type = TYPES[String(dtype)];
  const bytes = ArrayBuffer.isView(data)
    ? data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
    : data;
  if (bytes.byteLength % Type.BYTES_PER_ELEMENT)
    throw new TypeError(
      `${name} has ${bytes.byteLength} bytes, which is no number of ${dtype} of ${Type.BYTES_PER_ELEMENT} bytes`,
    );
  return Float32Array.from(new Type(/** @type {ArrayBuffer} */ (bytes)));
}

/** Nested lists of equal lengths. @param {readonly any[]} list @param {string} name @returns {{ data: Float32Array, shape: number[] }} */
function nested(list, name) {
  /** @type {number[]} */
  const shape = [];
  for (let at = /** @type {any} */ (list); Array.isArray(at); at = at[0]) shape.push(at.length);
  /** @type {number[]} */
  const numbers = [];
  const take = (/** @type {any} */ item, /** @type {readonly number[]} */ index) => {
    const where = `${name}${index.map((at) => `[${at}]`).join("")}`;
    if (index.length === shape.length) {
      if (typeof item !== "number") throw new TypeError(`${where} is ${quoteValue(item)}; expected a number`);
      return void numbers.push(item);
    }
    const size = shape[index.length];
    if (!Array.isArray(item) || item.length !== size)
      throw new TypeError(
        `${where} is ${Array.isArray(item) ? `a list of ${item.length}` : quoteValue(item)}; expected a list of ${size}, as the first is`,
      );
    item.forEach((each, at) => take(each, [...index, at]));
  };
  take(list, []);
  return { data: Float32Array.from(numbers), shape };
}

const LONGEST = 40; // letters of a value that a message quotes

/** @param {unknown} value */
export function quoteValue(value) {
  const text = typeof value === "string" ? JSON.stringify(value.slice(0, 2 * LONGEST)) : kind(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** @param {unknown} value */
const kind = (value) =>
  value === null || typeof value !== "object"
    ? String(value)
    : Array.isArray(value)
      ? `a list of ${value.length}`
      : "an object";
