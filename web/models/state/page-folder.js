import { modelRefusal } from "../words-refusals.js";

/**
 * Folders that a reader picks where the browser has showDirectoryPicker(), and the place that remembers one for the next visit. Only hosted
 * pages offer a place: an embedded element never touches the storage of its host.
 *
 * @typedef {object} FolderPlace
 * @property {() => Promise<FileSystemDirectoryHandle | null>} find
 * @property {(folder: FileSystemDirectoryHandle) => Promise<unknown>} keep
 * @property {() => Promise<unknown>} forget
 */

/** @type {FolderPlace | null} */
let place = null;

/** @param {FolderPlace} offered */
export const keepFoldersIn = (offered) => void (place = offered);

/** The place; null if there is none, or the browser gives no handles of folders. */
export const folderPlace = () => ("showDirectoryPicker" in globalThis ? place : null);

/** Asks the reader for a folder. @returns {Promise<FileSystemDirectoryHandle | null>} null if none was picked */
export async function pickFolder() {
  try {
    return await /** @type {any} */ (globalThis).showDirectoryPicker({ id: "headscope-model" });
  } catch (error) {
    if (/** @type {DOMException} */ (error).name === "AbortError") return null;
    throw error;
  }
}

/** Whether the reader allows a folder of an earlier visit to be read. @param {FileSystemDirectoryHandle} folder */
export const isAllowed = async (folder) =>
  (await /** @type {any} */ (folder).requestPermission({ mode: "read" })) === "granted";

/**
 * The files of a folder, with those in folders below it, by path.
 * @param {FileSystemDirectoryHandle} folder @returns {Promise<Record<string, File>>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if it cannot be read any more
 */
export async function filesInFolder(folder) {
  try {
    return Object.fromEntries(await filesBelow(folder, ""));
  } catch (error) {
    const { message: reason } = /** @type {Error} */ (error);
    throw modelRefusal("format", "file_unreadable", { file: folder.name, reason });
  }
}

/** @param {FileSystemDirectoryHandle} folder @param {string} path @returns {Promise<[path: string, file: File][]>} */
async function filesBelow(folder, path) {
  const found = [];
  for await (const entry of /** @type {AsyncIterable<any>} */ (/** @type {any} */ (folder).values()))
    found.push(
      entry.kind === "file"
        ? Promise.resolve(entry.getFile()).then((file) => [[`${path}${entry.name}`, file]])
        : filesBelow(entry, `${path}${entry.name}/`),
    );
  return /** @type {any} */ ((await Promise.all(found)).flat());
}
