import { Panels } from "../../kit/elements/panels.js";

const load = () => import("./translation-panels.js");

/** Panels of Train that load on first use. */
export const PANELS = new Panels({
  "mha-two-sentences": () => load().then(({ TwoSentences }) => TwoSentences),
  "mha-translation-maps": () => load().then(({ TranslationMaps }) => TranslationMaps),
  "mha-translation-removal": () => load().then(({ TranslationRemoval }) => TranslationRemoval),
});
