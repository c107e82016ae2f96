import { Unzip, UnzipInflate, unzipSync } from "fflate";
import { HeadscopeError } from "../../core/errors.js";
import { checkRefusal } from "../words-refusals.js";
import { readNpy } from "./npy.js";

/**
 * NumPy's file of several arrays, from np.savez or np.savez_compressed: a zip of .npy files.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("../words-refusals.js").CheckRefusal} CheckRefusal
 */

export const MOST_BYTES = 2 ** 28; // total of all arrays, uncompressed
const EMPTY = { dtype: "", shape: [0], data: new Float32Array() };
const PIECE = 2 ** 14; // bytes of input at a time: deflate expands at most 1,032 times

/** Other kinds of files by their first bytes, with messages. @type {readonly (readonly [string, CheckRefusal])[]} */
const OTHERS = [
  ["\x93NUMPY", "file_is_npy"],
  ["\x80", "file_is_pickle"],
  ["\x89HDF", "file_is_hdf5"],
  ["PK\x05\x06", "file_is_empty_zip"],
];

/**
 * Arrays by name, in the file's order.
 * @param {Uint8Array} bytes
 * @param {(name: string) => boolean} [isRead] whether the numbers of an array are read; other arrays are empty
 * @returns {Map<string, SavedArray>}
 * @throws {HeadscopeError} code "format": the kind of the file, and what would work
 */
export function readNpz(bytes, isRead = () => true) {
  const start = latin1(bytes.subarray(0, 6));
  const [, other] = OTHERS.find(([magic]) => start.startsWith(magic)) ?? [];
  if (other) throw checkRefusal("format", other);
  if (!bytes.length) throw checkRefusal("format", "file_is_empty");
  if (!start.startsWith("PK\x03\x04"))
    throw checkRefusal("format", "file_is_no_npz", { bytes: begins(bytes) });
  const entries = unzipped(bytes);
  const isTorch = [...entries.keys()].some((name) => name.endsWith("data.pkl"));
  if (isTorch) throw checkRefusal("format", "file_of_torch");
  const arrays = new Map();
  for (const [path, content] of entries) {
    const name = path.replace(/\.npy$/, "");
    if (name === path) throw checkRefusal("format", "entry_is_no_npy", { entry: JSON.stringify(path) });
    arrays.set(name, isRead(name) ? readNpy(name, content) : { ...EMPTY, name });
  }
  return arrays;
}

/** The entries, each uncompressed up to its declared size at most. @param {Uint8Array} bytes @returns {Map<string, Uint8Array>} */
function unzipped(bytes) {
  try {
    const sizes = declaredSizes(bytes);
    const entries = new Map();
    const unzip = new Unzip((entry) => {
      const size = sizes.get(entry.name);
      if (size === undefined) return; // a deleted entry, missing in the directory
      const content = new Uint8Array(size);
      let filled = 0;
      entry.ondata = (error, chunk, isLast) => {
        if (error) throw error;
        if (filled + chunk.length > size)
          throw checkRefusal("format", "zip_entry_undeclared", { name: entry.name, bytes: size });
        content.set(chunk, filled);
        filled += chunk.length;
        if (isLast) entries.set(entry.name, content.subarray(0, filled));
      };
      entry.start();
    });
    unzip.register(UnzipInflate);
    for (let at = 0; at < bytes.length; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
    const missing = [...sizes.keys()].find((name) => !entries.has(name));
    if (missing !== undefined) throw new Error(`${missing} is missing`);
    return entries;
  } catch (error) {
    if (error instanceof HeadscopeError) throw error;
    const { message } = /** @type {Error} */ (error);
    throw checkRefusal("format", "zip_damaged", { reason: message });
  }
}

/** Uncompressed size of each entry, from the zip's directory. @param {Uint8Array} bytes @returns {Map<string, number>} */
function declaredSizes(bytes) {
  const sizes = new Map();
  let [packed, total] = [0, 0];
  unzipSync(bytes, {
    filter({ name, size, originalSize }) {
      packed += size;
      total += originalSize;
      if (packed > bytes.length) throw checkRefusal("format", "zip_entries_overlap", { name });
      if (total > MOST_BYTES) throw sizeRefusal("file_too_large_up_to", name, total);
      sizes.set(name, originalSize);
      return false;
    },
  });
  return sizes;
}

/** @param {"file_too_large" | "file_too_large_up_to"} id @param {string} name @param {number} bytes */
export const sizeRefusal = (id, name, bytes) =>
  checkRefusal("format", id, { name, size: megabytes(bytes), most: megabytes(MOST_BYTES) });

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** @param {Uint8Array} bytes */
const latin1 = (bytes) => String.fromCharCode(...bytes);

/** @param {Uint8Array} bytes */
const begins = (bytes) =>
  Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
