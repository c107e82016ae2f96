import { readFileSync } from "node:fs";
import { compute } from "../../web/kit/state/picture.js";
import { lessonOf } from "../../web/kit/state/translation-layer.js";
import {
  ASKED_TRANSLATION,
  TRANSLATION_FILES,
  TRANSLATION_MODEL,
} from "../../web/kit/state/translation-model.js";
import { inRoot } from "./paths.mjs";

/**
 * The picture of a chapter's figure, also with weights of the model that translates.
 * @param {import("../../web/core/index.js").Core} core @param {import("../../web/kit/state/settings.js").Settings} settings
 */
export function figurePicture(core, settings) {
  if (settings.weights !== "translation") return compute(core, settings);
  const model = core.createModel(TRANSLATION_MODEL);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[ASKED_TRANSLATION.step])));
  const { own, settings: read } = lessonOf(model).read(settings);
  model.dispose();
  return compute(core, { ...settings, ...read }, { own });
}
