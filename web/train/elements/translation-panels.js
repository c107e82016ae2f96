import { define } from "../../kit/elements/define.js";
import { TranslationMaps } from "./translation-maps.js";
import { TranslationRemoval } from "./translation-removal.js";

/** The panels of the task "translation", which load together when the task is chosen. */
export { TwoSentences } from "./two-sentences.js";

define("mha-translation-maps", TranslationMaps);
define("mha-translation-removal", TranslationRemoval);
