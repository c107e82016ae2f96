import { DEFAULTS_OF_LAYER } from "../../kit/state/own.js";
import { paintedIn } from "../../kit/state/painted.js";
import { inConfig, refused } from "../../kit/text/refusals.js";

/** @import { Reader } from "../../kit/state/offered-models.js" */
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
  const { dModel, numHeads, numKvHeads, dK, dV, bias, rope, qkNorm, softcap, window, latent } =
    /** @type {any} */ (options);
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
      ...(latent && latentSettings(latent, dV)),
      ...{
        qkNorm: Boolean(qkNorm),
        softcap: softcap || null,
        window: Number.isInteger(window) ? window : null,
      },
    },
  };
}

/** @param {import("../../core/types.js").Latent} latent @param {number} dV @returns {Partial<Settings>} */
const latentSettings = ({ rank, queryRank, ropeWidth, norm }, dV) => ({
  ...{ dV, latentRank: rank, latentQueryRank: queryRank || null },
  ...{ latentRopeWidth: ropeWidth, latentNorm: Boolean(norm) },
});

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

/**
 * Reads the pictures that come with the small model of pictures, for `weights="vision"`.
 * @param {Model} model
 * @param {ReadonlyMap<string, import("./pictures.js").Image>} pictures by name
 * @param {(run: ModelRun) => Promise<NonNullable<Own["patches"]>>} patchesOf  makes the patches of a run
 * @returns {Reader}
 */
export function readerOfPictures(model, pictures, patchesOf) {
  const { layers } = model.info;
  return async (name, painted = "") => {
    const mask = paintedIn(painted);
    const run = await model.run(/** @type {import("./pictures.js").Image} */ (pictures.get(name)), { mask });
    const patches = await patchesOf(run);
    const count = run.tokens.length;
    const { tokens } = patches.wordsFor({ tokens: [], keyTokens: [] }, count, count);
    const each = Array.from({ length: layers }, (_, layer) => layer);
    const parts = await Promise.all(each.map((layer) => run.parts(layer)));
    const classes = run
      .predictions(0, model.info.vocabulary)
      .sort((a, b) => a.id - b.id)
      .map(({ text, probability }) => ({ name: text, probability }));
    const everyLayer = stacked(each.map((layer) => run.attention(layer)));
    return {
      read({ keyTokens, batchTokens }, asked) {
        if (keyTokens.length || batchTokens.length) throw inConfig(refused("vision_reads_one"));
        const layer = Math.min(asked, layers - 1);
        const { own, settings } = layerAsOwn(run, parts[layer], { tokens, layer, layers });
        const given = `vision ${layer}`;
        return { own: { ...own, given, weights: "vision", patches, everyLayer, classes }, settings };
      },
      end() {}, // as above
    };
  };
}

/** @param {readonly import("../../core/types.js").TensorOutput[]} tensors of one shape */
function stacked(tensors) {
  const [{ data, shape }] = tensors;
  const all = new Float32Array(tensors.length * data.length);
  tensors.forEach((tensor, i) => all.set(tensor.data, i * data.length));
  return { data: all, shape: [tensors.length, ...shape] };
}
