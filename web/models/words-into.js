import { words } from "../kit/text/words.js";

/** Labels of the buttons “Walk through it” and “Inspect this head” in Models, and of the view that they open. */
export const INTO_LAYER = words("intoLayer", {
  walk: "Walk through it",
  heads: "Inspect this head",
  back: "Back to every head",
  /** @param {{ layer: number, model: string, text: string }} of */
  title: ({ layer, model, text }) => `Layer ${layer} of ${model} on “${text}”`,
});
