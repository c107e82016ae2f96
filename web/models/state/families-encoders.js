import { ACTIVATIONS, PLAIN, layersIn, rotaryIn, shareOf, slidingOf } from "./description.js";
import { BERT, NAMES, afterPadding, bertLike } from "./families-bert.js";

/** @import { Config } from "./config.js" */
/** @import { Described, Family } from "./families.js" */

// Encoders after BERT.

/** ERNIE (Sun et al. 2020): BERT with an embedding of the task. @type {Family} */
export const ERNIE = {
  prefix: "ernie.",
  names: (config) => ({
    .../** @type {import("./families.js").Names} */ (BERT.names),
    ...(config.flag("use_task_id", false) && { tasks: "embeddings.task_type_embeddings" }),
  }),
  describe(config) {
    const described = bertLike(config, { vocabulary: 30522 });
    const hasTasks = config.flag("use_task_id", false);
    return { ...described, tasks: hasTasks ? config.whole("task_type_vocab_size", 3) : 0 };
  },
};

/** Embeddings of their own width, which a matrix with a bias projects. @param {Config} config @param {Described} described @returns {Described} */
function projected(config, described) {
  const width = config.whole("embedding_size", 128);
  const isProjected = width !== described.dModel;
  return { ...described, projection: isProjected ? { width, of: "sum", bias: true } : null };
}

/** ELECTRA (Clark et al. 2020): BERT with embeddings of their own width. @type {Family} */
export const ELECTRA = {
  prefix: "electra.",
  names: {
    ...{ ...NAMES, project: "embeddings_project" },
    output: {
      ...{ decoder: "generator_lm_head", bias: "generator_lm_head.bias" },
      ...{ dense: "generator_predictions.dense", norm: "generator_predictions.LayerNorm" },
    },
  },
  describe: (config) => ({
    ...projected(config, bertLike(config, { vocabulary: 30522, dModel: 256, heads: 4, dFeedForward: 1024 })),
    outputActivation: "gelu",
  }),
};

/** ALBERT (Lan et al. 2019): layers share their weights, and embeddings have their own width. @type {Family} */
export const ALBERT = {
  prefix: "albert.",
  names: {
    ...{ words: NAMES.words, positions: NAMES.positions, types: NAMES.types, inputNorm: NAMES.inputNorm },
    ...{ project: "encoder.embedding_hidden_mapping_in" },
    layer: "encoder.albert_layer_groups.{l}.albert_layers.0.",
    ...{ attentionNorm: "attention.LayerNorm", mlpNorm: "full_layer_layer_norm" },
    ...{ q: "attention.query", k: "attention.key", v: "attention.value", o: "attention.dense" },
    ...{ up: "ffn", down: "ffn_output" },
    output: {
      ...{ decoder: "predictions.decoder", bias: "predictions.bias", biasCopy: "predictions.decoder.bias" },
      ...{ dense: "predictions.dense", norm: "predictions.LayerNorm" },
    },
  },
  describe(config) {
    const described = bertLike(config, {
      ...{ vocabulary: 30000, dModel: 4096, heads: 64, dFeedForward: 16384, activation: "gelu_new" },
    });
    const { layers } = described;
    config.whole("inner_group_num", 1, { most: 1 });
    const groups = config.whole("num_hidden_groups", 1, { most: layers });
    const groupOf = (/** @type {number} */ layer) => Math.trunc(layer / (layers / groups));
    return {
      ...projected(config, described),
      // transformers projects embeddings even if they are d_model wide
      projection: { width: config.whole("embedding_size", 128), of: "sum", bias: true },
      places: Array.from({ length: layers }, (_, layer) => groupOf(layer)),
    };
  },
};

/** MPNet (Song et al. 2020): distances in buckets, beside learned positions. @type {Family} */
export const MPNET = {
  prefix: "mpnet.",
  names: {
    ...{ words: NAMES.words, positions: NAMES.positions, inputNorm: NAMES.inputNorm, layer: NAMES.layer },
    ...{ attentionNorm: "attention.LayerNorm", mlpNorm: NAMES.mlpNorm },
    ...{ buckets: "encoder.relative_attention_bias" },
    ...{ q: "attention.attn.q", k: "attention.attn.k", v: "attention.attn.v", o: "attention.attn.o" },
    ...{ up: NAMES.up, down: NAMES.down },
    output: {
      ...{ decoder: "lm_head.decoder", bias: "lm_head.bias", biasCopy: "lm_head.decoder.bias" },
      ...{ dense: "lm_head.dense", norm: "lm_head.layer_norm" },
    },
  },
  describe(config) {
    const buckets = config.whole("relative_attention_num_buckets", 32, { least: 32, most: 32 }); // all that transformers computes
    const described = afterPadding(config, bertLike(config, { vocabulary: 30527 }));
    return { ...described, types: 0, added: { buckets, most: 128 }, outputActivation: "gelu" };
  },
};

/** ModernBERT (Warner et al. 2024): rotary positions, and windows in two of three layers. @type {Family} */
export const MODERNBERT = {
  prefix: "model.",
  names: (config) => ({
    ...{ words: "embeddings.tok_embeddings", inputNorm: "embeddings.norm", finalNorm: "final_norm" },
    ...{ layer: "layers.{l}.", attentionNorm: "attn_norm", mlpNorm: "mlp_norm" },
    ...{ qkv: "attn.Wqkv", qkvBy: "parts", o: "attn.Wo", gateUp: "mlp.Wi", down: "mlp.Wo" },
    output: {
      ...{ decoder: "decoder", dense: "head.dense", norm: "head.norm" },
      ...(config.flag("decoder_bias", true) && { bias: "decoder.bias" }),
    },
  }),
  describe(config) {
    const dModel = config.whole("hidden_size", 768);
    const heads = config.whole("num_attention_heads", 12);
    const layers = layersIn(config, "num_hidden_layers", 22);
    const dHead = shareOf(dModel, heads);
    const longest = config.whole("max_position_embeddings", 8192);
    const every = config.whole("global_attn_every_n_layers", 3);
    const slides = slidingOf(config, layers, (layer) => layer % every !== 0);
    const side = Math.floor(config.whole("local_attention", 128) / 2);
    const sizes = { dHead, longest };
    const whole = rotaryIn(config, sizes, {
      ...{ kind: "full_attention", base: "global_rope_theta", usualBase: 160_000 },
    });
    const local = rotaryIn(config, sizes, {
      ...{ kind: "sliding_attention", base: "local_rope_theta" },
      usualBase: config.isOff("local_rope_theta") ? whole.base : 10_000,
    });
    const hasBias = config.flag("attention_bias", false);
    return {
      ...PLAIN,
      ...{ causal: false, order: "pre", norm: "layer", eps: config.positive("norm_eps", 1e-5) },
      normParameters: config.flag("norm_bias", false) ? "both" : "gain",
      attentionNorms: Array.from({ length: layers }, (_, layer) => layer > 0),
      ...{ vocabulary: config.whole("vocab_size", 50368), layers, dModel, longest },
      ...{ heads, kvHeads: heads, dHead, scale: dHead ** -0.5 },
      windows: slides.map((each) => (each ? /** @type {const} */ ([side, side]) : null)),
      ropes: slides.map((each) => (each ? local : whole)),
      dFeedForward: config.whole("intermediate_size", 1152),
      activation: config.choice("hidden_activation", "gelu", ACTIVATIONS),
      outputActivation: config.choice("classifier_activation", "gelu", ACTIVATIONS),
      denseBias: config.flag("classifier_bias", false),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: config.flag("mlp_bias", false) },
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};
