import { lookIn } from "./kept-models.js";

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

/** The file of these weights, as models/ has it and as it lies beside the modules. */
export const DEFAULT_FILE = "reference.safetensors";

/** @param {AskedModel} asked */
export const isDefaultModel = (asked) =>
  Object.entries(DEFAULT_MODEL).every(
    ([name, value]) => (asked[/** @type {keyof AskedModel} */ (name)] ?? value) === value,
  );

/** Offers the file of the default model. Its address is fetched once, when the model is first asked for; a failed fetch is tried again. @param {string | URL} address */
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

/** @param {string | URL} address */
async function bytesAt(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}
