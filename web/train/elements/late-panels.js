import { Panels } from "../../kit/elements/panels.js";

/** Panels of Train that load on first use: those of the task "translation" load with the first of them. */
export const PANELS = new Panels({
  "mha-two-sentences": () => import("./translation-panels.js").then(({ TwoSentences }) => TwoSentences),
});
