import { inConfig, refused } from "../../kit/text/refusals.js";
import { layerAsOwn } from "./layer-as-own.js";

/** @import { Reader } from "../../kit/state/language-weights.js" */
/** @import { Model } from "./loaded-model.js" */

/** Reads sentences with the small language model, for `weights="language"`. @param {Model} model @returns {Reader} */
export function readerOf(model) {
  const { layers } = model.info;
  return async (sentence) => {
    const run = await model.run(sentence);
    const tokens = run.tokens.map(({ text }) => text);
    const parts = await Promise.all(Array.from({ length: layers }, (_, layer) => run.parts(layer)));
    return {
      read({ keyTokens, batchTokens }, asked) {
        if (keyTokens.length || batchTokens.length) throw inConfig(refused("language_reads_one"));
        const layer = Math.min(asked, layers - 1);
        const { own, settings } = layerAsOwn(run, parts[layer], { tokens, layer, layers });
        return { own: { ...own, given: `language ${layer}`, weights: "language" }, settings };
      },
      end() {}, // the run is needed as long as a picture shows it: its block is read later
    };
  };
}
