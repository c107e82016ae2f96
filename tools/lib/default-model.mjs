import { format } from "prettier";
import { loadCore } from "../../web/core/index.js";
import { MODEL_FILES, STORY_STEP } from "../../web/kit/state/default-model.js";
import { TRAIN_DEFAULTS, modelOptions } from "../../web/kit/state/training-settings.js";
import { TRANSLATION_FILES, TRANSLATION_MODEL } from "../../web/kit/state/translation-model.js";
import { openingOf } from "../../web/opening/state/opening.js";
import { storeOpening } from "../../web/opening/state/stored-opening.js";

/** Trains the default model, and returns its files: path from the checkout's root, and content. @returns {Promise<[string, Buffer][]>} */
export async function defaultModelFiles() {
  const core = await loadCore();
  const model = core.createModel(modelOptions(TRAIN_DEFAULTS));
  try {
    /** @type {[string, Buffer][]} */
    const files = [];
    for (const [step, file] of Object.entries(MODEL_FILES)) {
      model.train(Number(step) - model.step);
      files.push([`models/${file}`, Buffer.from(model.save())]);
      if (model.step === STORY_STEP)
        files.push(["web/opening/state/reference-opening.js", Buffer.from(await openingSource(model))]);
    }
    return files;
  } finally {
    model.dispose();
  }
}

/** Trains the translator, and returns its files in the same way. @returns {Promise<[string, Buffer][]>} */
export async function translationFiles() {
  const core = await loadCore();
  const model = core.createModel(TRANSLATION_MODEL);
  try {
    return Object.entries(TRANSLATION_FILES).map(([step, file]) => {
      model.train(Number(step) - model.step);
      return [`models/${file}`, Buffer.from(model.save())];
    });
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
