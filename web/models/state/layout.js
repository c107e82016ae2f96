import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { readsPictures, readsSources } from "./families.js";
import {
  CONFIG,
  EXAMPLES,
  GENERATION,
  PREPROCESSOR,
  TooLarge,
  fetchedFiles,
  readJSON,
  sourceOf,
} from "./sources.js";
import { TOKENIZER } from "./tokenizer.js";
import { configAs } from "./unknown-family.js";

/** @import { Source } from "./sources.js" */

/**
 * Finds the config, the weights and the tokenizer in a folder, by their file names on the hub.
 *
 * @typedef {object} WeightFiles
 * @property {readonly Source[]} files  of the weights
 * @property {ReadonlyMap<string, string> | null} shards  the file of each tensor, by its name; null if one file holds all
 */

export const WEIGHTS = "model.safetensors";
export const INDEX = "model.safetensors.index.json";
const MOST_INDEX = 2 ** 24; // bytes

/** Other kinds of files that hold weights, by their names, with what to do instead; the first match counts. @type {readonly (readonly [RegExp, import("../words-refusals.js").ModelRefusal])[]} */
const OTHERS = [
  [/^adapter_model\./, "weights_are_adapter"],
  [/^consolidated\..*safetensors$/, "weights_are_consolidated"],
  [/\.gguf$/i, "weights_are_gguf"],
  [/\.(bin|pt|pth|ckpt)$/i, "weights_are_pickled"],
  [/\.(h5|msgpack|onnx|tflite|mlmodel|npz|ot)$/i, "weights_are_other"],
];

/** Files of folders that have no config.json. @type {typeof OTHERS} */
const WITHOUT_CONFIG = [
  [/^adapter_(config|model)\./, "weights_are_adapter"],
  [/\.gguf$/i, "weights_are_gguf"],
];

/** File names of the parts of the weights. */
const SHARD = /-\d+-of-\d+\.safetensors$/;

/** @param {ReadonlyMap<string, Source>} sources @returns {Promise<WeightFiles>} */
export async function weightFiles(sources) {
  const whole = sources.get(WEIGHTS);
  if (whole) return { files: [whole], shards: null };
  const index = sources.get(INDEX);
  if (index) return sharded(index, sources);
  const names = [...sources.keys()];
  const alone = names.filter(
    (name) => name.endsWith(".safetensors") && !OTHERS.some(([kind]) => kind.test(name)),
  );
  if (alone.length === 1 && !SHARD.test(alone[0]))
    return { files: [/** @type {Source} */ (sources.get(alone[0]))], shards: null };
  if (alone.length)
    throw modelRefusal("format", "shards_without_index", { files: show(alone), index: INDEX });
  for (const [kind, id] of OTHERS) {
    const file = names.find((name) => kind.test(name));
    if (file !== undefined) throw modelRefusal("format", id, { file });
  }
  throw modelRefusal("format", "no_weights", { files: show(names.sort()) });
}

/** @param {Source} index @param {ReadonlyMap<string, Source>} sources @returns {Promise<WeightFiles>} */
async function sharded(index, sources) {
  const shards = await shardsIn(index);
  const files = namesOf(shards).map((file) => {
    const source = sources.get(file);
    if (source) return source;
    throw modelRefusal("format", "shard_missing", { file: show(file), index: INDEX });
  });
  return { files, shards };
}

/** The file of each tensor, by its name. @param {Source} index @returns {Promise<Map<string, string>>} */
const shardsIn = async (index) => shardsOf(await readJSON(index, MOST_INDEX));

/** Names of the files of weights. @param {Source} index @returns {Promise<string[]>} */
export const shardNamesIn = async (index) => namesOf(await shardsIn(index));

/** @param {ReadonlyMap<string, string>} shards */
export const namesOf = (shards) => [...new Set(shards.values())];

/** The file of each tensor, by its name. @param {Readonly<Record<string, unknown>>} index content of the file @returns {Map<string, string>} */
export function shardsOf({ weight_map: map }) {
  const shards = new Map(Object.entries(map ?? {}));
  if (
    typeof map !== "object" ||
    !shards.size ||
    ![...shards.values()].every((file) => typeof file === "string")
  )
    throw modelRefusal("format", "no_weight_map", { file: INDEX });
  return shards;
}

/** The config, which every checkpoint has. @param {ReadonlyMap<string, Source>} sources @returns {Source} */
export function configFile(sources) {
  const config = sources.get(CONFIG);
  if (config) return config;
  for (const [kind, id] of WITHOUT_CONFIG) {
    const file = [...sources.keys()].find((name) => kind.test(name));
    if (file !== undefined) throw modelRefusal("format", id, { file });
  }
  throw modelRefusal("format", "no_config", { files: show([...sources.keys()].sort()) });
}

/** Bytes of a file of an author's host up to which files are fetched whole. A model in memory needs its host no more. */
const WHOLE = 2 ** 25;

/**
 * The files of a checkpoint in a folder of an author's host; the folder's address if a file is so large that its parts are read when they are needed.
 * @param {string | URL} folder  its address @param {AbortSignal} signal @param {string} [as]  the family that the model is read as
 * @returns {Promise<Record<string, Blob> | URL>}
 */
export async function filesAt(folder, signal, as) {
  const base = new URL(String(folder).replace(/\/?$/, "/"), document.baseURI);
  try {
    return await wholeFilesAt(base, signal, as);
  } catch (error) {
    if (error instanceof TooLarge) return base;
    throw error;
  }
}

/** Weights in several files are listed in model.safetensors.index.json. @param {URL} base @param {AbortSignal} signal @param {string} [as] */
async function wholeFilesAt(base, signal, as) {
  const fetched = (/** @type {readonly string[]} */ names) =>
    fetchedFiles(Object.fromEntries(names.map((name) => [name, new URL(name, base)])), signal, {
      ...{ areOptional: true, most: WHOLE },
    });
  const described = async () => {
    const files = await fetched([CONFIG]);
    return { ...files, ...(await fetched(await namesBeside(files[CONFIG], as))) };
  };
  const files = Object.assign(...(await Promise.all([described(), fetched([WEIGHTS])])));
  if (files[WEIGHTS]) return files;
  const found = await fetched([INDEX]);
  const index = found[INDEX];
  return { ...files, ...found, ...(index && (await fetched(await shardNamesIn(sourceOf(INDEX, index))))) };
}

/** Names of the small files that a model has beside its config.json. One that cannot be read is refused later. @param {Blob | undefined} content @param {string} [as] */
async function namesBeside(content, as) {
  try {
    const { config } = configAs(JSON.parse((await content?.text()) ?? "{}"), as);
    if (readsPictures(config)) return [PREPROCESSOR, EXAMPLES];
    return readsSources(config) ? [TOKENIZER, GENERATION] : [TOKENIZER];
  } catch {
    return [TOKENIZER];
  }
}
