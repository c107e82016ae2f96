import { show, wholeNumber } from "./check.js";
import { HeadscopeError, unwrap } from "./errors.js";

/** @import { ErrorCode } from "./errors.js" */
/** @import { MaskInput, Numbers, TensorInput } from "./types.js" */

/** Places for what the next bound call reads, in the order of bindings.cpp's Slot. */
const SLOTS = { query: 0, key: 1, value: 2, keyPaddingMask: 3, attnMask: 4, headScale: 5, other: 6 };
const MOST_DIMENSIONS = 4;

/** Copies tensors into wasm memory for the next call. */
export class Staging {
  /** @param {any} native bindings.cpp's Staging */
  constructor(native) {
    this.native = native;
  }

  /** Forgets what a call that failed half-way has left. */
  clear() {
    this.native.clear();
  }

  /**
   * @param {keyof typeof SLOTS} slot
   * @param {string} name for messages
   * @param {TensorInput | MaskInput | undefined} tensor nothing is placed for undefined
   * @param {ErrorCode} [code] of the error for a tensor that is none
   */
  place(slot, name, tensor, code = "shape") {
    if (tensor === undefined) return;
    const { data, shape } = checked(name, tensor, code);
    const [d0, d1 = 1, d2 = 1, d3 = 1] = shape;
    /** @type {Float32Array} */
    const view = unwrap(this.native.place(SLOTS[slot], shape.length, d0, d1, d2, d3));
    view.set(/** @type {ArrayLike<number>} */ (data)); // true becomes 1
  }
}

/**
 * @param {string} name
 * @param {TensorInput | MaskInput} tensor
 * @param {ErrorCode} code
 */
function checked(name, tensor, code) {
  const { data, shape } = tensor ?? {};
  if (typeof data !== "object" || typeof data?.length !== "number" || !Array.isArray(shape)) {
    throw new HeadscopeError(
      code,
      `${name} is not a tensor (expected { data, shape }, data a typed or plain array)`,
    );
  }
  if (shape.length < 1 || shape.length > MOST_DIMENSIONS) {
    throw new HeadscopeError(
      code,
      `${name} has shape ${show(shape)} of ${shape.length} dimensions (expected 1 to ${MOST_DIMENSIONS})`,
    );
  }
  const elements = shape.reduce((product, size) => product * wholeNumber(`${name}: size`, size, 1, code), 1);
  if (data.length !== elements) {
    throw new HeadscopeError(
      code,
      `${name}: data of ${data.length} elements does not fill shape ${show(shape)}, which has ${elements}`,
    );
  }
  return { data, shape };
}

/** @param {Numbers | TensorInput} value @returns {value is TensorInput} */
export const isTensor = (value) => typeof value === "object" && value !== null && "shape" in value;

/**
 * Whether a mask's values are added to the scores, rather than blocking where they are true.
 * @param {MaskInput | undefined} mask
 */
export function isAdditive(mask) {
  const data = mask?.data;
  if (data instanceof Float32Array || data instanceof Float64Array) return true;
  return Array.isArray(data) && data.some((value) => typeof value === "number");
}
