import { configFile, weightFiles } from "./layout.js";
import { isKnown } from "./families.js";
import { familyOf, modelIn } from "./model.js";
import { configAs, refuseUnknown } from "./unknown-family.js";
import { isRemote, remoteFolder } from "./remote-folder.js";
import { gridOf } from "./description.js";
import { MOST_CONFIG, readJSON, sourcesOf } from "./sources.js";
import { layerKindsOf } from "./layer-kind.js";
import { modelRefusal } from "../words-refusals.js";
import { tokenizerIn } from "./tokenizer.js";
import { Weights, storedIn } from "./weights.js";

/** @import { RemoteOptions } from "./remote-folder.js" */
/** @import { Files } from "./sources.js" */
/** @import { Stored } from "./weights.js" */

/**
 * @typedef {object} OpenOptions
 * @property {(progress: { done: number, total: number }) => void} [onProgress]  files of weights whose headers were read
 * @property {AbortSignal} [signal]
 * @property {string} [as]  the family that config.json is read as, such as "llama", in place of its model_type
 *
 * @typedef {object} ModelInfo
 * @property {string} family
 * @property {string} [tried]  the model_type of config.json, if the option `as` names another: nobody has compared the numbers with this model's
 * @property {number} layers
 * @property {number} heads
 * @property {number} kvHeads
 * @property {number} dModel
 * @property {number} dHead
 * @property {number} vocabulary
 * @property {number} parameters
 * @property {boolean} causal  a token sees no later token
 * @property {boolean} sinks  each head has a learned logit that takes a part of its weight, without a key
 * @property {readonly import("./layer-kind.js").LayerKind[]} layerKinds  what each layer is
 * @property {EncoderInfo} [encoder]  of a model with an encoder and a decoder; the other sizes are then the decoder's
 * @property {VisionInfo} [vision]  of a model that reads pictures; its vocabulary is that of classes
 *
 * @typedef {Pick<ModelInfo, "layers" | "heads" | "kvHeads" | "dHead" | "vocabulary" | "layerKinds">} EncoderInfo
 *
 * @typedef {object} VisionInfo
 * @property {readonly [height: number, width: number]} size  of the usual picture, in pixels
 * @property {readonly [height: number, width: number]} patch  in pixels
 * @property {readonly [rows: number, columns: number]} grid  of patches, of a picture of the usual size
 * @property {readonly string[]} extra  texts of the tokens before the patches
 * @property {number} channels  3, or 1 for grey
 * @property {boolean} hasTextTower  whether the folder has a text tower too, which is not read: CLIP and SigLIP as a whole
 * @property {readonly string[]} labels  of classes
 */

/** A checkpoint whose tensors have the names and shapes that its config requires. Values are read on request. */
export class Checkpoint {
  #tokenizer;
  #pictures;
  /** Of a model with an encoder and a decoder. @type {import("./generation-config.js").Generation | undefined} */ generation;

  /**
   * @param {import("./model.js").Found} model @param {ReadonlyMap<string, Stored>} stored
   * @param {import("./tokenizer.js").PieceTokenizer | Error} tokenizer  or the reason why there is none
   * @param {string | null} commit  of the hub that the files come from
   * @param {PictureReader | null} pictures  of a model that reads pictures
   */
  constructor(model, stored, tokenizer, commit, pictures = null) {
    this.#pictures = pictures;
    this.model = model;
    this.commit = commit;
    this.stored = stored;
    this.weights = new Weights(stored);
    this.#tokenizer = tokenizer;
  }

  /** Why the checkpoint cannot tokenize text; null if it can. */
  get whyNoText() {
    return this.#tokenizer instanceof Error ? this.#tokenizer : null;
  }

  /** How pictures become numbers. @returns {import("./preprocessing.js").Preprocessing} @throws {Error} if that is unknown */
  get preprocessing() {
    const { preprocessing } = /** @type {PictureReader} */ (this.#pictures);
    if (preprocessing instanceof Error) throw preprocessing;
    return preprocessing;
  }

  /** The piece with an id; without a tokenizer, the id itself. Of a model that reads pictures, the class. @param {number} id */
  textOf(id) {
    if (this.#pictures) return String(this.#pictures.labels[id] ?? `LABEL_${id}`);
    const text = this.#tokenizer instanceof Error ? undefined : this.#tokenizer.textOf(id);
    return text ?? String(id);
  }

  /** The id of a piece as the vocabulary has it, such as "__fr__"; undefined if it has none. @param {string} piece @throws {Error} whyNoText */
  idOf(piece) {
    if (this.#tokenizer instanceof Error) throw this.#tokenizer;
    return this.#tokenizer.idOf(piece);
  }

  /** The text of pieces, as PieceTokenizer.decode() gives it; without a tokenizer, the ids. @param {readonly number[]} ids @returns {string} */
  decode(ids) {
    return this.#tokenizer instanceof Error ? ids.join(" ") : this.#tokenizer.decode(ids);
  }

  /** The id of the mask token; undefined if unknown. */
  get maskId() {
    return this.#tokenizer instanceof Error ? undefined : this.#tokenizer.maskId;
  }

  /** The pieces of a text. @param {string} text @param {{ addsSpecial?: boolean }} [options] @returns {import("./tokenizer.js").Token[]} @throws {Error} whyNoText */
  tokenize(text, options) {
    if (this.#tokenizer instanceof Error) throw this.#tokenizer;
    return this.#tokenizer.tokenize(text, options);
  }

  /** Bytes of the files of weights. */
  get bytes() {
    const files = new Set(Array.from(this.stored.values(), ({ source }) => source));
    return [...files].reduce((sum, { size }) => sum + size, 0);
  }

  /** A part of an encoder-decoder, as a checkpoint of its own. @param {"encoder" | "cross"} name */
  part(name) {
    const stack = /** @type {import("./model.js").Stack} */ (this.model[name]);
    const model = { ...this.model, ...stack, encoder: undefined, cross: undefined, predicts: false };
    const part = new Checkpoint(model, this.stored, this.#tokenizer, this.commit);
    part.weights = this.weights;
    return part;
  }

  /** Stops requests that no read waits for. */
  rest() {
    for (const { source } of this.stored.values()) source.rest?.();
  }

  /** @returns {ModelInfo} */
  get info() {
    const { family, layers, heads, kvHeads, dModel, dHead, vocabulary, causal } = this.model.description;
    const { parameters, description } = this.model;
    const { vision, encoder } = description;
    const sizes = {
      ...{ family, ...(this.model.tried !== undefined && { tried: this.model.tried }) },
      ...{ layers, heads, kvHeads, dModel, dHead, vocabulary, parameters, causal },
      ...{ sinks: description.sinks, layerKinds: layerKindsOf(description) },
      ...(encoder && { encoder: sizesOf(encoder) }),
    };
    if (!vision) return sizes;
    const { size, patch, extra, channels, hasTextTower } = vision;
    const labels = Array.from({ length: vocabulary }, (_, id) => this.textOf(id));
    const grid = gridOf(size, vision);
    return { ...sizes, vision: { size, patch, grid, extra, channels, hasTextTower, labels } };
  }
}

/**
 * Opens a checkpoint: reads its config, the headers of its weights, and its tokenizer.
 * @param {Files} files @param {OpenOptions & RemoteOptions & { tokenizes?: boolean }} [options] tokenizes: false leaves the tokenizer unread
 * @throws {import("../../core/errors.js").HeadscopeError} code "format", "config" or "memory"
 */
export async function readCheckpoint(files, { onProgress, signal, as, tokenizes = true, ...remote } = {}) {
  signal?.throwIfAborted();
  const { sources, commit } = isRemote(files)
    ? await remoteFolder(files, { ...remote, signal, as, tokenizes })
    : { sources: await sourcesOf(files), commit: snapshotOf(files) };
  try {
    return await checkpointIn(sources, { commit, onProgress, signal, as, tokenizes });
  } catch (error) {
    for (const source of sources.values()) source.rest?.();
    throw error;
  }
}

/** The commit of a folder in the cache of the hub's own tools, …/snapshots/commit; null for other folders. @param {Files} files */
const snapshotOf = (files) =>
  /[\\/]snapshots[\\/]([0-9a-f]{40})[\\/]?$/.exec(
    typeof files === "string" || files instanceof URL ? String(files) : "",
  )?.[1] ?? null;

/**
 * @param {ReadonlyMap<string, import("./sources.js").Source>} sources
 * @param {OpenOptions & { commit: string | null, tokenizes: boolean }} options
 */
async function checkpointIn(sources, { commit, onProgress, signal, as, tokenizes }) {
  const { config, tried } = configAs(await readJSON(configFile(sources), MOST_CONFIG), as);
  const storedTensors = async () => {
    const weights = await weightFiles(sources);
    const onFile = (/** @type {number} */ done) => onProgress?.({ done, total: weights.files.length });
    return storedIn(weights, { signal, onFile });
  };
  if (!isKnown(config)) return refuseUnknown(config, storedTensors);
  familyOf(config); // throws for quantised weights before they are searched for
  const stored = await storedTensors();
  const isTried = tried !== undefined;
  const model = { ...modelIn(config, stored, { isTried }), ...(isTried && { tried }) };
  signal?.throwIfAborted();
  if (model.description.vision) {
    const { family } = model.description;
    const refusal = modelRefusal("config", "reads_pictures", { family });
    return new Checkpoint(model, stored, refusal, commit, await pictureReaderIn(sources, config, model));
  }
  const tokenizer = tokenizes
    ? await tokenizerIn(sources, Boolean(model.encoder)).catch((/** @type {Error} */ error) => error)
    : new Error("the tokenizer was not read");
  const checkpoint = new Checkpoint(model, stored, tokenizer, commit);
  const { generates } = familyOf(config);
  if (model.encoder && generates) {
    const { generationIn } = await import("./generation-config.js");
    checkpoint.generation = await generationIn(sources, config, generates, model.description.vocabulary);
  }
  return checkpoint;
}

/** @param {import("./description.js").Description} stack @returns {EncoderInfo} */
const sizesOf = (stack) => {
  const { layers, heads, kvHeads, dHead, vocabulary } = stack;
  return { layers, heads, kvHeads, dHead, vocabulary, layerKinds: layerKindsOf(stack) };
};

/**
 * @typedef {object} PictureReader
 * @property {import("./preprocessing.js").Preprocessing | Error} preprocessing  or the reason why it is unknown
 * @property {Readonly<Record<number, string>>} labels  of classes
 */

/**
 * @param {ReadonlyMap<string, import("./sources.js").Source>} sources @param {Record<string, any>} config @param {import("./model.js").Found} model
 * @returns {Promise<PictureReader>}
 */
async function pictureReaderIn(sources, config, { description }) {
  const processor = /** @type {import("./preprocessing.js").Processor} */ (familyOf(config).processor);
  const { channels } = /** @type {import("./description.js").Vision} */ (description.vision);
  const { preprocessingIn } = await import("./preprocessing.js");
  const preprocessing = await preprocessingIn(sources, { processor, channels }).catch(
    (/** @type {Error} */ error) => error,
  );
  return { preprocessing, labels: config.id2label ?? {} };
}
