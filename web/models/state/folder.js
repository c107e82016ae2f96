import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { modelRefusal } from "../words-refusals.js";

/** @import { Source } from "./sources.js" */

/** Where the hub's cache of a model has a folder for each revision. */
const SNAPSHOTS = "snapshots";

/**
 * The files of a folder, in Node, with those of the folders below it that hold a model, if it holds none itself. Each file is open only
 * during a read.
 * @param {string | URL} given its path, or its address with file: @param {string} marker name of a file that each model's folder has
 * @returns {Promise<[path: string, source: Source][]>}
 */
export async function folderSources(given, marker) {
  const folder = typeof given === "string" ? given : fileURLToPath(given);
  try {
    const names = await readdir(folder);
    const own = await filesIn(folder, "");
    if (names.includes(marker)) return own;
    const revisions = await readdir(path.join(folder, SNAPSHOTS)).catch(() => []);
    const below = [...names, ...revisions.map((name) => `${SNAPSHOTS}/${name}`)];
    const isModel = await Promise.all(below.map((each) => isFile(path.join(folder, each, marker))));
    const models = below.filter((_, i) => isModel[i]);
    return [...own, ...(await Promise.all(models.map((each) => filesIn(folder, `${each}/`)))).flat()];
  } catch (error) {
    const { code = "", message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (await isFile(folder))
      throw modelRefusal("format", "path_of_file", { file: folder, folder: path.dirname(folder) });
    if (["ENOENT", "ENOTDIR"].includes(code)) throw modelRefusal("format", "no_folder", { folder });
    throw modelRefusal("format", "file_unreadable", { file: folder, reason: message });
  }
}

/** @param {string} file */
const isFile = async (file) => Boolean((await stat(file).catch(() => null))?.isFile());

/** The regular files of a folder, without others such as folders and dangling links. @param {string} root @param {string} prefix path of the folder in the root @returns {Promise<[path: string, source: Source][]>} */
async function filesIn(root, prefix) {
  const names = await readdir(path.join(root, prefix));
  const found = await Promise.all(names.map((name) => sourceAt(root, prefix + name)));
  return found.flatMap((source) => (source ? [[source.name, source]] : []));
}

/** @param {string} root @param {string} name path in the root @returns {Promise<Source | null>} null for anything but a regular file */
async function sourceAt(root, name) {
  const file = path.join(root, name);
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
