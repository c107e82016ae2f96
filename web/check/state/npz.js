import { Unzip, UnzipInflate, unzipSync } from "fflate";
import { HeadscopeError } from "../../core/errors.js";
import { readNpy } from "./npy.js";

/**
 * NumPy's file of several arrays, as np.savez and np.savez_compressed write it: a zip of .npy files.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 */

export const MOST_BYTES = 2 ** 28; // of all arrays, unpacked
const PIECE = 2 ** 14; // bytes, packed: deflate makes at most 1,032 times as many of them
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

/** The entries, each unpacked no further than its declared size. @param {Uint8Array} bytes @returns {Map<string, Uint8Array>} */
function unzipped(bytes) {
  try {
    const sizes = declaredSizes(bytes);
    const entries = new Map();
    const unzip = new Unzip((entry) => {
      const size = sizes.get(entry.name);
      if (size === undefined) return; // deleted: not in the directory
      const content = new Uint8Array(size);
      let filled = 0;
      entry.ondata = (error, chunk) => {
        if (error) throw error;
        if (filled + chunk.length > size) refuseUndeclared(entry.name, size);
        content.set(chunk, filled);
        filled += chunk.length;
      };
      entry.start();
      entries.set(entry.name, content);
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
    return refuse(`the zip is damaged or cut off (${message}): save it again, or copy it again`);
  }
}

/** Bytes of each entry, unpacked, as the zip's directory declares. @param {Uint8Array} bytes @returns {Map<string, number>} */
function declaredSizes(bytes) {
  const sizes = new Map();
  let [packed, total] = [0, 0];
  unzipSync(bytes, {
    filter({ name, size, originalSize }) {
      packed += size;
      total += originalSize;
      if (packed > bytes.length) refuse(`the zip's entries overlap at ${name}: ${SAVE}`);
      if (total > MOST_BYTES) refuseSize(`all up to ${name}`, total);
      sizes.set(name, originalSize);
      return false;
    },
  });
  return sizes;
}

/** @param {string} name @param {number} size */
const refuseUndeclared = (name, size) =>
  refuse(`${name} unpacks to more than the ${size} bytes that the zip declares: ${SAVE}`);

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
