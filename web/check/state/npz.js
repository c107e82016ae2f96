import { unzipSync } from "fflate";
import { HeadscopeError } from "../../core/errors.js";
import { readNpy } from "./npy.js";

/**
 * NumPy's file of several arrays, as np.savez and np.savez_compressed write it: a zip of .npy files.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 */

export const MOST_BYTES = 2 ** 28; // of all arrays, unpacked
const SAVE = "save your arrays with np.savez";

/** What else a file may begin with, and what would work. @type {readonly (readonly [string, string])[]} */
const OTHERS = [
  ["\x93NUMPY", "is one array (.npy), which has no name: save all of them with np.savez"],
  ["\x80", `is a pickle: ${SAVE}`],
  ["\x89HDF", `is HDF5: ${SAVE}`],
  ["PK\x05\x06", "is a zip with nothing in it: name the arrays, as in np.savez(file, x=x, wQ=wQ)"],
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
  if (other) refuse(`the file ${other}`);
  if (!start.startsWith("PK\x03\x04"))
    refuse(`the file is no .npz: it begins with ${begins(bytes)}, a zip with PK; ${SAVE}`);
  const entries = unzipped(bytes);
  const isTorch = [...entries.keys()].some((name) => name.endsWith("data.pkl"));
  if (isTorch)
    refuse("the file is one of torch.save: turn each tensor into an array, t.numpy(), and use np.savez");
  const arrays = new Map();
  for (const [path, content] of entries) {
    const name = path.replace(/\.npy$/, "");
    if (name === path) refuse(`${JSON.stringify(path)} in the file is no .npy: ${SAVE}`);
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
        if (total > MOST_BYTES) refuseSize(`all up to ${name}`, total);
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof HeadscopeError) throw error;
    const { message } = /** @type {Error} */ (error);
    return refuse(`the zip is damaged or cut off (${message}): save it again, or copy it again`);
  }
}

/** @param {string} what @param {number} bytes */
export const refuseSize = (what, bytes) =>
  refuse(
    `${what} takes ${megabytes(bytes)} unpacked, and at most ${megabytes(MOST_BYTES)} are read: save fewer tokens or a smaller layer, which takes the same path`,
  );

/** @param {string} reason @returns {never} */
function refuse(reason) {
  throw new HeadscopeError("format", reason);
}

/** @param {number} bytes */
const megabytes = (bytes) => `${Math.ceil(bytes / 2 ** 20)} MB`;

/** @param {Uint8Array} bytes */
const latin1 = (bytes) => String.fromCharCode(...bytes);

/** @param {Uint8Array} bytes */
const begins = (bytes) =>
  bytes.length
    ? Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, "0")).join(" ")
    : "nothing, since it is empty";
