import { isWhole, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";

/** @import { ErrorCode } from "./errors.js" */
/** @import { MaskInput, Numbers, TensorInput } from "./types.js" */

const MOST_DIMENSIONS = 4;

/** Of a typed array, whatever it says itself; throws for what is none. @type {() => number} */
const lengthOf = /** @type {any} */ (
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Float32Array.prototype), "length")
).get;

/**
 * A tensor as a caller gave it. Its getters ran once; its numbers are read when it is placed.
 * @typedef {object} Given
 * @property {string} name for messages
 * @property {ErrorCode} code of the error for a tensor that is none
 * @property {ArrayLike<number> | ArrayLike<boolean>} data
 * @property {number[]} shape
 * @property {number} count of its numbers
 */

/** @param {readonly number[]} shape */
export function elements(shape) {
  let count = 1;
  for (const size of shape) count *= size;
  return count;
}

/**
 * @param {string} name
 * @param {TensorInput | MaskInput | null | undefined} tensor
 * @param {ErrorCode} [code]
 * @returns {Given}
 */
export function given(name, tensor, code = "shape") {
  const { data, shape: sizes } = tensor ?? {};
  const count = typeof data === "object" ? data?.length : undefined;
  if (!data || typeof count !== "number" || !sizes) {
    throw new HeadscopeError(
      code,
      `${name} is not a tensor (expected { data, shape }, data a typed or plain array)`,
    );
  }
  const shape = Array.from(sizes); // typed too; what is left out becomes undefined
  if (shape.length < 1 || shape.length > MOST_DIMENSIONS) {
    throw new HeadscopeError(
      code,
      `${name} has shape ${show(shape)} of ${shape.length} dimensions (expected 1 to ${MOST_DIMENSIONS})`,
    );
  }
  for (const size of shape) if (!isWhole(size, 1)) wholeNumber(`${name}: size`, size, 1, code);
  const tensorGiven = { name, code, data, shape, count: elements(shape) };
  checkCount(tensorGiven, count);
  return tensorGiven;
}

/**
 * Undefined for what was left out.
 * @param {string} name
 * @param {TensorInput | MaskInput | undefined} tensor
 * @param {ErrorCode} [code]
 */
export const optional = (name, tensor, code) =>
  tensor === undefined ? undefined : given(name, tensor, code);

/**
 * Its numbers in an array that wasm's memory can be set from, without anything of the caller's being called then. An object in place of a
 * number is refused, whatever it says its value is.
 * @param {Given} tensor
 * @returns {ArrayLike<number>}
 */
export function numbersOf(tensor) {
  const { data } = tensor;
  const numbers = ArrayBuffer.isView(data)
    ? /** @type {Float32Array} */ (data)
    : Float32Array.from(/** @type {ArrayLike<number>} */ (data), primitive);
  checkCount(tensor, lengthOf.call(numbers));
  return numbers;
}

/** @param {any} value */
function primitive(value) {
  if (typeof value === "function" || (typeof value === "object" && value !== null))
    throw new TypeError(`${show(value)} is a ${typeof value}`);
  return value;
}

/** @param {Given} tensor @param {number} found */
function checkCount({ name, code, shape, count }, found) {
  if (found === count) return;
  throw new HeadscopeError(
    code,
    `${name}: data of ${found} elements does not fill shape ${show(shape)}, which has ${count}`,
  );
}

/** @param {Numbers | TensorInput} value @returns {value is TensorInput} */
export const isTensor = (value) => typeof value === "object" && value !== null && "shape" in value;

/**
 * Whether a mask's values are added to the scores, rather than blocking where they are true.
 * @param {Given | undefined} mask
 */
export function isAdditive(mask) {
  /** @type {any} */
  const data = mask?.data;
  if (/^Float/.test(data?.[Symbol.toStringTag])) return true; // of whichever realm
  return Array.isArray(data) && data.some((/** @type {unknown} */ value) => typeof value === "number");
}
