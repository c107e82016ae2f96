import { checkRefusal } from "../words-refusals.js";
import { elements } from "../../core/tensor-argument.js";
import { float16From } from "./half.js";

/**
 * One array as NumPy saves it (NEP 1): magic, version, a header that is a Python dictionary, and the numbers.
 *
 * @typedef {object} SavedArray
 * @property {string} name
 * @property {string} dtype   NumPy's notation, such as "<f4"; "bfloat16" for that type of ml_dtypes
 * @property {number[]} shape  () for a scalar
 * @property {Float32Array | Float64Array} data  row-major, in whichever order it was saved; empty for strings
 * @property {string} [text]  the first string of an array of strings
 *
 * @typedef {(id: import("../words-refusals.js").CheckRefusal, parameters?: Record<string, import("../../core/message.js").Parameter>) => never} Refuse
 */

const LONGEST_TEXT = 64; // characters
const LONGEST_HEADER = 10_000; // bytes; NumPy reads no longer ones by default either
const MAGIC = "\x93NUMPY";

/** Readers by kind of number. @type {Readonly<Record<string, (view: DataView, at: number, isLittle: boolean) => number>>} */
const READ = {
  f2: (view, at, isLittle) => float16From(view.getUint16(at, isLittle)),
  V2: (view, at, isLittle) => bfloat16From(view.getUint16(at, isLittle)),
  f4: (view, at, isLittle) => view.getFloat32(at, isLittle),
  f8: (view, at, isLittle) => view.getFloat64(at, isLittle),
  b1: (view, at) => view.getUint8(at),
  u1: (view, at) => view.getUint8(at),
  i1: (view, at) => view.getInt8(at),
  i2: (view, at, isLittle) => view.getInt16(at, isLittle),
  u2: (view, at, isLittle) => view.getUint16(at, isLittle),
  i4: (view, at, isLittle) => view.getInt32(at, isLittle),
  u4: (view, at, isLittle) => view.getUint32(at, isLittle),
  i8: (view, at, isLittle) => Number(view.getBigInt64(at, isLittle)),
  u8: (view, at, isLittle) => Number(view.getBigUint64(at, isLittle)),
};

/** Unsupported types, with their messages. @type {readonly (readonly [RegExp, import("../words-refusals.js").CheckRefusal])[]} */
const UNREAD = [
  [/^'\|O'/, "npy_objects"],
  [/^'[<>]c/, "npy_complex"],
  [/^\[/, "npy_structured"],
];

/** @param {string} name @param {Uint8Array} bytes @returns {SavedArray} @throws {import("../../core/errors.js").HeadscopeError} code "format" */
export function readNpy(name, bytes) {
  /** @type {Refuse} */
  const refuse = (id, parameters) => {
    throw checkRefusal("format", id, { name, ...parameters });
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = headerEnd(bytes, view, refuse);
  const { descr, isFortran, shape } = headerIn(new TextDecoder().decode(bytes.subarray(0, start)), refuse);
  const [, ends, letters, length] = /^'([<>|=])([US])(\d+)'$/.exec(descr) ?? [];
  if (letters) {
    const text = textIn(bytes.subarray(start), letters, Number(length), ends !== ">");
    if (text.length > LONGEST_TEXT) refuse("npy_long_text", { most: LONGEST_TEXT });
    return { name, dtype: descr.slice(1, -1), shape, data: new Float32Array(), text };
  }
  const [, order, kind = ""] = /^'([<>|=])(\w\d)'$/.exec(descr) ?? [];
  if (!Object.hasOwn(READ, kind)) {
    const [, why] = UNREAD.find(([pattern]) => pattern.test(descr)) ?? [];
    return why ? refuse(why) : refuse("npy_dtype", { dtype: descr });
  }
  const [count, size, left] = [elements(shape), Number(kind[1]), bytes.length - start];
  if (left !== count * size) refuse("npy_size", { bytes: left, shape, dtype: descr, expected: count * size });
  const data = new (size === 8 ? Float64Array : Float32Array)(count);
  for (let i = 0; i < count; i++) data[i] = READ[kind](view, start + i * size, order !== ">");
  const dtype = kind === "V2" ? "bfloat16" : descr.slice(1, -1);
  return { name, dtype, shape, data: isFortran ? fromFortran(data, shape) : data };
}

/** The high half of a float32. @param {number} bits */
function bfloat16From(bits) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint16(0, bits);
  return view.getFloat32(0);
}

/**
 * The first string, or its beginning if it is too long: U is UTF-32, S is Latin-1.
 * @param {Uint8Array} bytes @param {string} letters @param {number} length @param {boolean} isLittle
 */
function textIn(bytes, letters, length, isLittle) {
  const size = letters === "U" ? 4 : 1;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.min(length, LONGEST_TEXT + 1, Math.floor(bytes.length / size));
  const points = Array.from({ length: count }, (_, i) =>
    size === 4 ? view.getUint32(i * 4, isLittle) : bytes[i],
  );
  return String.fromCodePoint(...points.map((point) => Math.min(point, 0x10ffff))).replace(/\0+$/, "");
}

/** Start of the numbers. @param {Uint8Array} bytes @param {DataView} view @param {Refuse} refuse */
function headerEnd(bytes, view, refuse) {
  const version = bytes[MAGIC.length];
  const before = version === 1 ? 10 : 12; // the header's length has two bytes in version 1, later four
  if (bytes.length < before || String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC)
    refuse("npy_no_magic");
  if (version < 1 || version > 3) refuse("npy_version", { version });
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER) refuse("npy_long_header", { bytes: length, most: LONGEST_HEADER });
  const end = before + length;
  return end <= bytes.length ? end : refuse("npy_cut_off");
}

/** @param {string} header @param {Refuse} refuse */
function headerIn(header, refuse) {
  const [, descr] = /'descr'\s*:\s*('[^']*'|\[)/.exec(header) ?? [];
  const [, order] = /'fortran_order'\s*:\s*(True|False)/.exec(header) ?? [];
  const [, sizes] = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(header) ?? [];
  if (descr === undefined || order === undefined || sizes === undefined) return refuse("npy_header");
  return { descr, isFortran: order === "True", shape: (sizes.match(/\d+/g) ?? []).map(Number) };
}

/**
 * Transposed arrays are saved column by column.
 * @template {Float32Array | Float64Array} T @param {T} data @param {readonly number[]} shape @returns {T}
 */
function fromFortran(data, shape) {
  const out = /** @type {T} */ (data.slice());
  const index = shape.map(() => 0);
  for (const value of data) {
    out[index.reduce((flat, at, axis) => flat * shape[axis] + at, 0)] = value;
    for (let axis = 0; axis < shape.length && ++index[axis] === shape[axis]; axis++) index[axis] = 0;
  }
  return out;
}
