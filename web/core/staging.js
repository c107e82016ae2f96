import { show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";

/** @import { ErrorCode } from "./errors.js" */
/** @import { Native } from "./native.js" */
/** @import { MaskInput, TensorInput } from "./types.js" */

/** Places for what the next call reads, in the order of bindings.cpp's Slot. */
const SLOTS = { query: 0, key: 1, value: 2, keyPaddingMask: 3, attnMask: 4, headScale: 5, other: 6 };
const MOST_DIMENSIONS = 4;
const utf8 = new TextEncoder();

/** Copies what the next call reads into wasm memory. */
export class Staging {
  #native;

  /** @param {Native} native */
  constructor(native) {
    this.#native = native;
  }

  /** Forgets what a call that failed half-way has left. */
  clear() {
    this.#native.tell("clear");
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
    const address = this.#native.ask("place", SLOTS[slot], shape.length, d0, d1, d2, d3);
    this.#native.writeFloats(address, /** @type {ArrayLike<number>} */ (data));
  }

  /** Whole numbers, or none. @param {readonly number[]} numbers */
  placeNumbers(numbers) {
    this.clear();
    if (numbers.length > 0) this.place("other", "numbers", { data: numbers, shape: [numbers.length] });
  }

  /** @param {readonly string[]} words */
  placeWords(words) {
    const encoded = words.map((word) => utf8.encode(word));
    this.placeNumbers(encoded.map((bytes) => bytes.length));
    let address = this.#native.ask(
      "placeText",
      encoded.reduce((sum, bytes) => sum + bytes.length, 0),
    );
    for (const bytes of encoded) {
      this.#native.write(address, bytes);
      address += bytes.length;
    }
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

/**
 * Whether a mask's values are added to the scores, rather than blocking where they are true.
 * @param {MaskInput | undefined} mask
 */
export function isAdditive(mask) {
  const data = mask?.data;
  if (data instanceof Float32Array || data instanceof Float64Array) return true;
  return Array.isArray(data) && data.some((value) => typeof value === "number");
}
