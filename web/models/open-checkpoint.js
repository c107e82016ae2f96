import { leavesThread, startThread, threadsHere } from "#threads";
import { isWhole, show } from "../core/check.js";
import { loadCore } from "../core/index.js";
import { readCheckpoint } from "./state/checkpoint.js";
import { LiveTransformer } from "./state/live-transformer.js";
import { Model } from "./state/loaded-model.js";
import { atOnce, inSlices } from "./state/pace.js";
import { isRemote } from "./state/remote-folder.js";
import { remoteTransformer } from "./state/remote-transformer.js";
import { transformerOf } from "./state/transformer-of.js";
import { BYTES } from "./state/weights.js";
import { modelRefusal } from "./words-refusals.js";

/** @import { RemoteOptions } from "./state/remote-folder.js" */
/** @import { Files } from "./state/sources.js" */

/**
 * Opens the checkpoint of a model from the hub. Only headers are read here; blocks are read when a run needs them, one at a time. In browsers
 * a worker computes them; where a content policy forbids workers, the page does, in slices of a few milliseconds.
 * @param {Files} files the files of a folder, files by name, a name on the hub such as "hf:openai-community/gpt2", the address of a folder, or (in
 *   Node) the path of a folder
 * @param {import("./state/checkpoint.js").OpenOptions & RemoteOptions & { keep?: boolean | number, workers?: number }} [options] keep: weights stay in
 *   memory, with the bits of the file, so that later runs read only the embeddings of new pieces; a number: if their files have at most so many bytes.
 *   workers: that share each run, and compute several runs side by side; if left out, one less than the machine has threads and at most 4, but 1 for files
 *   of less than 32 MB. Runs side by side, for which each worker reads all weights, then take fewer workers if their weights take more than 4 GB, and one if a
 *   host has them
 * @returns {Promise<Model>}
 * @throws {import("../core/errors.js").HeadscopeError} code "format", "config" or "memory"
 */
export async function openCheckpoint(
  files,
  { keep: kept, workers: asked, onProgress, signal, as, ...remote } = {},
) {
  if (asked !== undefined) requireWorkers(asked);
  const [checkpoint] = await Promise.all([
    readCheckpoint(files, { onProgress, signal, as, ...remote }),
    loadCore(),
  ]);
  const keep = typeof kept === "number" ? checkpoint.bytes <= kept : kept;
  const workers = asked ?? usualWorkers(checkpoint.bytes);
  const { commit } = checkpoint; // of the tokenizer and the headers, also if the branch has moved on since
  const options = { keep, as, ...remote, ...(commit && { revision: commit }) };
  const live = new LiveTransformer(async (signal) => {
    const inWorker = leavesThread && (await remoteTransformer(files, { ...options, workers, signal }));
    if (inWorker) {
      checkpoint.rest(); // the worker reads the weights itself
      return inWorker;
    }
    const pace = typeof document === "object" ? inSlices() : atOnce();
    const team = leavesThread ? undefined : { workers, start: startThread }; // a page without a worker has none to share with
    return transformerOf(await loadCore(), checkpoint, { keep, pace, team });
  });
  try {
    await live.open(signal);
  } catch (error) {
    checkpoint.rest();
    throw error;
  }
  const copy = keep ? checkpoint.info.parameters * BYTES.F32 : 0;
  const beside = asked ?? (isRemote(files) ? 1 : Math.min(workers, Math.max(1, Math.floor(ROOM / copy))));
  return new Model(checkpoint, live, () => remoteTransformer(files, options), { workers, beside });
}

const MOST_WORKERS = 64;
const USUAL_MOST = 4;
const ROOM = 2 ** 32; // bytes of weights in the memory of all workers
const SMALL = 2 ** 25; // bytes of weights, up to which sharing a run between workers saves no time

/** @param {number} bytes of the weights */
const usualWorkers = (bytes) => (bytes < SMALL ? 1 : Math.max(1, Math.min(USUAL_MOST, threadsHere() - 1)));

/** @param {unknown} workers */
function requireWorkers(workers) {
  if (isWhole(workers, 1) && workers <= MOST_WORKERS) return;
  throw modelRefusal("config", "workers_count", { workers: show(workers), most: MOST_WORKERS });
}
