import { format } from "prettier";
import { loadCore } from "../../web/core/index.js";
import { DEFAULT_FILE, DEFAULT_MODEL } from "../../web/kit/state/default-model.js";
import { TRAIN_DEFAULTS, modelOptions } from "../../web/kit/state/training-settings.js";
import { openingOf } from "../../web/opening/state/opening.js";
import { storeOpening } from "../../web/opening/state/stored-opening.js";

/** Trains the default model, and returns its files: path from the checkout's root, and content. @returns {Promise<[string, Buffer][]>} */
export async function defaultModelFiles() {
  const core = await loadCore();
  const model = core.createModel(modelOptions(TRAIN_DEFAULTS));
  try {
    model.train(DEFAULT_MODEL.step);
    return [
      [`models/${DEFAULT_FILE}`, Buffer.from(model.save())],
      ["web/opening/state/reference-opening.js", Buffer.from(await openingSource(model))],
    ];
  } finally {
    model.dispose();
  }
}

/** @param {import("../../web/core/model.js").Model} model */
function openingSource(model) {
  const source = `/**
    * Numbers of the opening, read from the default model by the core. Written by \`npm run models\`.
    * @type {import("./stored-opening.js").StoredOpening}
    */
    export const REFERENCE_OPENING = ${JSON.stringify(storeOpening(openingOf(model)))};`;
  return format(source, { parser: "babel", printWidth: 110 });
}
