import { strFromU8, unzipSync } from "fflate";
import { modelRefusal } from "../words-refusals.js";

/** @import { About } from "./study.js" */

/** What the array `format` of a study's file says. */
export const FORMAT = "headscope-study-1";

/** @typedef {{ type: string, shape: readonly number[], bytes: Uint8Array }} Npy */

/**
 * The arrays of study.npz.
 * @param {Uint8Array} file @returns {{ about: About, numbers: Int32Array, tokens: Int32Array, even: Float32Array, values: Float32Array }}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the file is no study
 */
export function arraysIn(file) {
  const arrays = npyIn(file);
  const [format] = textsIn(arrays.get("format"));
  const [numbers, tokens, even, values] = ["numbers", "tokens", "even", "values"].map((name) =>
    arrays.get(name),
  );
  const [model] = textsIn(arrays.get("model"));
  const measures = textsIn(arrays.get("measures"));
  const shape = values?.shape ?? [];
  const [count, layers, heads] = shape;
  const is = (
    /** @type {Npy | undefined} */ array,
    /** @type {string} */ type,
    /** @type {readonly number[]} */ sizes,
  ) => array?.type === type && String(array.shape) === String(sizes);
  const isStudy =
    format === FORMAT &&
    shape.length === 4 &&
    is(values, "<f4", [count, layers, heads, measures.length]) &&
    is(even, "<f4", [count, measures.length]) &&
    is(numbers, "<i4", [count]) &&
    is(tokens, "<i4", [count]);
  if (!isStudy) throw modelRefusal("format", "no_study", { expected: FORMAT });
  const data = (/** @type {Npy | undefined} */ array) => /** @type {Npy} */ (array).bytes.slice().buffer;
  return {
    about: { model, layers, heads, measures },
    ...{ numbers: new Int32Array(data(numbers)), tokens: new Int32Array(data(tokens)) },
    ...{ even: new Float32Array(data(even)), values: new Float32Array(data(values)) },
  };
}

/** @param {Uint8Array} file @returns {Map<string, Npy>} empty if the file is no zip */
function npyIn(file) {
  try {
    const entries = Object.entries(unzipSync(file));
    return new Map(entries.map(([name, bytes]) => [name.replace(/\.npy$/, ""), npyOf(bytes)]));
  } catch {
    return new Map();
  }
}

const BEFORE = 10; // bytes of magic, version, and the length of the header

/** An array of version 1.0 of the format. @param {Uint8Array} bytes @returns {Npy} */
export function npyOf(bytes) {
  const length = BEFORE + bytes[8] + 256 * bytes[9];
  const header = strFromU8(bytes.subarray(BEFORE, length), true);
  const [, type = "", sizes = ""] = /'descr': '([^']+)'.*'shape': \(([^)]*)\)/.exec(header) ?? [];
  const shape = sizes.split(",").flatMap((size) => (size.trim() ? [Number(size)] : []));
  return { type, shape, bytes: bytes.subarray(length) };
}

/** @param {Npy | undefined} array of texts, <U... @returns {string[]} */
export function textsIn(array) {
  if (!array?.type.startsWith("<U")) return [];
  const letters = new Uint32Array(array.bytes.slice().buffer);
  const longest = Number(array.type.slice(2));
  return Array.from({ length: array.shape[0] ?? 1 }, (_, i) =>
    String.fromCodePoint(...letters.subarray(i * longest, (i + 1) * longest).filter(Boolean)),
  );
}
