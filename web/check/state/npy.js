import { HeadscopeError } from "../../core/errors.js";
import { elements } from "../../core/given.js";

/**
 * One array as NumPy saves it (NEP 1): a magic word, a version, a header that is a Python dictionary, and the numbers.
 *
 * @typedef {object} SavedArray
 * @property {string} name
 * @property {string} dtype   as NumPy writes it: "<f4"
 * @property {number[]} shape  of a scalar ()
 * @property {Float32Array | Float64Array} data  row-major, whatever order it was saved in
 *
 * @typedef {(reason: string) => never} Refuse
 */

const LONGEST_HEADER = 10_000; // bytes, as NumPy reads no longer one by default
const MAGIC = "\x93NUMPY";

/** How a number of each kind is read. @type {Readonly<Record<string, (view: DataView, at: number, isLittle: boolean) => number>>} */
const READ = {
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

/** What is not read, and what would be. @type {readonly (readonly [RegExp, string])[]} */
const UNREAD = [
  [/^'\|O'/, "holds Python objects (arrays of different sizes, or None): save each as an array of its own"],
  [/^'[<>]f2'/, "is float16, too coarse to tell a slip from rounding: run it in float32"],
  [/^'[<>]c/, "is complex: save real numbers"],
  [/^'.?V2'/, "is bfloat16, which NumPy does not know: save it as x.float().numpy()"],
  [/^\[/, "is a structured array: save each field as an array of its own"],
];

/** @param {string} name @param {Uint8Array} bytes @returns {SavedArray} @throws {HeadscopeError} code "format" */
export function readNpy(name, bytes) {
  /** @type {Refuse} */
  const refuse = (reason) => {
    throw new HeadscopeError("format", `${name} ${reason}`);
  };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = headerEnd(bytes, view, refuse);
  const { descr, isFortran, shape } = headerIn(new TextDecoder().decode(bytes.subarray(0, start)), refuse);
  const [, order, kind = ""] = /^'([<>|=])(\w\d)'$/.exec(descr) ?? [];
  if (!Object.hasOwn(READ, kind)) {
    const [, why] = UNREAD.find(([pattern]) => pattern.test(descr)) ?? [];
    return refuse(why ?? `is of dtype ${descr}, which is not read: save it as float32 or float64`);
  }
  const [count, size, left] = [elements(shape), Number(kind[1]), bytes.length - start];
  if (left !== count * size)
    refuse(
      `has ${left} bytes of numbers, where shape (${shape.join(", ")}) of ${descr} takes ${count * size}: it is damaged or cut off, save it again`,
    );
  const data = new (size === 8 ? Float64Array : Float32Array)(count);
  for (let i = 0; i < count; i++) data[i] = READ[kind](view, start + i * size, order !== ">");
  return { name, dtype: descr.slice(1, -1), shape, data: isFortran ? fromFortran(data, shape) : data };
}

/** Where the numbers begin. @param {Uint8Array} bytes @param {DataView} view @param {Refuse} refuse */
function headerEnd(bytes, view, refuse) {
  const version = bytes[MAGIC.length];
  const before = version === 1 ? 10 : 12; // the header's length is told in two bytes, later in four
  if (bytes.length < before || String.fromCharCode(...bytes.subarray(0, MAGIC.length)) !== MAGIC)
    refuse("does not begin as an .npy does: save it with np.savez");
  if (version < 1 || version > 3) refuse(`is .npy of version ${version}, and 1 to 3 are known`);
  const length = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > LONGEST_HEADER)
    refuse(`has a header of ${length} bytes, and at most ${LONGEST_HEADER} are read: save it with np.savez`);
  const end = before + length;
  return end <= bytes.length ? end : refuse("is cut off in its header: save it again");
}

/** @param {string} header @param {Refuse} refuse */
function headerIn(header, refuse) {
  const [, descr] = /'descr'\s*:\s*('[^']*'|\[)/.exec(header) ?? [];
  const [, order] = /'fortran_order'\s*:\s*(True|False)/.exec(header) ?? [];
  const [, sizes] = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(header) ?? [];
  if (descr === undefined || order === undefined || sizes === undefined)
    return refuse("has a header that tells no dtype, order and shape: save it with np.savez");
  return { descr, isFortran: order === "True", shape: (sizes.match(/\d+/g) ?? []).map(Number) };
}

/** A transposed array is saved column by column. @template {Float32Array | Float64Array} T @param {T} data @param {readonly number[]} shape @returns {T} */
function fromFortran(data, shape) {
  const out = /** @type {T} */ (data.slice());
  const index = shape.map(() => 0);
  for (const value of data) {
    out[index.reduce((flat, at, axis) => flat * shape[axis] + at, 0)] = value;
    for (let axis = 0; axis < shape.length && ++index[axis] === shape[axis]; axis++) index[axis] = 0;
  }
  return out;
}
