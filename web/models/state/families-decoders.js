import {
  ACTIVATIONS,
  PLAIN,
  capIn,
  layersIn,
  rotaryIn,
  shareOf,
  windowIn,
  windowsOf,
} from "./description.js";
import { NAMES, SANDWICH_NAMES, llamaLike } from "./llama-like.js";

/** @import { Config } from "./config.js" */
/** @import { Family } from "./families.js" */

/** GPT-2 (Radford et al. 2019). @type {Family} */
export const GPT2 = {
  prefix: "transformer.",
  names: {
    ...{ words: "wte", positions: "wpe", finalNorm: "ln_f", layer: "h.{l}." },
    ...{ attentionNorm: "ln_1", mlpNorm: "ln_2", qkv: "attn.c_attn", qkvBy: "parts", o: "attn.c_proj" },
    ...{ up: "mlp.c_fc", down: "mlp.c_proj", isInOut: true, output: { decoder: "lm_head" } },
  },
  describe(config) {
    const dModel = config.whole("n_embd", config.whole("hidden_size", 768));
    const heads = config.whole("n_head", config.whole("num_attention_heads", 12));
    const layers = layersIn(config, "n_layer", layersIn(config, "num_hidden_layers", 12));
    const longest = config.whole("n_positions", config.whole("max_position_embeddings", 1024));
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
    ...{ qkv: "attention.query_key_value", qkvBy: "groups", o: "attention.dense" },
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
      ropes: Array(layers).fill(rotaryIn(config, { dHead, longest }, ROTARY)),
      dFeedForward: config.whole("intermediate_size", 24576),
      activation: config.choice("hidden_act", "gelu", ACTIVATIONS),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: true },
      tied: config.flag("tie_word_embeddings", false),
    };
  },
};

/** Llama (Touvron et al. 2023; scaled rotary positions: Llama 3.1, 2024). @type {Family} */
export const LLAMA = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const hasBias = config.flag("attention_bias", false);
    return {
      ...llamaLike(config, {
        ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 11008, layers: 32, heads: 32, longest: 2048 },
      }),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: config.flag("mlp_bias", false) },
    };
  },
};

/** Mistral (Jiang et al. 2023): a window. @type {Family} */
export const MISTRAL = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 14336, layers: 32, heads: 32, kvHeads: 8 },
      longest: 131072,
    });
    return { ...described, windows: Array(described.layers).fill(windowIn(config, 4096)) };
  },
};

/** Qwen2 (Yang et al. 2024): biases of queries, keys and values. @type {Family} */
export const QWEN2 = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    return { ...qwenLike(config), qkvBias: true };
  },
};

/** Qwen3 (Yang et al. 2025): RMSNorm of queries and keys, d_head independent of d_model. @type {Family} */
export const QWEN3 = {
  prefix: "model.",
  names: { ...NAMES, qNorm: "self_attn.q_norm", kNorm: "self_attn.k_norm" },
  describe(config) {
    const hasBias = config.flag("attention_bias", false);
    return { ...qwenLike(config, { dHead: 128 }), qkNorm: "heads", qkvBias: hasBias, oBias: hasBias };
  },
};

/** Gemma 2 (Gemma Team 2024): four norms of 1 + w, soft caps, a window in every second layer. @type {Family} */
export const GEMMA2 = {
  prefix: "model.",
  names: SANDWICH_NAMES,
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 256000, dModel: 2304, dFeedForward: 9216, layers: 26, heads: 8, kvHeads: 4 },
      ...{ dHead: 256, longest: 8192, tied: true },
      ...{ activation: "hidden_activation", usualActivation: "gelu_pytorch_tanh" },
    });
    const { dModel, layers } = described;
    const hasBias = config.flag("attention_bias", false);
    config.mustBeOff("use_bidirectional_attention");
    const window = windowIn(config, 4096);
    return {
      ...described,
      ...{ order: "sandwich", gainPlusOne: true, qkvBias: hasBias, oBias: hasBias },
      embeddingScale: Math.fround(Math.sqrt(dModel)), // in float32, as in transformers for a float32 model
      scale: config.positive("query_pre_attn_scalar", 256) ** -0.5,
      softcap: capIn(config, "attn_logit_softcapping", 50),
      outputSoftcap: capIn(config, "final_logit_softcapping", 30),
      windows: windowsOf(config, layers, window, (layer) => layer % 2 === 0),
    };
  },
};

/** With a window in the layers from max_window_layers on, where use_sliding_window is set. @param {Config} config @param {{ dHead?: number }} [usual] */
function qwenLike(config, usual) {
  const described = llamaLike(config, {
    ...{ vocabulary: 151936, dModel: 4096, dFeedForward: 22016, layers: 32, heads: 32, kvHeads: 32 },
    ...{ longest: 32768, ...usual },
  });
  const isOn = config.flag("use_sliding_window", false) && !config.isOff("sliding_window");
  const window = isOn ? config.whole("sliding_window", 4096) : null;
  const first = config.whole("max_window_layers", 28, { least: 0 });
  return { ...described, windows: windowsOf(config, described.layers, window, (layer) => layer >= first) };
}
