import { readFileSync } from "node:fs";
import { compute } from "../../web/kit/state/picture.js";
import { lessonOf } from "../../web/kit/state/translation-layer.js";
import {
  ASKED_TRANSLATION,
  TRANSLATION_FILES,
  TRANSLATION_MODEL,
} from "../../web/kit/state/translation-model.js";
import { VISION_PICTURES } from "../../web/kit/state/vision-pictures.js";
import { inRoot } from "./paths.mjs";
import { openedVisionModel, visionReader } from "./vision-model.mjs";

/** The forty pictures as the model of pictures reads them, by name. */
const SEEN = await readPictures();

async function readPictures() {
  const model = await openedVisionModel();
  const read = visionReader(model);
  const seen = new Map();
  for (const name of VISION_PICTURES) seen.set(name, await read(name));
  model.dispose();
  return seen;
}

/**
 * The picture of a chapter's figure, also with weights of the model that translates, and of the model of pictures.
 * @param {import("../../web/core/index.js").Core} core @param {import("../../web/kit/state/settings.js").Settings} settings @param {number} [layer]
 */
export function figurePicture(core, settings, layer = 0) {
  if (settings.weights === "vision") {
    const { own, settings: read } = SEEN.get(settings.visionPicture).read(settings, layer);
    return compute(core, { ...settings, ...read }, { own });
  }
  if (settings.weights !== "translation") return compute(core, settings);
  const model = core.createModel(TRANSLATION_MODEL);
  model.load(readFileSync(inRoot("models", TRANSLATION_FILES[ASKED_TRANSLATION.step])));
  const { own, settings: read } = lessonOf(model).read(settings);
  model.dispose();
  return compute(core, { ...settings, ...read }, { own });
}
