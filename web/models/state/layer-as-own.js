import { DEFAULTS_OF_LAYER } from "../../kit/state/own.js";
import { inConfig, refused } from "../../kit/text/refusals.js";

/** @import { Reader } from "../../kit/state/language-weights.js" */
/** @import { Own, OwnBlock } from "../../kit/state/own.js" */
/** @import { Settings } from "../../kit/state/settings.js" */
/** @import { Model } from "./loaded-model.js" */
/** @import { AttentionParts, ModelRun } from "./model-run.js" */

const LIKELIEST = 5;

/**
 * A layer of a run, as own numbers and settings of a picture. Its block is computed when a lab asks for it, so the run must not be disposed of.
 * @param {ModelRun} run @param {AttentionParts} parts of the layer
 * @param {{ tokens: readonly string[], keyTokens?: readonly string[], layer: number, layers: number, kind?: import("./encoder-decoder.js").Kind }} of
 *   keyTokens: of attention to another sentence
 * @returns {{ own: Omit<Own, "given">, settings: Partial<Settings> }}
 */
export function layerAsOwn(run, parts, { tokens, keyTokens = [], layer, layers, kind }) {
  const { options, weights, query, key, causal, attnMask } = parts;
  const { dModel, numHeads, numKvHeads, dK, bias, rope, qkNorm, softcap, window } = /** @type {any} */ (
    options
  );
  return {
    own: {
      ...{ attention: null, layer, layers, parameters: weights, input: query, mask: attnMask, options },
      ...(key && { source: key }),
      block: () => blockAsOwn(run, layer, kind),
    },
    settings: {
      ...DEFAULTS_OF_LAYER,
      ...{ tokens, keyTokens, dModel, heads: numHeads, kvHeads: numKvHeads, dK, bias: Boolean(bias), causal },
      ...(rope && { rope: rope.style, ropeBase: rope.base }),
      ...{
        qkNorm: Boolean(qkNorm),
        softcap: softcap || null,
        window: Number.isInteger(window) ? window : null,
      },
    },
  };
}

/** @param {ModelRun} run @param {number} layer @param {import("./encoder-decoder.js").Kind} [kind] @returns {Promise<OwnBlock>} */
async function blockAsOwn(run, layer, kind) {
  const likely = (/** @type {number} */ token) => ({
    token,
    words: run
      .predictions(token, LIKELIEST)
      .map(({ text, probability }) => ({ word: text.trim() || text, probability })),
  });
  return {
    ...(await run.block(layer, kind)),
    ...{
      input: run.hidden(layer, kind),
      likely: (token) => (run.predicts && kind !== "encoder" ? likely(token) : null),
    },
  };
}

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
