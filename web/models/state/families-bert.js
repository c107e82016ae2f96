import { ACTIVATIONS, PLAIN, layersIn, shareOf } from "./description.js";

/** @import { Config } from "./config.js" */
/** @import { Described, Family, Names } from "./families.js" */

/** Names that bert and roberta share. @satisfies {Omit<Names, "output">} */
export const NAMES = {
  words: "embeddings.word_embeddings",
  positions: "embeddings.position_embeddings",
  types: "embeddings.token_type_embeddings",
  inputNorm: "embeddings.LayerNorm",
  layer: "encoder.layer.{l}.",
  attentionNorm: "attention.output.LayerNorm",
  mlpNorm: "output.LayerNorm",
  ...{ q: "attention.self.query", k: "attention.self.key", v: "attention.self.value" },
  distances: "attention.self.distance_embedding",
  ...{ o: "attention.output.dense", up: "intermediate.dense", down: "output.dense" },
};

/** BERT (Devlin et al. 2018). @type {Family} */
export const BERT = {
  prefix: "bert.",
  names: {
    ...NAMES,
    output: {
      ...{ decoder: "cls.predictions.decoder", bias: "cls.predictions.bias" },
      ...{ dense: "cls.predictions.transform.dense", norm: "cls.predictions.transform.LayerNorm" },
      biasCopy: "cls.predictions.decoder.bias",
    },
  },
  describe: (config) => bertLike(config, { vocabulary: 30522 }),
};

/** RoBERTa (Liu et al. 2019): positions begin after the row of the padding, and the output has a GELU whatever the layers have. @type {Family} */
export const ROBERTA = {
  prefix: "roberta.",
  names: {
    ...NAMES,
    output: {
      ...{ decoder: "lm_head.decoder", bias: "lm_head.bias", biasCopy: "lm_head.decoder.bias" },
      ...{ dense: "lm_head.dense", norm: "lm_head.layer_norm" },
    },
  },
  describe(config) {
    return { ...afterPadding(config, bertLike(config, { vocabulary: 50265 })), outputActivation: "gelu" };
  },
};

/** Positions that begin after the row of the padding. @param {Config} config @param {Described} described @returns {Described} */
export function afterPadding(config, described) {
  const padding = config.whole("pad_token_id", 1, { least: 0 });
  const firstPosition = padding + 1;
  const longest = described.byDistance ? described.longest : described.positions - firstPosition;
  return { ...described, padding, firstPosition, longest };
}

/** DistilBERT (Sanh et al. 2019): no token types. @type {Family} */
export const DISTILBERT = {
  prefix: "distilbert.",
  names: {
    ...{ words: NAMES.words, positions: NAMES.positions, inputNorm: NAMES.inputNorm },
    ...{ layer: "transformer.layer.{l}.", attentionNorm: "sa_layer_norm", mlpNorm: "output_layer_norm" },
    ...{ q: "attention.q_lin", k: "attention.k_lin", v: "attention.v_lin", o: "attention.out_lin" },
    ...{ up: "ffn.lin1", down: "ffn.lin2" },
    output: {
      ...{ decoder: "vocab_projector", bias: "vocab_projector.bias" },
      ...{ dense: "vocab_transform", norm: "vocab_layer_norm" },
    },
  },
  describe(config) {
    const dModel = config.whole("dim", config.whole("hidden_size", 768));
    const heads = config.whole("n_heads", config.whole("num_attention_heads", 12));
    const layers = layersIn(config, "n_layers", layersIn(config, "num_hidden_layers", 6));
    const positions = config.whole("max_position_embeddings", 512);
    return {
      ...postNorm(dModel, heads, layers, positions),
      ...{ vocabulary: config.whole("vocab_size", 30522), eps: 1e-12 },
      dFeedForward: config.whole("hidden_dim", 3072),
      activation: config.choice("activation", "gelu", ACTIVATIONS),
      tied: config.flag("tie_word_embeddings", true),
    };
  },
};

/**
 * @param {Config} config
 * @param {{ vocabulary: number, dModel?: number, heads?: number, dFeedForward?: number, activation?: string }} usual @returns {Described}
 */
export function bertLike(
  config,
  { vocabulary, dModel: usualModel = 768, heads: usualHeads = 12, dFeedForward = 3072, activation = "gelu" },
) {
  const dModel = config.whole("hidden_size", usualModel);
  const heads = config.whole("num_attention_heads", usualHeads);
  const layers = layersIn(config, "num_hidden_layers", 12);
  const most = config.whole("max_position_embeddings", 512);
  const positions = config.choice("position_embedding_type", "absolute", {
    absolute: { positions: most },
    relative_key: { positions: 0, byDistance: { most, keys: false } },
    relative_key_query: { positions: 0, byDistance: { most, keys: true } },
  });
  config.mustBeOff("add_cross_attention");
  return {
    ...postNorm(dModel, heads, layers, most),
    ...positions,
    causal: config.flag("is_decoder", false),
    vocabulary: config.whole("vocab_size", vocabulary),
    types: config.whole("type_vocab_size", 2),
    eps: config.positive("layer_norm_eps", 1e-12),
    dFeedForward: config.whole("intermediate_size", dFeedForward),
    activation: config.choice("hidden_act", activation, ACTIVATIONS),
    tied: config.flag("tie_word_embeddings", true),
  };
}

/** The fields that all encoders share. @param {number} dModel @param {number} heads @param {number} layers @param {number} positions */
export function postNorm(dModel, heads, layers, positions) {
  const dHead = shareOf(dModel, heads);
  return {
    ...PLAIN,
    ...{ causal: false, order: /** @type {"post"} */ ("post"), norm: /** @type {"layer"} */ ("layer") },
    ...{ layers, dModel, heads, kvHeads: heads, dHead, scale: dHead ** -0.5, positions, longest: positions },
    ...{ windows: Array(layers).fill(null), qkvBias: true, oBias: true, mlpBias: true },
  };
}
