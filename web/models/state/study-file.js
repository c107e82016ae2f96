import { strFromU8, unzipSync } from "fflate";
import { isWhole } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";

/** @import { About } from "./study.js" */

/** What the array `format` of a study's file says. */
export const FORMAT = "headscope-study-1";

/** @typedef {{ type: string, shape: readonly number[], isFortran: boolean, start: number, size: number, bytes: Uint8Array }} Npy start, size: of the data, in bytes */

/** The file is no study. */
export const noStudy = () => modelRefusal("format", "no_study", { expected: FORMAT });

/**
 * The arrays of study.npz.
 * @param {Uint8Array} file @returns {{ about: About, numbers: Int32Array, tokens: Int32Array, even: Float32Array, values: Float32Array }}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the file is no study
 */
export function arraysIn(file) {
  const arrays = npyIn(file);
  const about = aboutIn(arrays, ({ bytes }) => bytes);
  const data = (/** @type {string} */ name) => /** @type {Npy} */ (arrays.get(name)).bytes.slice().buffer;
  return {
    about,
    ...{ numbers: requireAscending(new Int32Array(data("numbers"))), tokens: new Int32Array(data("tokens")) },
    ...{ even: new Float32Array(data("even")), values: new Float32Array(data("values")) },
  };
}

/**
 * What a study is of. Throws unless the types, shapes and bytes of all its arrays agree.
 * @param {ReadonlyMap<string, Npy>} arrays @param {(array: Npy) => Uint8Array} bytesOf the data of an array of texts @returns {About}
 */
export function aboutIn(arrays, bytesOf) {
  const array = (
    /** @type {string} */ name,
    /** @type {RegExp} */ type,
    /** @type {readonly number[]} */ shape,
  ) => {
    const found = arrays.get(name);
    const count = shape.reduce((product, size) => product * size, 1);
    const isFit = found && type.test(found.type) && !found.isFortran && String(found.shape) === String(shape);
    if (!isFit || found.size !== 4 * lettersOf(found.type) * count) throw noStudy();
    return found;
  };
  const texts = (/** @type {string} */ name, /** @type {number} */ count) => {
    const found = array(name, /^<U[1-9]\d*$/, [count]);
    return textsIn({ ...found, bytes: bytesOf(found) });
  };
  const shape = arrays.get("values")?.shape ?? [];
  const [count, layers, heads, measures] = shape;
  if (shape.length !== 4 || !shape.every((size, i) => isWhole(size, i ? 1 : 0))) throw noStudy();
  array("values", /^<f4$/, shape);
  array("even", /^<f4$/, [count, measures]);
  for (const name of ["numbers", "tokens"]) array(name, /^<i4$/, [count]);
  if (texts("format", 1)[0] !== FORMAT) throw noStudy();
  const commit = arrays.has("commit") ? texts("commit", 1)[0] : null;
  return { model: texts("model", 1)[0], layers, heads, measures: texts("measures", measures), commit };
}

/** Numbers of sentences, each above the one before it. @param {Int32Array} numbers */
export function requireAscending(numbers) {
  if (numbers.some((number, i) => number < 0 || (i > 0 && number <= numbers[i - 1]))) throw noStudy();
  return numbers;
}

/** Letters of an element: of <U..., each has four bytes. @param {string} type */
const lettersOf = (type) => (type.startsWith("<U") ? Number(type.slice(2)) : 1);

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
  const data = bytes.subarray(length);
  const isFortran = header.includes("'fortran_order': True");
  return { type, shape, isFortran, start: length, size: data.length, bytes: data };
}

/** @param {Npy} array of texts, <U... @returns {string[]} */
function textsIn({ type, shape, bytes }) {
  const letters = new Uint32Array(bytes.slice().buffer);
  const longest = lettersOf(type);
  if (letters.some((letter) => letter > 0x10ffff)) throw noStudy();
  return Array.from({ length: shape[0] }, (_, i) =>
    String.fromCodePoint(...letters.subarray(i * longest, (i + 1) * longest).filter(Boolean)),
  );
}
