import { HeadscopeError } from "../../core/errors.js";
import { loadCore } from "../../core/index.js";
import { nextTask } from "../../core/task.js";
import { findModel, keepModel } from "./kept-models.js";
import { trainInSlices } from "./train-in-slices.js";

/**
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./kept-models.js").AskedModel} AskedModel
 */

/**
 * A model after its steps of training: loaded from a file if there is one, otherwise trained now, in small parts.
 * @template {import("../../core/learner.js").Learner<any>} Model
 * @param {AskedModel} asked
 * @param {(core: Core) => Model} create  an untrained model
 * @param {(step: number, steps: number) => boolean} goesOn  receives the progress; returns whether to go on
 * @returns {Promise<{ core: Core, model: Model }>}
 */
export async function learnedModel(asked, create, goesOn) {
  const [core, bytes] = await Promise.all([loadCore(), findModel(asked)]);
  const model = create(core);
  try {
    await nextTask(); // creating and reading a model take long on phones
    if (bytes) loadInto(model, bytes);
    await nextTask();
    const from = model.step;
    const isDone = await trainInSlices(model, asked.step, goesOn);
    if (from < asked.step && isDone) keepModel(asked, model.save());
    return { core, model };
  } catch (error) {
    model.dispose();
    throw error;
  }
}

/**
 * Loads a file, and ignores a file of another model, so that the model is then trained.
 * @param {import("../../core/learner.js").Learner<any>} model @param {ArrayBuffer | ArrayBufferView} bytes
 */
function loadInto(model, bytes) {
  try {
    model.load(bytes);
  } catch (error) {
    if (!(error instanceof HeadscopeError) || error.code === "disposed") throw error;
  }
}
