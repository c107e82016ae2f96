import { folderSources } from "#folder";
import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";

/**
 * Files of a checkpoint, read in slices.
 *
 * @typedef {object} Source a file
 * @property {string} name
 * @property {number} size in bytes
 * @property {(begin: number, end: number) => Promise<Uint8Array<ArrayBuffer>>} read  copies the bytes [begin, end); see readSlice
 *
 * @typedef {FileList | readonly File[] | Readonly<Record<string, Blob | Uint8Array>> | string | URL} Files a dropped folder's files, files by
 *   name, or (in Node) the path or the file: address of a folder
 */

/** The file that marks the folder of a checkpoint. */
export const CONFIG = "config.json";

/**
 * The files of the checkpoint, by name.
 * @param {Files} files @returns {Promise<Map<string, Source>>}
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if there is no folder of a checkpoint, or more than one
 */
export async function sourcesOf(files) {
  if (typeof files === "string" || files instanceof URL) return inFolder(await folderSources(files, CONFIG));
  return inFolder(pathsAndContents(files).map(([path, content]) => [path, sourceOf(path, content)]));
}

/** @param {unknown} files @returns {[path: string, content: unknown][]} */
function pathsAndContents(files) {
  if (typeof files !== "object" || files === null || files instanceof Blob || ArrayBuffer.isView(files))
    throw modelRefusal("format", "not_files", { files: show(files) });
  if (!("length" in files)) return Object.entries(files);
  return Array.from(/** @type {ArrayLike<File>} */ (files), (file) => [
    file?.webkitRelativePath || file?.name,
    file,
  ]);
}

/** @param {string} path @param {unknown} content @returns {Source} */
function sourceOf(path, content) {
  if (content instanceof Blob)
    return {
      name: path,
      size: content.size,
      read: async (begin, end) => new Uint8Array(await content.slice(begin, end).arrayBuffer()),
    };
  if (content instanceof Uint8Array)
    return { name: path, size: content.length, read: async (begin, end) => content.slice(begin, end) };
  throw modelRefusal("format", "not_a_file", { name: show(path), given: show(content) });
}

/**
 * The files beside the config.json nearest to the root, by file name. A dropped folder includes subfolders.
 * @param {readonly [path: string, source: Source][]} all
 */
function inFolder(all) {
  const folders = all.filter(([path]) => nameOf(path) === CONFIG).map(([path]) => folderOf(path));
  const least = Math.min(...folders.map(depth));
  const nearest = folders.filter((folder) => depth(folder) === least);
  if (nearest.length > 1) throw modelRefusal("format", "two_checkpoints", { folders: show(nearest) });
  const [folder] = nearest;
  return new Map(
    all
      .filter(([path]) => folder === undefined || folderOf(path) === folder)
      .map(([path, source]) => [nameOf(path), { ...source, name: nameOf(path) }]),
  );
}

/** @param {string} path */
const nameOf = (path) => path.slice(path.lastIndexOf("/") + 1);

/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

/** @param {string} folder */
const depth = (folder) => folder.split("/").length;
