import { folderSources } from "#folder";
import { show } from "../../core/check.js";
import { HeadscopeError } from "../../core/errors.js";
import { modelRefusal } from "../words-refusals.js";

/**
 * Files of a checkpoint, read in slices.
 *
 * @typedef {object} Source a file
 * @property {string} name
 * @property {number} size in bytes
 * @property {(begin: number, end: number, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>} read  copies the bytes [begin, end); see readSlice
 * @property {(ranges: readonly (readonly [begin: number, end: number])[]) => () => void} [expect]  announces reads of ranges of bytes, so that a host
 *   is asked for neighbours together; the result is called after the last of these reads
 * @property {() => void} [rest]  stops a request that no read waits for; a later read goes on from there
 *
 * @typedef {FileList | readonly File[] | Readonly<Record<string, Blob | Uint8Array>> | string | URL} Files a dropped folder's files, files by
 *   name, a name on the hub ("hf:owner/name"), the http(s): address of a folder, or (in Node) its path or file: address
 */

/** The file that marks the folder of a checkpoint. */
export const CONFIG = "config.json";

/** The file with the preprocessing of pictures, and the sheet of example pictures that a model may have. */
export const PREPROCESSOR = "preprocessor_config.json";
export const EXAMPLES = "pictures.png";

/** The file with the defaults of generation. */
export const GENERATION = "generation_config.json";

/** Most bytes of config.json that are read. */
export const MOST_CONFIG = 2 ** 20;

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

/** A file that is held already. @param {string} path @param {unknown} content @returns {Source} */
export function sourceOf(path, content) {
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
  const folders = all.filter(([path]) => fileNameIn(path) === CONFIG).map(([path]) => folderOf(path));
  const least = Math.min(...folders.map(depth));
  const nearest = folders.filter((folder) => depth(folder) === least);
  if (nearest.length > 1) throw modelRefusal("format", "two_checkpoints", { folders: show(nearest) });
  const [folder] = nearest;
  return new Map(
    all
      .filter(([path]) => folder === undefined || folderOf(path) === folder)
      .map(([path, source]) => [fileNameIn(path), { ...source, name: fileNameIn(path) }]),
  );
}

/** @param {string} path */
const fileNameIn = (path) => path.slice(path.lastIndexOf("/") + 1);

/** @param {string} path */
const folderOf = (path) => path.slice(0, path.lastIndexOf("/") + 1);

/** @param {string} folder */
const depth = (folder) => folder.split("/").length;

/**
 * Reads bytes of a file.
 * @param {Source} source @param {number} begin @param {number} end @param {AbortSignal} [signal]
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the system or the host refuses, or the file has become shorter
 */
export async function readSlice(source, begin, end, signal) {
  const bytes = await source.read(begin, end, signal).catch((/** @type {Error} */ error) => {
    signal?.throwIfAborted();
    if (error instanceof HeadscopeError) throw error;
    throw modelRefusal("format", "file_unreadable", { file: source.name, reason: error.message });
  });
  if (bytes.length !== end - begin)
    throw modelRefusal("format", "file_changed", { file: source.name, bytes: source.size });
  return bytes;
}

/** First bytes of a Git LFS pointer file. */
const POINTER = "version https://git-lfs";

/** Throws if the file is a Git LFS pointer instead of the file itself. @param {Source} source @param {AbortSignal} [signal] */
export async function requireFetched(source, signal) {
  const { name: file, size } = source;
  const begins = new TextDecoder().decode(await readSlice(source, 0, Math.min(POINTER.length, size), signal));
  if (begins === POINTER) throw modelRefusal("format", "file_not_fetched", { file });
}

/**
 * Reads a file that holds a JSON object.
 * @param {Source} source @param {number} most size, in bytes
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readJSON(source, most) {
  const { name: file, size } = source;
  if (size > most) throw modelRefusal("memory", "json_too_long", { file, bytes: size, most });
  await requireFetched(source);
  const bytes = await readSlice(source, 0, size);
  try {
    const found = parsed(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof found === "object" && found !== null && !Array.isArray(found)) return found;
  } catch (error) {
    throw modelRefusal("format", "no_json", { file, reason: /** @type {Error} */ (error).message });
  }
  throw modelRefusal("format", "no_json_object", { file });
}

/** A string, also one that the text does not end, or a number that Python's json writes and JSON lacks. */
const STRING_OR_NOT_FINITE = /"[^"\\]*(?:\\[^][^"\\]*)*\\?(?:"|$)|-?\b(?:NaN|Infinity)\b/g;

/** The content of a JSON text, in which numbers that are not finite are strings: "NaN". @param {string} text @throws {SyntaxError} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    const quoted = text.replace(STRING_OR_NOT_FINITE, (each) => (each.startsWith('"') ? each : `"${each}"`));
    if (quoted === text) throw error;
    return JSON.parse(quoted);
  }
}

/**
 * Fetches files.
 * @param {Readonly<Record<string, URL>>} addresses by name @param {AbortSignal} [signal]
 * @param {{ areOptional?: boolean, most?: number }} [options] areOptional: a file that the host lacks is left out; most: bytes of a file, from where
 *   TooLarge is thrown
 * @returns {Promise<Record<string, Blob>>} by name
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if one cannot be fetched
 */
export async function fetchedFiles(addresses, signal, options) {
  const fetched = Object.entries(addresses).map(async ([name, address]) => {
    const file = await fetchedFile(address, signal, options);
    return file ? [[name, file]] : [];
  });
  return Object.fromEntries((await Promise.all(fetched)).flat());
}

/** A file is larger than files that are fetched whole. */
export class TooLarge extends Error {}

/**
 * Fetches a file.
 * @param {URL} address @param {AbortSignal} [signal] @param {{ areOptional?: boolean, most?: number }} [options] of fetchedFiles()
 * @returns {Promise<Blob | null>} null for the answer of a host without an optional file, such as 404
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if the file cannot be fetched
 */
async function fetchedFile(address, signal, { areOptional = false, most = Infinity } = {}) {
  try {
    const response = await fetch(address, { signal });
    const isLarge = Number(response.headers.get("content-length")) > most;
    if (response.ok && !isLarge) return await response.blob();
    await response.body?.cancel().catch(() => {}); // the rest is not read
    if (response.ok) throw new TooLarge();
    if (areOptional) return null;
    throw new Error(`${response.status}`);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TooLarge) throw error;
    const reason = /** @type {Error} */ (error).message;
    throw modelRefusal("format", "file_unreadable", { file: address.href, reason });
  }
}
