import { ACTIVATIONS, PLAIN, kvHeadsIn, layersIn, rotaryIn, shareOf } from "./description.js";

/** @import { Config } from "./config.js" */
/** @import { Family } from "./families.js" */

// Decoders between GPT-2 and Llama.

/** GPT-Neo (Black et al. 2021): scores that are not scaled, and a window in every second layer. @type {Family} */
export const GPT_NEO = {
  prefix: "transformer.",
  names: {
    ...{ words: "wte", positions: "wpe", finalNorm: "ln_f", layer: "h.{l}." },
    ...{ attentionNorm: "ln_1", mlpNorm: "ln_2" },
    ...{ q: "attn.attention.q_proj", k: "attn.attention.k_proj", v: "attn.attention.v_proj" },
    ...{ o: "attn.attention.out_proj", up: "mlp.c_fc", down: "mlp.c_proj", output: { decoder: "lm_head" } },
  },
  describe(config) {
    const dModel = config.whole("hidden_size", 2048);
    const layers = layersIn(config, "num_layers", layersIn(config, "num_hidden_layers", 24));
    const longest = config.whole("max_position_embeddings", 2048);
    const window = config.whole("window_size", 256);
    return {
      ...PLAIN,
      ...{ causal: true, order: "pre", norm: "layer", eps: config.positive("layer_norm_epsilon", 1e-5) },
      ...{ vocabulary: config.whole("vocab_size", 50257), layers, dModel, longest, positions: longest },
      ...headsOf(dModel, config.whole("num_heads", config.whole("num_attention_heads", 16))),
      scale: 1,
      windows: localLayersIn(config, layers).map((isLocal) => (isLocal ? window : null)),
      dFeedForward: config.whole("intermediate_size", 4 * dModel),
      activation: config.choice("activation_function", "gelu_new", ACTIVATIONS),
      ...{ qkvBias: false, oBias: true, mlpBias: true },
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};

/** The values of attention_layers of GPT-Neo. */
const KINDS = ["global", "local"];

/** [[["global", "local"], 12]] are 24 layers. @param {unknown} types */
const expanded = (types) =>
  Array.isArray(types)
    ? types.flatMap((each) =>
        Array.isArray(each)
          ? Array(Number(each[1]) || 0)
              .fill(each[0])
              .flat()
          : [],
      )
    : types;

/** Whether each layer of GPT-Neo is local: by attention_layers, or attention_types, a list of [kinds, times]. @param {Config} config @param {number} layers */
function localLayersIn(config, layers) {
  const kinds =
    config.eachLayer("attention_layers", layers, KINDS) ??
    config.eachLayer("attention_types", layers, KINDS, expanded) ??
    Array.from({ length: layers }, (_, layer) => KINDS[layer % 2]);
  return kinds.map((each) => each === "local");
}

/** GPT-J (Wang and Komatsuzaki 2021): attention and network side by side, and rotary positions of neighbouring features. @type {Family} */
export const GPTJ = {
  prefix: "transformer.",
  names: {
    ...{ words: "wte", finalNorm: "ln_f", layer: "h.{l}.", attentionNorm: "ln_1" },
    ...{ q: "attn.q_proj", k: "attn.k_proj", v: "attn.v_proj", o: "attn.out_proj" },
    ...{ up: "mlp.fc_in", down: "mlp.fc_out", output: { decoder: "lm_head", bias: "lm_head.bias" } },
  },
  describe(config) {
    const dModel = config.whole("n_embd", config.whole("hidden_size", 4096));
    const layers = layersIn(config, "n_layer", layersIn(config, "num_hidden_layers", 28));
    const heads = headsOf(dModel, config.whole("n_head", config.whole("num_attention_heads", 16)));
    const longest = config.whole("n_positions", config.whole("max_position_embeddings", 2048));
    const turned = config.isOff("rotary_dim") ? heads.dHead : config.whole("rotary_dim", 64);
    const rope = rotaryIn(config, { dHead: heads.dHead, longest }, { style: "interleaved", turned });
    return {
      ...PLAIN,
      ...{ causal: true, order: "parallel", norm: "layer" },
      eps: config.positive("layer_norm_epsilon", 1e-5),
      ...{ vocabulary: config.whole("vocab_size", 50400), layers, dModel, longest, ...heads },
      ...{ windows: Array(layers).fill(null), ropes: Array(layers).fill(rope) },
      dFeedForward: config.whole("n_inner", 4 * dModel),
      activation: config.choice("activation_function", "gelu_new", ACTIVATIONS),
      ...{ qkvBias: false, oBias: false, mlpBias: true },
      tied: config.flag("tie_word_embeddings", false),
    };
  },
};

/** Positions of OPT begin at the third row. */
const OFFSET = 2;

/** OPT (Zhang et al. 2022): tokens that the attention mask hides do not count as positions. @type {Family} */
export const OPT = {
  prefix: "model.decoder.",
  names: (config) => ({
    ...{ words: "embed_tokens", positions: "embed_positions", layer: "layers.{l}." },
    ...(isPreNorm(config) &&
      !config.flag("_remove_final_layer_norm", false) && { finalNorm: "final_layer_norm" }),
    ...{ attentionNorm: "self_attn_layer_norm", mlpNorm: "final_layer_norm" },
    ...{ q: "self_attn.q_proj", k: "self_attn.k_proj", v: "self_attn.v_proj", o: "self_attn.out_proj" },
    ...{ up: "fc1", down: "fc2", project: "project_in" },
    output: { decoder: "lm_head", project: "project_out" },
  }),
  describe(config) {
    const dModel = config.whole("hidden_size", 768);
    const layers = layersIn(config, "num_hidden_layers", 12);
    const longest = config.whole("max_position_embeddings", 2048);
    const width = config.whole("word_embed_proj_dim", dModel);
    const hasBias = config.flag("enable_bias", true);
    return {
      ...PLAIN,
      ...{ causal: true, order: isPreNorm(config) ? "pre" : "post", norm: "layer", eps: 1e-5 },
      normParameters: config.flag("layer_norm_elementwise_affine", true) ? "both" : "none",
      ...{ vocabulary: config.whole("vocab_size", 50272), layers, dModel, longest },
      ...{ positions: longest + OFFSET, firstPosition: OFFSET, countsSeen: true },
      projection: width === dModel ? null : { width, of: "words", bias: false },
      ...headsOf(dModel, config.whole("num_attention_heads", 12)),
      windows: Array(layers).fill(null),
      dFeedForward: config.whole("ffn_dim", 3072),
      activation: config.choice("activation_function", "relu", ACTIVATIONS),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: hasBias },
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};

/** @param {Config} config */
const isPreNorm = (config) => config.flag("do_layer_norm_before", true);

/** BLOOM (BigScience 2022): ALiBi, and a norm of the embeddings. @type {Family} */
export const BLOOM = {
  prefix: "transformer.",
  names: {
    ...{
      words: "word_embeddings",
      inputNorm: "word_embeddings_layernorm",
      finalNorm: "ln_f",
      layer: "h.{l}.",
    },
    ...{ attentionNorm: "input_layernorm", mlpNorm: "post_attention_layernorm" },
    ...{ qkv: "self_attention.query_key_value", qkvBy: "groups", o: "self_attention.dense" },
    ...{ up: "mlp.dense_h_to_4h", down: "mlp.dense_4h_to_h", output: { decoder: "lm_head" } },
  },
  describe(config) {
    const dModel = config.whole("hidden_size", config.whole("n_embed", 64));
    const layers = layersIn(config, "n_layer", layersIn(config, "num_hidden_layers", 2));
    config.mustBeOff("apply_residual_connection_post_layernorm");
    return {
      ...PLAIN,
      ...{ causal: true, order: "pre", norm: "layer", eps: config.positive("layer_norm_epsilon", 1e-5) },
      ...{ vocabulary: config.whole("vocab_size", 250880), layers, dModel },
      ...{ longest: config.whole("seq_length", 2048), alibi: true, windows: Array(layers).fill(null) },
      ...headsOf(dModel, config.whole("n_head", config.whole("num_attention_heads", 8))),
      ...{ dFeedForward: 4 * dModel, activation: "gelu_tanh" },
      ...{ qkvBias: true, oBias: true, mlpBias: true },
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};

/** Falcon (Almazrouei et al. 2023): three layouts, of 7b, of 40b and 11b, and of the older rw. @type {Family} */
export const FALCON = {
  prefix: "transformer.",
  names(config) {
    const { isNew, isParallel } = layoutIn(config);
    const norms = config.whole("num_ln_in_parallel_attn", isNew ? 2 : 1);
    return {
      ...{ words: "word_embeddings", finalNorm: "ln_f", layer: "h.{l}." },
      ...(isParallel && norms === 2
        ? { attentionNorm: "ln_attn", mlpNorm: "ln_mlp" }
        : { attentionNorm: "input_layernorm" }),
      ...(!isParallel && { mlpNorm: "post_attention_layernorm" }),
      ...{ qkv: "self_attention.query_key_value", qkvBy: "groups", o: "self_attention.dense" },
      ...{ up: "mlp.dense_h_to_4h", down: "mlp.dense_4h_to_h", output: { decoder: "lm_head" } },
    };
  },
  describe(config) {
    const { isNew, isParallel } = layoutIn(config);
    const dModel = config.whole("hidden_size", config.whole("n_embed", 4544));
    const layers = layersIn(config, "num_hidden_layers", 32);
    const own = headsOf(dModel, config.whole("num_attention_heads", 71));
    const shared = config.flag("multi_query", true) ? 1 : own.heads;
    const kvHeads = isNew ? kvHeadsIn(config, own.heads, own.heads, "num_kv_heads") : shared;
    const longest = config.whole("max_position_embeddings", 2048);
    const hasBias = config.flag("bias", false);
    config.mustBeOff("alibi"); // transformers' attentions with and without maps add it differently
    return {
      ...PLAIN,
      ...{ causal: true, order: isParallel ? "parallel" : "pre", norm: "layer" },
      eps: config.positive("layer_norm_epsilon", 1e-5),
      ...{ vocabulary: config.whole("vocab_size", 65024), layers, dModel, longest, ...own, kvHeads },
      windows: Array(layers).fill(null),
      ropes: Array(layers).fill(rotaryIn(config, { dHead: own.dHead, longest })),
      dFeedForward: config.whole("ffn_hidden_size", 4 * dModel),
      activation: config.choice("activation", "gelu", ACTIVATIONS),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: hasBias },
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};

/** @param {Config} config of Falcon */
function layoutIn(config) {
  const isNew = config.flag("new_decoder_architecture", false);
  return { isNew, isParallel: config.flag("parallel_attn", true) };
}

/** As many key/value heads as heads, which share d_model evenly. @param {number} dModel @param {number} heads */
function headsOf(dModel, heads) {
  const dHead = shareOf(dModel, heads);
  return { heads, kvHeads: heads, dHead, scale: dHead ** -0.5 };
}
