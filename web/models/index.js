import { loadCore } from "../core/index.js";
import { readCheckpoint } from "./state/checkpoint.js";
import { LiveTransformer } from "./state/live-transformer.js";
import { Model } from "./state/loaded-model.js";
import { atOnce, inSlices } from "./state/pace.js";
import { remoteTransformer } from "./state/remote-transformer.js";
import { transformerOf } from "./state/transformer-of.js";

/** @import { RemoteOptions } from "./state/remote-folder.js" */
/** @import { Files } from "./state/sources.js" */

export { Model } from "./state/loaded-model.js";
export { ModelRun } from "./state/model-run.js";

/** @typedef {import("./state/checkpoint.js").ModelInfo} ModelInfo */
/** @typedef {import("./state/loaded-model.js").GenerateOptions} GenerateOptions */
/** @typedef {import("./state/loaded-model.js").RunOptions} RunOptions */
/** @typedef {import("./state/loaded-model.js").Text} Text */
/** @typedef {import("./state/pictures.js").Image} Image */
/** @typedef {import("./state/model-run.js").PredictedPiece} PredictedPiece */
/** @typedef {import("./state/tokenizer.js").Token} Token */

/**
 * Opens the checkpoint of a model from the hub. Only headers are read here; blocks are read when a run needs them, one at a time. In browsers
 * a worker computes them; where a content policy forbids workers, the page does, in slices of a few milliseconds.
 * @param {Files} files the files of a folder, files by name, a name on the hub such as "hf:openai-community/gpt2", the address of a folder, or (in
 *   Node) the path of a folder
 * @param {import("./state/checkpoint.js").OpenOptions & RemoteOptions & { keep?: boolean | number }} [options] keep: weights stay in memory, four
 *   bytes a parameter, so that later runs read only the embeddings of new pieces; a number: if their files have at most so many bytes
 * @returns {Promise<Model>}
 * @throws {import("../core/errors.js").HeadscopeError} code "format", "config" or "memory"
 */
export async function openCheckpoint(files, { keep: kept, onProgress, signal, ...remote } = {}) {
  const [checkpoint] = await Promise.all([
    readCheckpoint(files, { onProgress, signal, ...remote }),
    loadCore(),
  ]);
  const keep = typeof kept === "number" ? checkpoint.bytes <= kept : kept;
  const live = new LiveTransformer(async (signal) => {
    const { commit } = checkpoint; // of the tokenizer and the headers, also if the branch has moved on since
    const inWorker = await remoteTransformer(files, {
      keep,
      signal,
      ...remote,
      ...(commit && { revision: commit }),
    });
    if (inWorker) {
      checkpoint.rest(); // the worker reads the weights itself
      return inWorker;
    }
    const pace = typeof document === "object" ? inSlices() : atOnce();
    return transformerOf(await loadCore(), checkpoint, { keep, pace });
  });
  try {
    await live.open(signal);
  } catch (error) {
    checkpoint.rest();
    throw error;
  }
  return new Model(checkpoint, live);
}
