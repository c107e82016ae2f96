import { words } from "../kit/text/words.js";

/** Words of the ways from a head of a model into its layer. */
export const INTO_LAYER = words("intoLayer", {
  walk: "Walk through it",
  heads: "Inspect this head",
  back: "Back to every head",
  /** @param {{ layer: number, model: string, text: string }} of */
  title: ({ layer, model, text }) => `Layer ${layer} of ${model} on “${text}”`,
});
