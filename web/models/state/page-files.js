/**
 * Files that a reader gives: dropped, or chosen.
 *
 * @typedef {{ name: string, files: Record<string, File> }} Given files by path, and the name of their folder
 */

/** A folder that is given, with files that are read later. @typedef {{ name: string, files: Promise<Record<string, File>> }} Dropped */

/** The files of a field. @param {ArrayLike<File>} list @returns {Given} */
export function filesIn(list) {
  const all = Array.from(list, (file) => /** @type {const} */ ([file.webkitRelativePath || file.name, file]));
  return { name: folderOf(all.map(([path]) => path)), files: Object.fromEntries(all) };
}

/** The files of a drop, with those in folders. Call it while the event is handled. @param {DataTransfer} data @returns {Dropped} */
export function filesDropped(data) {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((each) => each !== null);
  const files = Promise.all(entries.map(filesBelow)).then((all) => Object.fromEntries(all.flat()));
  return { name: entries.find(({ isFile }) => !isFile)?.name ?? "", files };
}

/** @param {FileSystemEntry} entry @returns {Promise<[path: string, file: File][]>} */
async function filesBelow(entry) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
    );
    return [[entry.fullPath.replace(/^\//, ""), /** @type {File} */ (file)]];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  const found = [];
  // A reader gives its entries in parts; an empty part is the end.
  for (let part = await partOf(reader); part.length; part = await partOf(reader))
    found.push(...(await Promise.all(part.map(filesBelow))).flat());
  return found;
}

/** @param {FileSystemDirectoryReader} reader @returns {Promise<FileSystemEntry[]>} */
const partOf = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** The name of the first folder of the paths; "" for files without one. @param {readonly string[]} paths */
function folderOf(paths) {
  const [first = ""] = paths;
  return first.includes("/") ? first.slice(0, first.indexOf("/")) : "";
}

/** Bytes of all files. @param {Readonly<Record<string, Blob>>} files */
export const bytesOf = (files) => Object.values(files).reduce((sum, { size }) => sum + size, 0);

const SAMPLE = 1024; // bytes

/**
 * A text that differs if a file has changed: the folder, and of each file the path, the size, the time, and its first and last bytes. Null
 * for contents without times.
 * @param {string} folder @param {Readonly<Record<string, Blob>>} files
 */
export async function stampOf(folder, files) {
  const all = Object.entries(files);
  if (!all.every(([, file]) => file instanceof File)) return null;
  const stamps = all.map(async ([path, file]) => {
    const ends = [file.slice(0, SAMPLE), file.slice(-SAMPLE)];
    const [first, last] = await Promise.all(ends.map(async (end) => new Uint8Array(await end.arrayBuffer())));
    return [path, file.size, /** @type {File} */ (file).lastModified, first.join(), last.join()];
  });
  return JSON.stringify([folder, await Promise.all(stamps)]);
}
