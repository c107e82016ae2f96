import { strToU8, zipSync } from "fflate";

/**
 * NumPy's file of several arrays: a zip of uncompressed .npy files, little-endian like typed arrays on every platform with WebAssembly.
 *
 * @typedef {{ name: string, shape: readonly number[], data: Float32Array | Int32Array }} NamedArray
 * @typedef {{ name: string, texts: readonly string[] }} NamedTexts an array of one dimension
 */

/** The first date that a zip can hold. Constant, so that equal numbers give equal files. */
const DATE = new Date(1980, 0, 1);

/**
 * @param {readonly (NamedArray | NamedTexts)[]} arrays  names are ASCII; the total must be under 4 GB
 * @returns {Uint8Array<ArrayBuffer>} the file
 */
export function npz(arrays) {
  const files = arrays.map((array) => [
    `${array.name}.npy`,
    "texts" in array
      ? npyOfTexts(array.texts)
      : npy(array.data instanceof Int32Array ? "<i4" : "<f4", array.shape, array.data),
  ]);
  return zipSync(Object.fromEntries(files), { level: 0, mtime: DATE });
}

/** A .npy file. NumPy's texts have equal lengths: each is filled up with 0. @param {readonly string[]} texts */
export function npyOfTexts(texts) {
  const letters = texts.map((text) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  const longest = Math.max(1, ...letters.map(({ length }) => length));
  const data = new Uint32Array(texts.length * longest);
  for (const [i, each] of letters.entries()) data.set(each, i * longest);
  return npy(`<U${longest}`, [texts.length], data);
}

/** @param {string} type @param {readonly number[]} shape @param {Float32Array | Int32Array | Uint32Array} data */
function npy(type, shape, { buffer, byteOffset, byteLength }) {
  const header = npyHeader(type, shape);
  const file = new Uint8Array(header.length + byteLength);
  file.set(header);
  file.set(new Uint8Array(buffer, byteOffset, byteLength), header.length);
  return file;
}

/** The header of a .npy file, version 1.0 (NEP 1), padded so that the numbers start at a multiple of 64 bytes. @param {string} type @param {readonly number[]} shape */
export function npyHeader(type, shape) {
  const tuple = `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
  const facts = `{'descr': '${type}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const before = 10; // magic, version, and the length of the header
  const length = Math.ceil((before + facts.length + 1) / 64) * 64 - before;
  const version = String.fromCharCode(1, 0, length & 255, length >> 8);
  return strToU8(`\x93NUMPY${version}${facts.padEnd(length - 1)}\n`, true);
}
