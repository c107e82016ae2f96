import { lookIn } from "./kept-models.js";
import { DEFAULTS } from "./settings.js";

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

/** File name of the weights, in models/ and beside the modules. */
export const DEFAULT_FILE = "reference.safetensors";

/** @param {AskedModel} asked */
export const isDefaultModel = (asked) =>
  Object.entries(DEFAULT_MODEL).every(
    ([name, value]) => (asked[/** @type {keyof AskedModel} */ (name)] ?? value) === value,
  );

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
 * Registers the file of the default model. It is fetched once, when the model is first needed; a failed fetch is retried at the next request.
 * @param {() => URL} address
 */
export function offerDefaultModel(address) {
  /** @type {Promise<ArrayBuffer> | null} */
  let fetched = null;
  lookIn({
    find: async (asked) => {
      if (!isDefaultModel(asked)) return null;
      fetched ??= bytesAt(address).catch((error) => {
        fetched = null;
        throw error;
      });
      return fetched;
    },
  });
}

/** @param {() => URL} address */
async function bytesAt(address) {
  const response = await fetch(address());
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response.arrayBuffer();
}
