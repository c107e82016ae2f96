/**
 * Places that store weights of trained models: the file that comes with the page and, on hosted pages, the browser's storage. The single-file build
 * has no place.
 *
 * @typedef {object} AskedModel  null selects the task's default
 * @property {import("../../core/types.js").TaskName | "translation"} task
 * @property {number | null} layers
 * @property {"crisp" | "ordinary"} stack
 * @property {number} heads
 * @property {number} dModel
 * @property {number} seed
 * @property {number} step
 *
 * @typedef {object} Place
 * @property {(asked: AskedModel) => Promise<ArrayBuffer | ArrayBufferView | null>} find  the bytes of a safetensors file
 * @property {(asked: AskedModel, bytes: Uint8Array<ArrayBuffer>) => Promise<unknown>} [keep]
 */

/** @type {Place[]} */
const places = [];

/** Adds a place. The search goes through places in the order in which they were added. @param {Place} place */
export const lookIn = (place) => void places.push(place);

/** The bytes of a model; null if every place lacks them or fails. @param {AskedModel} asked */
export async function findModel(asked) {
  for (const place of places) {
    const bytes = await place.find(asked).catch(() => null);
    if (bytes) return bytes;
  }
  return null;
}

/**
 * Stores a trained model in every place that can store. Errors of full or blocked places are ignored.
 * @param {AskedModel} asked @param {Uint8Array<ArrayBuffer>} bytes
 */
export function keepModel(asked, bytes) {
  for (const place of places) place.keep?.(asked, bytes).catch(() => {});
}
