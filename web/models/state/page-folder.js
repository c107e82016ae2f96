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
