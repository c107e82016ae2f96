import { isList, show } from "../../core/check.js";
import { tensorArgument } from "../../core/tensor-argument.js";
import { checkRefusal } from "../words-refusals.js";
import { isKnown, isText } from "./names.js";

/**
 * A reader's values in JavaScript as the arrays of a file.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {Float64Array | Float32Array | Int8Array | Uint8Array | Uint8ClampedArray | Int16Array | Uint16Array | Int32Array | Uint32Array | BigInt64Array | BigUint64Array} TypedArray
 * @typedef {TypedArray | readonly number[] | readonly boolean[]} Row
 * @typedef {number | boolean | Row | readonly Row[] | readonly (readonly Row[])[] | readonly (readonly (readonly Row[])[])[]} Nested
 * @typedef {{ data: Row, shape: ArrayLike<number> }} FlatArray  row-major
 * @typedef {string | Nested | FlatArray} GivenArray
 * @typedef {Readonly<Record<string, GivenArray | null | undefined>>} GivenArrays  null and undefined stand for arrays that are left out
 */

const MOST_DIMENSIONS = 4;

/** An array that is not read, because no step of the core has its name. */
const UNREAD = { dtype: "", shape: [], data: new Float32Array() };

/** @param {GivenArrays} given @returns {Map<string, SavedArray>} @throws {import("../../core/errors.js").HeadscopeError} for a value that is no array */
export function arraysGiven(given) {
  if (typeof given !== "object" || given === null || isList(given))
    throw checkRefusal("format", "given_no_object", { given: show(given) });
  return new Map(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === null || value === undefined) return [];
      const array = isKnown(name) ? arrayOf(name, value) : UNREAD;
      return [[name, { name, ...array }]];
    }),
  );
}

/** @param {string} name @param {GivenArray} value @returns {Omit<SavedArray, "name">} */
function arrayOf(name, value) {
  if (typeof value === "string" && isText(name)) return { ...UNREAD, dtype: "<U", text: value };
  if (isFlat(value)) {
    const { data, shape } = tensorArgument(name, /** @type {any} */ (value));
    return { shape, ...numbersOf(name, [data]) };
  }
  const shape = shapeOf(/** @type {Nested} */ (value));
  if (shape.length > MOST_DIMENSIONS)
    throw checkRefusal("shape", "given_too_deep", { name, most: MOST_DIMENSIONS });
  return { shape, ...numbersOf(name, rowsOf(name, value, shape)) };
}

/** @param {readonly number[]} shape */
const sizesOf = (shape) => `[${shape.join(", ")}]`;

/** @param {GivenArray} value @returns {value is FlatArray} */
const isFlat = (value) => typeof value === "object" && !isList(value);

/** Sizes along the first element of each axis. @param {unknown} value @returns {number[]} */
function shapeOf(value, most = MOST_DIMENSIONS) {
  if (!isList(value)) return [];
  const { length, 0: first } = /** @type {ArrayLike<unknown>} */ (value);
  return [length, ...(most > 0 ? shapeOf(first, most - 1) : [])];
}

/** The innermost arrays, or a single number in one. @param {string} name @param {unknown} value @param {readonly number[]} shape @returns {ArrayLike<unknown>[]} */
function rowsOf(name, value, shape) {
  const own = isList(value) ? /** @type {ArrayLike<unknown>} */ (value) : null;
  if (own?.length !== shape[0])
    throw checkRefusal("shape", "given_ragged", {
      ...{ name, expected: sizesOf(shape) },
      found: own ? sizesOf(shapeOf(own)) : show(value),
    });
  if (!own) return [[value]];
  return shape.length > 1 ? Array.from(own).flatMap((each) => rowsOf(name, each, shape.slice(1))) : [own];
}

/** Numbers of some rows, with their type in NumPy's notation. @param {string} name @param {readonly ArrayLike<unknown>[]} rows @returns {Pick<SavedArray, "data" | "dtype">} */
function numbersOf(name, rows) {
  const none = rows.find((row) => !isList(row) || !("length" in row)); // only an array-like, or a DataView
  if (none) throw checkRefusal("format", "given_no_number", { name, value: show(none) });
  const dtype = dtypeOf(rows[0] ?? []);
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  const data = /f[24]$/.test(dtype) ? new Float32Array(length) : new Float64Array(length);
  let at = 0;
  for (const row of rows)
    for (let i = 0; i < row.length; i++) {
      const value = row[i];
      if (!["number", "boolean", "bigint"].includes(typeof value))
        throw checkRefusal("format", "given_no_number", { name, value: show(value) });
      data[at++] = Number(value);
    }
  return { data, dtype };
}

/** @param {ArrayLike<unknown>} row */
function dtypeOf(row) {
  if (Array.isArray(row)) return typeof row[0] === "boolean" ? "|b1" : "<f8";
  const { BYTES_PER_ELEMENT: size, [Symbol.toStringTag]: type } = /** @type {TypedArray} */ (row);
  return `<${type.startsWith("Float") ? "f" : type.includes("Uint") ? "u" : "i"}${size}`;
}
