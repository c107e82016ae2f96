import { words } from "../kit/text/words.js";

/** Labels of the buttons that open the layer of a head in the walk or among all heads. */
export const INTO_LAYER = words("intoLayer", {
  walk: "Walk through it",
  heads: "Inspect this head",
  back: "Back to every head",
  /** @param {{ layer: number, model: string, text: string }} of */
  title: ({ layer, model, text }) => `Layer ${layer} of ${model} on “${text}”`,
});
