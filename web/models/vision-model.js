import { openCheckpoint } from "./index.js";
import { examplesOf } from "./state/page-picture.js";
import { EXAMPLES, fetchedFiles } from "./state/sources.js";

/** The model's files, as a bundler finds them. */
const addresses = () => ({
  "config.json": new URL("../headscope-vision/config.json", import.meta.url),
  "model.safetensors": new URL("../headscope-vision/model.safetensors", import.meta.url),
  "preprocessor_config.json": new URL("../headscope-vision/preprocessor_config.json", import.meta.url),
  [EXAMPLES]: new URL("../headscope-vision/pictures.png", import.meta.url),
});

/**
 * Opens the small model of pictures that comes with the package, and its forty pictures. Its card, models/headscope-vision/README.md, says what
 * the model learned from and what its heads do. Browsers only: the files are fetched from beside the modules.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ model: import("./state/loaded-model.js").Model, pictures: Map<string, import("./state/pictures.js").Image> }>} pictures: by name
 * @throws {import("../core/errors.js").HeadscopeError} code "format" if a file cannot be fetched, or is not what it should be
 */
export async function openVisionModel(signal) {
  const files = await fetchedFiles(addresses(), signal);
  const model = await openCheckpoint(files, { keep: true, signal });
  const vision = /** @type {import("./state/checkpoint.js").VisionInfo} */ (model.info.vision);
  const examples = await examplesOf(/** @type {any} */ (files), vision);
  return { model, pictures: new Map(examples.map(({ name, content }) => [name, content])) };
}
