import { ACTIVATIONS, PLAIN, layersIn, rotaryIn, shareOf } from "./description.js";

/** @import { Family } from "./families.js" */

/** GPT-2 (Radford et al. 2019). @type {Family} */
export const GPT2 = {
  prefix: "transformer.",
  names: {
    ...{ words: "wte", positions: "wpe", finalNorm: "ln_f", layer: "h.{l}." },
    ...{ attentionNorm: "ln_1", mlpNorm: "ln_2", qkv: "attn.c_attn", qkvBy: "thirds", o: "attn.c_proj" },
    ...{ up: "mlp.c_fc", down: "mlp.c_proj", isInOut: true, output: { decoder: "lm_head" } },
  },
  describe(config) {
    const dModel = config.whole("n_embd", 768);
    const heads = config.whole("n_head", 12);
    const layers = layersIn(config, "n_layer", 12);
    const longest = config.whole("n_positions", 1024);
    const dHead = shareOf(dModel, heads);
    config.mustBeOff("add_cross_attention");
    return {
      ...PLAIN,
      ...{ causal: true, order: "pre", norm: "layer", eps: config.positive("layer_norm_epsilon", 1e-5) },
      ...{ vocabulary: config.whole("vocab_size", 50257), layers, dModel, longest, positions: longest },
      ...{ heads, kvHeads: heads, dHead, windows: Array(layers).fill(null) },
      scale: config.flag("scale_attn_weights", true) ? dHead ** -0.5 : 1,
      inverseLayerScale: config.flag("scale_attn_by_inverse_layer_idx", false),
      dFeedForward: config.whole("n_inner", 4 * dModel),
      activation: config.choice("activation_function", "gelu_new", ACTIVATIONS),
      ...{ qkvBias: true, oBias: true, mlpBias: true },
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};

/** GPT-NeoX's own fields of rotary positions. */
const ROTARY = { base: "rotary_emb_base", fraction: { name: "rotary_pct", usual: 0.25 } };

/** GPT-NeoX (Black et al. 2022) and Pythia. @type {Family} */
export const GPT_NEOX = {
  prefix: "gpt_neox.",
  names: {
    ...{ words: "embed_in", finalNorm: "final_layer_norm", layer: "layers.{l}." },
    ...{ attentionNorm: "input_layernorm", mlpNorm: "post_attention_layernorm" },
    ...{ qkv: "attention.query_key_value", qkvBy: "heads", o: "attention.dense" },
    ...{ up: "mlp.dense_h_to_4h", down: "mlp.dense_4h_to_h", output: { decoder: "embed_out" } },
  },
  describe(config) {
    const dModel = config.whole("hidden_size", 6144);
    const heads = config.whole("num_attention_heads", 64);
    const layers = layersIn(config, "num_hidden_layers", 44);
    const dHead = shareOf(dModel, heads);
    const longest = config.whole("max_position_embeddings", 2048);
    const hasBias = config.flag("attention_bias", true);
    return {
      ...PLAIN,
      causal: true,
      order: config.flag("use_parallel_residual", true) ? "parallel" : "pre",
      ...{ norm: "layer", eps: config.positive("layer_norm_eps", 1e-5) },
      ...{ vocabulary: config.whole("vocab_size", 50432), layers, dModel },
      longest,
      ...{ heads, kvHeads: heads, dHead, scale: dHead ** -0.5, windows: Array(layers).fill(null) },
      rope: rotaryIn(config, { dHead, longest }, ROTARY),
      dFeedForward: config.whole("intermediate_size", 24576),
      activation: config.choice("hidden_act", "gelu", ACTIVATIONS),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: true },
      tied: config.flag("tie_word_embeddings", false),
    };
  },
};
