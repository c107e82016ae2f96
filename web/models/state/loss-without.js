import { elements } from "../../core/tensor-argument.js";
import { lossOf } from "./loss.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Pass, Sentence, Transformer } from "./transformer.js" */

/** The measure of how far the loss of a sentence rises without a head, in nats a piece. */
export const LOSS_WITHOUT = "lossWithout";

/** In masked models, every seventh piece is masked: 14 %, near the 15 % of their training. */
const MASKED = 7;

/**
 * How many times as long a study takes with the loss without each head, by multiplications of weights for each token: one whole run more, and a run for
 * each head from its layer on, each with the output matrix.
 * @param {Pick<Checkpoint, "model" | "stored">} checkpoint
 */
export function timesForLosses({ model, stored }) {
  const { layers, heads, experts, tied } = model.description;
  const ofOutput = ["wDense", "wProjectBack", tied ? "words" : "output"];
  const chosen = experts ? experts.chosen / experts.count : 1;
  const blocks = Array(layers).fill(0);
  let output = 0;
  /** Matrices that are counted, by layer: one of queries, keys and values has three roles. */
  const counted = new Set();
  for (const [role, { name }] of model.tensors) {
    const [, kind, layer, own] = /^(layer|mixture)(\d+)\.((?:\w+\.)?w[A-Z]\w*)$/.exec(role) ?? [];
    if (!(kind || ofOutput.includes(role)) || counted.has(`${layer} ${name}`)) continue;
    counted.add(`${layer} ${name}`);
    const size = elements(stored.get(name)?.shape ?? []);
    if (!kind) output += size;
    else blocks[Number(layer)] += size * (kind === "mixture" && OF_EXPERTS.test(own) ? chosen : 1);
  }
  const whole = sumOf(blocks);
  const without = blocks.map((_, layer) => heads * (sumOf(blocks.slice(layer)) + output));
  return 1 + (whole + output + sumOf(without)) / whole;
}

/** Matrices of a mixture that each token multiplies with the chosen experts' only: of an expert by its number, or of all in one tensor. */
const OF_EXPERTS = /^(\d+\.|wGateUp$|wDown$)/;

/** @param {readonly number[]} numbers */
const sumOf = (numbers) => numbers.reduce((sum, each) => sum + each, 0);

/**
 * Why the loss without a head cannot be measured; null if it can.
 * @param {{ info: { causal: boolean }, predicts: boolean, maskId?: number }} model
 */
export function whyNoLosses({ info, predicts, maskId }) {
  if (!predicts) return "predicts_nothing";
  return info.causal || maskId !== undefined ? null : "no_mask_for_losses";
}

/**
 * The sentence whose loss is measured: all pieces but the first are predicted (causal models), or every seventh, which is masked, from the fourth on.
 * @param {readonly Token[]} tokens @param {readonly number[]} types @param {{ causal: boolean, maskId?: number }} model @returns {Sentence}
 */
export function predictedSentence(tokens, types, { causal, maskId = -1 }) {
  const ids = tokens.map(({ id }) => id);
  if (causal) return { ids, types, answers: ids.map((_, i) => ids[i + 1] ?? -1) };
  const own = tokens.flatMap(({ id, start, end }, i) => (end > start && id !== maskId ? [i] : []));
  const masked = new Set(own.filter((_, i) => i % MASKED === Math.floor(MASKED / 2)));
  return {
    ids: ids.map((id, i) => (masked.has(i) ? maskId : id)),
    ...{ types, answers: ids.map((id, i) => (masked.has(i) ? id : -1)) },
  };
}

/**
 * How far the loss of a sentence rises without each head. Only the layers from the head's on are computed again.
 * @param {Transformer} transformer @param {Sentence} sentence @param {{ layers: number, heads: number, signal?: AbortSignal }} options
 * @returns {Promise<Float32Array>} (layers, heads); NaN if nothing is predicted
 */
export async function lossesWithout(transformer, sentence, { layers, heads, signal }) {
  const losses = new Float32Array(layers * heads).fill(NaN);
  if (sentence.answers.every((answer) => answer < 0)) return losses;
  const loss = (/** @type {Pass} */ { likely }) =>
    lossOf(/** @type {import("./unembedding.js").Likely} */ (likely), sentence.answers);
  // One worker computes this run, as it computes those below: a difference of losses then comes from the head alone.
  const whole = await transformer.run(sentence, { whole: true, signal });
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      const headScale = { [layer]: new Float32Array(heads).fill(1).fill(0, head, head + 1) };
      const from = { layer, x: whole.hidden[layer] };
      losses[layer * heads + head] =
        loss(await transformer.run(sentence, { headScale, from, signal })) - loss(whole);
    }
  return losses;
}
