import { lookIn } from "./kept-models.js";
import { DEFAULTS } from "./settings.js";
import { ASKED_TRANSLATION, TRANSLATION_FILES } from "./translation-model.js";

/** @import { AskedModel } from "./kept-models.js" */

/** The model at the default settings, whose weights come with the page. @type {Readonly<AskedModel>} */
export const DEFAULT_MODEL = Object.freeze({
  task: "reference",
  layers: 2,
  stack: "crisp",
  heads: 4,
  dModel: 64,
  seed: 1,
  step: 600,
});

/** The step at which the opening reads the default model: its heads have roles, and their weights are not saturated yet. */
export const STORY_STEP = 125;

/** File name of the weights, in models/ and beside the modules. */
export const DEFAULT_FILE = "reference.safetensors";

/** File names of the default model's weights, by step. @type {Readonly<Record<number, string>>} */
export const MODEL_FILES = Object.freeze({
  [DEFAULT_MODEL.step]: DEFAULT_FILE,
  [STORY_STEP]: `reference-${STORY_STEP}.safetensors`,
});

/** @param {AskedModel} asked @param {AskedModel} model */
const isModel = (asked, model) =>
  Object.entries(model).every(
    ([name, value]) => (asked[/** @type {keyof AskedModel} */ (name)] ?? value) === value,
  );

/** @param {AskedModel} asked */
export const isDefaultModel = (asked) => isModel(asked, DEFAULT_MODEL);

/** The file with a model's weights; undefined for models without a file. @param {AskedModel} asked @returns {string | undefined} */
export function modelFile(asked) {
  if (isModel(asked, ASKED_TRANSLATION)) return TRANSLATION_FILES[asked.step];
  return isDefaultModel({ ...asked, step: DEFAULT_MODEL.step }) ? MODEL_FILES[asked.step] : undefined;
}

/**
 * Extends a reader's change of settings: trained weights at the page's default sizes also select the default model.
 * @template {Partial<import("./settings.js").Settings>} Change
 * @param {import("./settings.js").Settings} settings before the change @param {Change} change @returns {Change}
 */
export function withDefaultModel({ heads, dModel, weights }, change) {
  const isChosen = change.weights === "trained" && weights !== "trained";
  if (!isChosen || heads !== DEFAULTS.heads || dModel !== DEFAULTS.dModel) return change;
  return { ...change, heads: DEFAULT_MODEL.heads, dModel: DEFAULT_MODEL.dModel };
}

/**
 * Registers the files of models. Each is fetched once, when its step is first needed; a failed fetch is retried at the next request.
 * @param {Readonly<Record<string, () => URL>>} addresses by file name
 */
export function offerDefaultModel(addresses) {
  /** @type {Map<string, Promise<ArrayBuffer>>} */
  const fetched = new Map();
  lookIn({
    find: async (asked) => {
      const file = modelFile(asked);
      if (!file) return null;
      const bytes = fetched.get(file) ?? bytesAt(addresses[file]());
      fetched.set(file, bytes);
      bytes.catch(() => fetched.delete(file));
      return bytes;
    },
  });
}

/** @param {URL} address */
async function bytesAt(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}
