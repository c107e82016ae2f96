import { isWhole, show, wholeNumber } from "./check.js";
import { HeadscopeError, refusal } from "./errors.js";

/** @import { ErrorCode } from "./errors.js" */
/** @import { MaskInput, Numbers, TensorInput } from "./types.js" */

// Checks of tensors that C++ cannot do: getters, types, typed arrays of other realms, objects instead of numbers.

const MOST_DIMENSIONS = 4;

/** Largest plain array that is read without first asking whether wasm has room for it. */
const FEW = 2 ** 20;

const typedArray = Object.getPrototypeOf(Float32Array.prototype);
/** The real length of a typed array, even if the object overrides it. Throws for anything else. @type {() => number} */
const lengthOf = /** @type {any} */ (Object.getOwnPropertyDescriptor(typedArray, "length")).get;
/** The real type name of a typed array, even if the object overrides it. @type {() => string} */
const typeOf = /** @type {any} */ (Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag)).get;

/**
 * A tensor from the caller, ready for C++ once its numbers are read. Its getters have run once.
 * @typedef {object} TensorArgument
 * @property {string} name used in messages
 * @property {ErrorCode} code code of the error if this is no tensor
 * @property {ArrayLike<number> | ArrayLike<boolean>} data a typed array once it has been read
 * @property {number[]} shape
 * @property {number} count number of elements
 * @property {boolean} additive for masks: the values are added to the scores
 * @property {boolean} isRead
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
 * @returns {TensorArgument}
 */
export function tensorArgument(name, tensor, code = "shape") {
  const { data, shape: sizes } = tensor ?? {};
  const count = typeof data === "object" ? data?.length : undefined;
  if (!data || typeof count !== "number" || !sizes) {
    throw refusal(
      code,
      "not_a_tensor",
      "{name} is not a tensor (expected { data, shape }, data a typed or plain array)",
      { name },
    );
  }
  const shape = Array.from(sizes); // may be a typed array; holes become undefined
  if (shape.length < 1 || shape.length > MOST_DIMENSIONS) {
    throw refusal(
      code,
      "dimensions_out_of_range",
      "{name} has shape {shape} of {dimensions} dimensions (expected 1 to {most})",
      { name, shape: show(shape), dimensions: shape.length, most: MOST_DIMENSIONS },
    );
  }
  for (const size of shape) if (!isWhole(size, 1)) wholeNumber(`${name}: size`, size, 1, code);
  const read = { name, code, data, shape, count: elements(shape), additive: false, isRead: false };
  checkCount(read, count);
  return read;
}

/**
 * Returns undefined for an omitted tensor.
 * @param {string} name
 * @param {TensorInput | undefined} tensor
 */
export const optionalTensor = (name, tensor) =>
  tensor === undefined ? undefined : tensorArgument(name, tensor);

/** @param {string} name @param {MaskInput | undefined} mask @param {(data: unknown) => boolean} [isAdded] whether its values are added to the scores */
export function optionalMask(name, mask, isAdded = isAdditive) {
  if (mask === undefined) return undefined;
  const tensor = tensorArgument(name, mask, "mask");
  tensor.additive = isAdded(tensor.data);
  return tensor;
}

/** A one-dimensional tensor without an explicit shape. @param {string} name @param {Numbers | null | undefined} data @param {ErrorCode} [code] */
export function vectorArgument(name, data, code) {
  const count = typeof data === "object" ? data?.length : undefined;
  return tensorArgument(
    name,
    { data: /** @type {Numbers} */ (data), shape: [/** @type {number} */ (count)] },
    code,
  );
}

/**
 * Reads the numbers of a tensor, so that none of the caller's code runs while C++ copies them.
 * @param {TensorArgument} tensor
 * @param {(shape: readonly number[]) => void} requireRoom throws if wasm has no memory for the shape
 */
export function readNumbers(tensor, requireRoom) {
  const { data, name, code, shape, count } = tensor;
  if (!ArrayBuffer.isView(data) && count > FEW) requireRoom(shape);
  try {
    tensor.data = ArrayBuffer.isView(data)
      ? ofNumbers(/** @type {Float32Array} */ (data))
      : Float32Array.from(/** @type {ArrayLike<number>} */ (data), primitive); // true becomes 1
  } catch (error) {
    if (error instanceof HeadscopeError) throw error;
    throw refusal(
      code,
      "no_number",
      "{name} holds what is no number: {reason}",
      { name, reason: show(error) },
      { cause: error },
    );
  }
  tensor.isRead = true;
}

/** Throws if the real number of elements differs from the shape. @param {TensorArgument} tensor */
export function recheck(tensor) {
  checkCount(tensor, lengthOf.call(tensor.data));
}

/** @param {Float32Array} data @returns {Float32Array} the same array; throws for a DataView; BigInts are converted */
function ofNumbers(data) {
  lengthOf.call(data);
  return typeOf.call(data).startsWith("Big") ? new Float32Array(data) : data;
}

/** Refuses objects in place of numbers, even those with a valueOf. @param {any} value */
function primitive(value) {
  if (typeof value === "function" || (typeof value === "object" && value !== null))
    throw new TypeError(`${show(value)} is a ${typeof value}`);
  return value;
}

/** @param {TensorArgument} tensor @param {number} found */
function checkCount({ name, code, shape, count }, found) {
  if (found === count) return;
  throw refusal(
    code,
    "data_does_not_fill",
    "{name}: data of {elements} elements does not fill shape {shape}, which has {expected}",
    { name, elements: found, shape, expected: count },
  );
}

/** @param {Numbers | TensorInput} value @returns {value is TensorInput} */
export const isTensor = (value) => typeof value === "object" && value !== null && "shape" in value;

/** Whether a mask's values are added to the scores (floats) instead of blocking (booleans and integers). @param {any} data */
const isAdditive = (data) =>
  isFloat(data) || (Array.isArray(data) && data.some((value) => typeof value === "number"));

/** Whether data is an array of floats, of any realm. @param {any} data */
export const isFloat = (data) => /^Float/.test(data[Symbol.toStringTag]);
