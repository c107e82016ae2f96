import { modelRefusal } from "../words-refusals.js";

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
