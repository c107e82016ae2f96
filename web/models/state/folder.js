import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { modelRefusal } from "../words-refusals.js";

/** @import { Source } from "./sources.js" */

/**
 * The files of a folder, in Node. Each file is open only during a read.
 * @param {string | URL} given its path, or its address with file: @returns {Promise<Map<string, Source>>}
 */
export async function folderSources(given) {
  const folder = typeof given === "string" ? given : fileURLToPath(given);
  try {
    const names = await readdir(folder);
    const found = await Promise.all(names.map((name) => sourceAt(folder, name)));
    return new Map(found.flatMap((source) => (source ? [[source.name, source]] : [])));
  } catch (error) {
    const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (["ENOENT", "ENOTDIR"].includes(code)) throw modelRefusal("format", "no_folder", { folder });
    throw modelRefusal("format", "file_unreadable", { file: folder, reason: message });
  }
}

/**
 * A regular file; null for anything else, such as a folder or a dangling link. @param {string} folder @param
 * {string} name @returns {Promise<Source | null>}
 */
async function sourceAt(folder, name) {
  const file = path.join(folder, name);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  return { name, size: found.size, read: (begin, end) => readSlice(file, begin, end) };
}

/** @param {string} file @param {number} begin @param {number} end */
async function readSlice(file, begin, end) {
  const handle = await open(file);
  try {
    const bytes = new Uint8Array(end - begin);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, begin + filled);
      if (!bytesRead) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } finally {
    await handle.close();
  }
}
