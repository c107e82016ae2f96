import { capIn, shareOf, slidingOf, rotaryIn, windowIn, windowsOf } from "./description.js";
import { NAMES, SANDWICH_NAMES, llamaLike } from "./llama-like.js";

/** @import { Config } from "./config.js" */
/** @import { Described, Family } from "./families.js" */

// Families that change few parts of Llama's blocks.

/** Gemma (Gemma Team 2024): norms of 1 + w, and embeddings times √d_model. @type {Family} */
export const GEMMA = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 256000, dModel: 3072, dFeedForward: 24576, layers: 28, heads: 16, kvHeads: 16 },
      ...{ dHead: 256, longest: 8192, usualActivation: "gelu_pytorch_tanh", tied: true },
    });
    config.mustBeOff("use_bidirectional_attention");
    return { ...described, ...biasesIn(config), ...gemmaNorms(described.dModel) };
  },
};

/** Gemma 3 (Gemma Team 2025), text only: Gemma 2 with norms of queries and keys, and two bases of rotary positions. @type {Family} */
export const GEMMA3 = {
  prefix: "model.",
  names: { ...SANDWICH_NAMES, qNorm: "self_attn.q_norm", kNorm: "self_attn.k_norm" },
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 262208, dModel: 2304, dFeedForward: 9216, layers: 26, heads: 8, kvHeads: 4 },
      ...{ dHead: 256, longest: 131072, tied: true },
      ...{ activation: "hidden_activation", usualActivation: "gelu_pytorch_tanh" },
      rotary: { kind: "full_attention", usualBase: 1_000_000 },
    });
    const { layers, dModel } = described;
    config.mustBeOff("use_bidirectional_attention");
    const pattern = config.whole("sliding_window_pattern", 6);
    const slides = slidingOf(config, layers, (layer) => (layer + 1) % pattern !== 0);
    const window = windowIn(config, 4096);
    const local = { kind: "sliding_attention", base: "rope_local_base_freq", isScaled: false };
    return {
      ...described,
      ...biasesIn(config),
      ...gemmaNorms(dModel),
      ...{ order: "sandwich", qkNorm: "heads" },
      scale: config.positive("query_pre_attn_scalar", 256) ** -0.5,
      // attn_logit_softcapping is not applied by transformers
      outputSoftcap: capIn(config, "final_logit_softcapping", null),
      windows: slides.map((each) => (each ? window : null)),
      ropes: slides.map((each, layer) =>
        each ? rotaryIn(config, described, local) : described.ropes[layer],
      ),
    };
  },
};

/** @param {number} dModel */
const gemmaNorms = (dModel) => ({
  gainPlusOne: true,
  embeddingScale: Math.fround(Math.sqrt(dModel)), // in float32, as in transformers for a float32 model
});

/** Sizes of the first OLMo, which are the defaults of all. */
const OLMO_SIZES = {
  vocabulary: 50304,
  dModel: 4096,
  dFeedForward: 11008,
  layers: 32,
  heads: 32,
  longest: 2048,
};

/** OLMo (Groeneveld et al. 2024): LayerNorm without parameters. @type {Family} */
export const OLMO = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const described = llamaLike(config, OLMO_SIZES);
    config.mustBeMissing("clip_qkv", "expected_unclipped");
    return { ...described, ...biasesIn(config), norm: "layer", normParameters: "none", eps: 1e-5 };
  },
};

/** OLMo 2 (OLMo Team 2024): norms after attention and the network, and of all queries and keys of a token. @type {Family} */
export const OLMO2 = {
  prefix: "model.",
  names: {
    ...NAMES,
    ...{ attentionNorm: undefined, afterAttentionNorm: "post_attention_layernorm" },
    ...{ mlpNorm: undefined, afterMlpNorm: "post_feedforward_layernorm" },
    ...{ qNorm: "self_attn.q_norm", kNorm: "self_attn.k_norm" },
  },
  describe(config) {
    const described = llamaLike(config, { ...OLMO_SIZES, eps: 1e-5 });
    return { ...described, ...biasesIn(config), order: "after", qkNorm: "whole" };
  },
};

/** OLMo 3 (OLMo Team 2025): OLMo 2 with windows, in which rotary positions are not scaled. @type {Family} */
export const OLMO3 = {
  ...OLMO2,
  describe(config) {
    const described = llamaLike(config, {
      ...OLMO_SIZES,
      eps: 1e-5,
      rotary: { kind: "full_attention", usualBase: 500_000 },
    });
    const slides = slidingOf(config, described.layers, (layer) => (layer + 1) % 4 !== 0);
    const window = windowIn(config, 4096);
    const local = { kind: "sliding_attention", usualBase: 500_000, isScaled: false };
    return {
      ...described,
      ...biasesIn(config),
      ...{ order: "after", qkNorm: "whole" },
      windows: slides.map((each) => (each ? window : null)),
      ropes: slides.map((each, layer) =>
        each ? rotaryIn(config, described, local) : described.ropes[layer],
      ),
    };
  },
};

/** Phi-1 and Phi-2 (Gunasekar et al. 2023): attention and network side by side, from one norm. @type {Family} */
export const PHI = {
  prefix: "model.",
  names: {
    ...NAMES,
    ...{ finalNorm: "final_layernorm", mlpNorm: undefined, o: "self_attn.dense" },
    ...{ gate: undefined, up: "mlp.fc1", down: "mlp.fc2" },
    output: { decoder: "lm_head", bias: "lm_head.bias" },
  },
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 51200, dModel: 2048, dFeedForward: 8192, layers: 24, heads: 32, longest: 2048 },
      ...{ usualActivation: "gelu_new", rotary: { fraction: { name: "partial_rotary_factor", usual: 0.5 } } },
    });
    config.mustBeOff("qk_layernorm");
    const eps = config.positive("layer_norm_eps", 1e-5);
    return { ...described, order: "parallel", norm: "layer", eps, qkvBias: true, oBias: true, mlpBias: true };
  },
};

/** Phi-3 and Phi-4 (Abdin et al. 2024): one matrix for queries, keys and values, and one for gate and up; LongRoPE. @type {Family} */
export const PHI3 = {
  prefix: "model.",
  names: {
    ...NAMES,
    ...{ q: undefined, k: undefined, v: undefined, qkv: "self_attn.qkv_proj", qkvBy: "parts" },
    ...{ gate: undefined, up: undefined, gateUp: "mlp.gate_up_proj" },
  },
  describe(config) {
    const described = llamaLike(config, {
      ...{
        vocabulary: 32064,
        dModel: 3072,
        dFeedForward: 8192,
        layers: 32,
        heads: 32,
        longest: 4096,
        eps: 1e-5,
      },
      rotary: { fraction: { name: "partial_rotary_factor", usual: 1 } },
    });
    return { ...described, windows: described.windows.map(() => windowIn(config, null)) };
  },
};

/** SmolLM3 (Bakouch et al. 2025): layers without positions. @type {Family} */
export const SMOLLM3 = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 128256, dModel: 2048, dFeedForward: 11008, layers: 36, heads: 16, kvHeads: 4 },
      ...{ longest: 32768, tied: true, rotary: { usualBase: 2_000_000 } },
    });
    const { layers, ropes } = described;
    const interval = config.whole("no_rope_layer_interval", 4);
    const turns =
      config.eachLayer("no_rope_layers", layers, [0, 1]) ??
      Array.from({ length: layers }, (_, layer) => Number((layer + 1) % interval !== 0));
    const window = config.flag("use_sliding_window", false) ? windowIn(config, null) : null;
    return {
      ...described,
      ...biasesIn(config),
      mlpBias: config.flag("mlp_bias", false),
      ropes: ropes.map((rope, layer) => (turns[layer] ? rope : null)),
      windows: windowsOf(config, layers, window, (layer) => !turns[layer]),
    };
  },
};

/** Granite (IBM 2024): factors of embeddings, scores, residuals and logits. @type {Family} */
export const GRANITE = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 11008, layers: 32, heads: 32, longest: 2048 },
    });
    return {
      ...described,
      ...biasesIn(config),
      mlpBias: config.flag("mlp_bias", false),
      embeddingScale: config.positive("embedding_multiplier", 1),
      scale: config.positive("attention_multiplier", 1),
      residualScale: config.positive("residual_multiplier", 1),
      outputScale: 1 / config.positive("logits_scaling", 1),
    };
  },
};

/** StableLM (Bellagente et al. 2024): layer norms, and rotary positions of a quarter of each head. @type {Family} */
export const STABLELM = {
  prefix: "model.",
  names: (config) => (config.flag("use_parallel_residual", false) ? { ...NAMES, mlpNorm: undefined } : NAMES),
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 50304, dModel: 2560, dFeedForward: 6912, layers: 32, heads: 32, longest: 4096 },
      rotary: { fraction: { name: "partial_rotary_factor", usual: 0.25 } },
    });
    config.mustBeOff("qk_layernorm");
    return {
      ...described,
      ...{ norm: "layer", eps: config.positive("layer_norm_eps", 1e-5) },
      order: config.flag("use_parallel_residual", false) ? "parallel" : "pre",
      qkvBias: config.flag("use_qkv_bias", false),
    };
  },
};

/** StarCoder2 (Lozhkov et al. 2024): layer norms, and feed-forward networks without a gate. @type {Family} */
export const STARCODER2 = {
  prefix: "model.",
  names: { ...NAMES, gate: undefined, up: "mlp.c_fc", down: "mlp.c_proj" },
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 49152, dModel: 3072, dFeedForward: 12288, layers: 30, heads: 24, kvHeads: 2 },
      ...{ longest: 4096, usualActivation: "gelu_pytorch_tanh", tied: true },
    });
    const hasBias = config.flag("use_bias", true);
    return {
      ...described,
      ...{ norm: "layer", eps: config.positive("norm_epsilon", 1e-5) },
      windows: described.windows.map(() => windowIn(config, null)),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: hasBias },
    };
  },
};

/** Ministral (Mistral AI 2024): Mistral with windows in some layers. @type {Family} */
export const MINISTRAL = {
  prefix: "model.",
  names: NAMES,
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 14336, layers: 32, heads: 32, kvHeads: 8 },
      longest: 131072,
    });
    const window = windowIn(config, 4096);
    return { ...described, windows: windowsOf(config, described.layers, window, () => window !== null) };
  },
};

/** Command R (Cohere 2024): attention and network side by side, from one norm without a shift. @type {Family} */
export const COHERE = {
  prefix: "model.",
  names: { ...NAMES, mlpNorm: undefined },
  describe(config) {
    config.mustBeOff("use_qk_norm");
    return cohereLike(config, 500_000);
  },
};

/** Command R7B and A (Cohere 2025): windows with rotary positions, and layers without both. @type {Family} */
export const COHERE2 = {
  ...COHERE,
  describe(config) {
    const described = cohereLike(config, 10_000);
    const pattern = config.whole("sliding_window_pattern", 4);
    const slides = slidingOf(config, described.layers, (layer) => (layer + 1) % pattern !== 0);
    const window = windowIn(config, 4096);
    return {
      ...described,
      windows: slides.map((each) => (each ? window : null)),
      ropes: described.ropes.map((rope, layer) => (slides[layer] ? rope : null)),
    };
  },
};

/** @param {Config} config @param {number} usualBase @returns {Described} */
function cohereLike(config, usualBase) {
  const described = llamaLike(config, {
    ...{ vocabulary: 256000, dModel: 8192, dFeedForward: 22528, layers: 40, heads: 64, longest: 8192 },
    ...{ dHead: shareOf(config.whole("hidden_size", 8192), config.whole("num_attention_heads", 64)) },
    ...{ tied: true, rotary: { style: "interleaved", usualBase } },
  });
  return {
    ...described,
    ...biasesIn(config),
    ...{ order: "parallel", norm: "layer", normParameters: "gain" },
    eps: config.positive("layer_norm_eps", 1e-5),
    outputScale: config.positive("logit_scale", 0.0625),
  };
}

/** Biases of all four projections of attention, which one field turns on. @param {Config} config */
function biasesIn(config) {
  const hasBias = config.flag("attention_bias", false);
  return { qkvBias: hasBias, oBias: hasBias };
}
