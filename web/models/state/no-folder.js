import { modelRefusal } from "../words-refusals.js";

/**
 * Replaces folder.js outside Node, where there are no paths.
 * @param {string | URL} folder @returns {Promise<[path: string, source: import("./sources.js").Source][]>}
 */
export async function folderSources(folder) {
  throw modelRefusal("format", "no_paths", { folder: JSON.stringify(folder) });
}
