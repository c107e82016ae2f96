import { ACTIVATIONS, PLAIN, kvHeadsIn, layersIn, rotaryIn, shareOf } from "./description.js";

/** @import { Config } from "./config.js" */
/** @import { Described, Names } from "./families.js" */

/** Names that llama's successors share. @satisfies {Names} */
export const NAMES = {
  words: "embed_tokens",
  finalNorm: "norm",
  layer: "layers.{l}.",
  attentionNorm: "input_layernorm",
  mlpNorm: "post_attention_layernorm",
  ...{ q: "self_attn.q_proj", k: "self_attn.k_proj", v: "self_attn.v_proj", o: "self_attn.o_proj" },
  ...{ gate: "mlp.gate_proj", up: "mlp.up_proj", down: "mlp.down_proj" },
  output: { decoder: "lm_head" },
};

/** Names of a block with a norm before and after attention and the network, as in Gemma 2. */
export const SANDWICH_NAMES = {
  ...NAMES,
  ...{ attentionNorm: "input_layernorm", afterAttentionNorm: "post_attention_layernorm" },
  ...{ mlpNorm: "pre_feedforward_layernorm", afterMlpNorm: "post_feedforward_layernorm" },
};

/**
 * Llama and its successors.
 * @param {Config} config
 * @param {object} usual defaults
 * @param {number} usual.vocabulary @param {number} usual.dModel @param {number} usual.dFeedForward @param {number} usual.layers @param {number} usual.longest
 * @param {number} usual.heads @param {number} [usual.kvHeads] as many as heads if left out @param {number} [usual.dHead] d_model / heads if left out
 * @param {string} [usual.activation] the field @param {string} [usual.usualActivation] @param {number} [usual.eps]
 * @param {boolean} [usual.tied] @param {Parameters<typeof rotaryIn>[2]} [usual.rotary]
 * @returns {Described}
 */
export function llamaLike(config, usual) {
  const { activation = "hidden_act", usualActivation = "silu", eps = 1e-6, tied = false, rotary } = usual;
  const dModel = config.whole("hidden_size", usual.dModel);
  const heads = config.whole("num_attention_heads", usual.heads);
  const layers = layersIn(config, "num_hidden_layers", usual.layers);
  const dHead =
    usual.dHead === undefined && config.given("head_dim") === undefined
      ? shareOf(dModel, heads)
      : config.whole("head_dim", usual.dHead ?? 0);
  const longest = config.whole("max_position_embeddings", usual.longest);
  return {
    ...PLAIN,
    ...{ causal: true, order: "pre", norm: "rms", eps: config.positive("rms_norm_eps", eps) },
    ...{ vocabulary: config.whole("vocab_size", usual.vocabulary), layers, dModel },
    longest,
    ...{ heads, kvHeads: kvHeadsIn(config, heads, usual.kvHeads ?? heads), dHead, scale: dHead ** -0.5 },
    ...{
      windows: Array(layers).fill(null),
      ropes: Array(layers).fill(rotaryIn(config, { dHead, longest }, rotary)),
    },
    dFeedForward: config.whole("intermediate_size", usual.dFeedForward),
    activation: config.choice(activation, usualActivation, ACTIVATIONS),
    ...{ qkvBias: false, oBias: false, mlpBias: false },
    tied: config.flag("tie_word_embeddings", tied),
  };
}
