import { define } from "../../kit/elements/define.js";
import { Panels } from "../../kit/elements/panels.js";

/** Panels of Train that load on first use: those of the task "translation" load with the first of them. */
export const PANELS = new Panels({
  "mha-two-sentences": async () => {
    const { TwoSentences, TranslationMaps, TranslationRemoval } = await import("./translation-panels.js");
    define("mha-translation-maps", TranslationMaps);
    define("mha-translation-removal", TranslationRemoval);
    return TwoSentences;
  },
});
