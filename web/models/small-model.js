import { openCheckpoint } from "./open-checkpoint.js";
import { smallFiles } from "#small-files";

/** @import { Model } from "./state/loaded-model.js" */

/**
 * Opens the small language model that comes with the package. Its card, models/headscope-small/README.md, says what it learned from and what
 * its heads do. In browsers its files are fetched from beside the modules.
 * @param {Parameters<typeof openCheckpoint>[1]} [options] @returns {Promise<Model>}
 * @throws {import("../core/errors.js").HeadscopeError} code "format" if the files are not what they should be
 */
export async function openSmallModel(options) {
  return openCheckpoint(await smallFiles(options?.signal), options);
}
