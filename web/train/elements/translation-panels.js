/** The panels of the task "translation", which load together when the task is chosen. */
export { TwoSentences } from "./two-sentences.js";
export { TranslationMaps } from "./translation-maps.js";
export { TranslationRemoval } from "./translation-removal.js";
