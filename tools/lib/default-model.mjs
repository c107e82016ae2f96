import { loadCore } from "../../web/core/index.js";
import { DEFAULT_MODEL } from "../../web/kit/state/default-model.js";
import { TRAIN_DEFAULTS, modelOptions } from "../../web/kit/state/training-settings.js";

/** Trains the default model, and returns the bytes of its file. */
export async function trainedBytes() {
  const core = await loadCore();
  const model = core.createModel(modelOptions(TRAIN_DEFAULTS));
  try {
    model.train(DEFAULT_MODEL.step);
    return Buffer.from(model.save());
  } finally {
    model.dispose();
  }
}
