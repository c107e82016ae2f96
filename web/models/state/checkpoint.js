import { configFile, weightFiles } from "./layout.js";
import { familyOf, modelIn } from "./model.js";
import { readJSON } from "./reading.js";
import { sourcesOf } from "./sources.js";
import { Weights, storedIn } from "./weights.js";

/** @import { Files, Source } from "./sources.js" */
/** @import { Stored } from "./weights.js" */

/**
 * @typedef {object} OpenOptions
 * @property {(progress: { done: number, total: number }) => void} [onProgress]  files of weights whose headers were read
 * @property {AbortSignal} [signal]
 *
 * @typedef {object} ModelInfo
 * @property {string} family
 * @property {number} layers
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} dModel
 * @property {number} dHead
 * @property {number} vocabulary
 * @property {number} parameters
 * @property {boolean} causal  a token sees no later token
 */

const MOST_CONFIG = 2 ** 20; // bytes

/** A checkpoint whose config and names and shapes of tensors go together. Numbers are read when they are asked for. */
export class Checkpoint {
  /** @param {import("./model.js").Found} model @param {ReadonlyMap<string, Source>} sources @param {ReadonlyMap<string, Stored>} stored */
  constructor(model, sources, stored) {
    this.model = model;
    this.sources = sources;
    this.stored = stored;
    this.weights = new Weights(stored);
  }

  /** @returns {ModelInfo} */
  get info() {
    const { family, layers, heads, kvHeads, dModel, dHead, vocabulary, causal } = this.model.description;
    const { parameters } = this.model;
    return { family, layers, heads, kvHeads, dModel, dHead, vocabulary, parameters, causal };
  }
}

/**
 * Opens a checkpoint: reads its config and the headers of its weights.
 * @param {Files} files @param {OpenOptions} [options]
 * @throws {import("../../core/errors.js").HeadscopeError} code "format", "config" or "memory"
 */
export async function readCheckpoint(files, { onProgress, signal } = {}) {
  signal?.throwIfAborted();
  const sources = await sourcesOf(files);
  const config = await readJSON(configFile(sources), MOST_CONFIG);
  familyOf(config); // an unknown family is said before its weights are looked for
  const weights = await weightFiles(sources);
  const stored = await storedIn(weights, {
    signal,
    onFile: (done) => onProgress?.({ done, total: weights.files.length }),
  });
  return new Checkpoint(modelIn(config, stored), sources, stored);
}
