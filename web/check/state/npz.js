import { unzipSync } from "fflate";
import { HeadscopeError } from "../../core/errors.js";
import { checkRefusal } from "../words-refusals.js";
import { readNpy } from "./npy.js";

/**
 * NumPy's file of several arrays, as np.savez and np.savez_compressed write it: a zip of .npy files.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("../words-refusals.js").CheckRefusal} CheckRefusal
 */

export const MOST_BYTES = 2 ** 28; // of all arrays, unpacked

/** What else a file may begin with, and the message about it. @type {readonly (readonly [string, CheckRefusal])[]} */
const OTHERS = [
  ["\x93NUMPY", "file_is_npy"],
  ["\x80", "file_is_pickle"],
  ["\x89HDF", "file_is_hdf5"],
  ["PK\x05\x06", "file_is_empty_zip"],
];

/**
 * By name, in the file's order.
 * @param {Uint8Array} bytes
 * @returns {Map<string, SavedArray>}
 * @throws {HeadscopeError} code "format": what the file is, and what would work
 */
export function readNpz(bytes) {
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
    arrays.set(name, readNpy(name, content));
  }
  return arrays;
}

/** @param {Uint8Array} bytes @returns {Map<string, Uint8Array>} */
function unzipped(bytes) {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        total += originalSize;
        if (total > MOST_BYTES) throw sizeRefusal("file_too_large_up_to", name, total);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof HeadscopeError) throw error;
    const { message } = /** @type {Error} */ (error);
    throw checkRefusal("format", "zip_damaged", { reason: message });
  }
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
