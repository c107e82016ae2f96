import { show, wholeNumber } from "./check.js";
import { HeadscopeError, unwrap } from "./errors.js";

/** @import { ErrorCode } from "./errors.js" */
/** @import { MaskInput, Numbers, TensorInput } from "./types.js" */

/** Places for what the next bound call reads, in the order of bindings.cpp's Slot. */
const SLOTS = { query: 0, key: 1, value: 2, keyPaddingMask: 3, attnMask: 4, headScale: 5, other: 6 };
const MOST_DIMENSIONS = 4;

/** @typedef {{ shape: readonly number[], view: Float32Array, used: boolean }} Held */

/** Copies tensors into wasm memory for the next call. */
export class Staging {
  /** What a call without trace has left in its place, to be written over by the next. @type {Map<number, Held>} */
  #held = new Map();

  /** @param {any} native bindings.cpp's Staging */
  constructor(native) {
    this.native = native;
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
    const held = this.#held.get(SLOTS[slot]);
    if (held && held.view.length > 0 && sameShape(held.shape, shape)) {
      held.used = true;
      held.view.set(/** @type {ArrayLike<number>} */ (data)); // true becomes 1
      return;
    }
    const [d0, d1 = 1, d2 = 1, d3 = 1] = shape;
    /** @type {Float32Array} */
    const view = unwrap(this.native.place(SLOTS[slot], shape.length, d0, d1, d2, d3));
    view.set(/** @type {ArrayLike<number>} */ (data));
    if (slot !== "other") this.#held.set(SLOTS[slot], { shape: [...shape], view, used: true });
  }

  /** What is placed from now on is for the next call. */
  begin() {
    for (const held of this.#held.values()) held.used = false;
  }

  /** Empties the places that the next call has no tensor for. */
  dropUnused() {
    for (const [slot, held] of this.#held) if (!held.used) this.#drop(slot);
  }

  /** Empties all places. */
  clear() {
    for (const slot of this.#held.keys()) this.#drop(slot);
  }

  /** @param {number} slot */
  #drop(slot) {
    this.#held.delete(slot);
    this.native.clear(slot);
  }
}

/** @param {readonly number[]} a @param {readonly number[]} b */
const sameShape = (a, b) => a.length === b.length && a.every((size, d) => size === b[d]);

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
