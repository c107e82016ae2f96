/**
 * NumPy's file of several arrays: a zip that stores each, uncompressed, as .npy, version 1.0 (NEP 1). Both are little-endian, as typed
 * arrays are wherever there is wasm.
 *
 * @typedef {{ name: string, shape: readonly number[], data: Float32Array }} NamedArray
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 */

const ZIP = 20; // its version 2.0, the first with a directory
const DATE = 0x21; // 1 January 1980, zip's first: the same numbers are the same file

/** @param {readonly number[]} values */
const short = (...values) => new Uint8Array(Uint16Array.from(values).buffer);
/** @param {readonly number[]} values */
const long = (...values) => new Uint8Array(Uint32Array.from(values).buffer);
/** @param {string} text */
const latin1 = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** @param {readonly Bytes[]} parts */
const lengthOf = (parts) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0);

/**
 * @param {readonly NamedArray[]} arrays  their names in ASCII; all of them less than 4 GB
 * @returns {Bytes[]} the file, in parts
 */
export function npz(arrays) {
  /** @type {Bytes[]} */
  const file = [];
  /** @type {Bytes[]} */
  const directory = [];
  for (const { name, shape, data } of arrays) {
    const at = lengthOf(file);
    const entry = [headerOf(shape), bytesOf(data)];
    const [path, size] = [latin1(`${name}.npy`), lengthOf(entry)];
    const facts = [short(ZIP, 0, 0, 0, DATE), long(crc32(entry), size, size), short(path.length, 0)];
    file.push(latin1("PK\x03\x04"), ...facts, path, ...entry);
    directory.push(latin1("PK\x01\x02"), short(ZIP), ...facts, short(0, 0, 0), long(0, at), path);
  }
  const { length } = arrays;
  const end = [short(0, 0, length, length), long(lengthOf(directory), lengthOf(file)), short(0)];
  return [...file, ...directory, latin1("PK\x05\x06"), ...end];
}

/** What stands before an array's numbers in .npy, padded so that they begin at a multiple of 64. @param {readonly number[]} shape */
function headerOf(shape) {
  const tuple = `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
  const facts = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`;
  const before = 10; // magic, version, and the length of what follows
  const length = Math.ceil((before + facts.length + 1) / 64) * 64 - before;
  const version = String.fromCharCode(1, 0, length & 255, length >> 8);
  return latin1(`\x93NUMPY${version}${facts.padEnd(length - 1)}\n`);
}

/** @param {Float32Array} data @returns {Bytes} */
const bytesOf = ({ buffer, byteOffset, byteLength }) =>
  new Uint8Array(/** @type {ArrayBuffer} */ (buffer), byteOffset, byteLength);

/** What is left of each byte alone. */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** Zip's check of what it holds. @param {readonly Bytes[]} parts */
export function crc32(parts) {
  let rest = -1;
  for (const part of parts) for (const byte of part) rest = REMAINDERS[(rest ^ byte) & 255] ^ (rest >>> 8);
  return ~rest >>> 0;
}
