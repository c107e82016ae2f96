import { ACTIVATIONS, PLAIN, layersIn, shareOf } from "./description.js";

/** @import { Config } from "./config.js" */
/** @import { Family, Names, StackNames } from "./families.js" */

// Encoders with decoders.

/** Whether a config of T5 is of its encoder alone. @param {Config} config */
function isEncoderAlone(config) {
  const classes = config.given("architectures");
  const isOfEncoder = Array.isArray(classes) && classes.some((name) => /EncoderModel$/.test(String(name)));
  return isOfEncoder || !config.flag("is_encoder_decoder", true);
}

/** "relu", or "gated-silu". @param {Config} config */
const networkIn = (config) =>
  config.choice("feed_forward_proj", "relu", {
    ...Object.fromEntries(
      Object.entries(ACTIVATIONS).flatMap(([name, activation]) => [
        [name, { isGated: false, activation }],
        [`gated-${name}`, { isGated: true, activation }],
      ]),
    ),
    "gated-gelu": { isGated: true, activation: ACTIVATIONS.gelu_new },
  });

/** Names of T5's projections. @param {string} module */
const projections = (module) => ({
  ...{ q: `${module}.q`, k: `${module}.k`, v: `${module}.v`, o: `${module}.o` },
});

/** A T5 layer's feed-forward network. @param {Config} config @param {number} place in the layer */
function networkNames(config, place) {
  const module = `layer.${place}.DenseReluDense`;
  return {
    ...{ mlpNorm: `layer.${place}.layer_norm`, down: `${module}.wo` },
    ...(networkIn(config).isGated
      ? { gate: `${module}.wi_0`, up: `${module}.wi_1` }
      : { up: `${module}.wi` }),
  };
}

/** @param {"encoder" | "decoder"} stack */
const t5Stack = (stack) => ({
  words: "shared",
  wordsCopies: ["encoder.embed_tokens", "decoder.embed_tokens"],
  ...{ layer: `${stack}.block.{l}.`, finalNorm: `${stack}.final_layer_norm` },
  buckets: `${stack}.block.0.layer.0.SelfAttention.relative_attention_bias`,
  attentionNorm: "layer.0.layer_norm",
  ...projections("layer.0.SelfAttention"),
});

/** T5 (Raffel et al. 2020), with its encoder alone, and T5 1.1: a gate, and an unscaled output of its own. @type {Family} */
export const T5 = {
  prefix: "",
  generates: { end: 1 },
  names(config) {
    const encoder = { ...t5Stack("encoder"), ...networkNames(config, 1) };
    const output = { decoder: "lm_head", isOwnIfStored: true };
    if (isEncoderAlone(config)) return { ...encoder, output };
    const cross = {
      ...{ layer: "decoder.block.{l}.", attentionNorm: "layer.1.layer_norm" },
      ...projections("layer.1.EncDecAttention"),
      ...networkNames(config, 2),
    };
    return { ...t5Stack("decoder"), output, encoder, cross };
  },
  describe(config) {
    const dModel = config.whole("d_model", 512);
    const layers = layersIn(config, "num_layers", 6);
    const heads = config.whole("num_heads", 8);
    const buckets = config.whole("relative_attention_num_buckets", 32, { least: 4 });
    const most = config.whole("relative_attention_max_distance", 128, { least: 1 + Math.floor(buckets / 2) });
    const { isGated, activation } = networkIn(config);
    /** @type {import("./families.js").Described} */
    const encoder = {
      ...PLAIN,
      ...{ causal: false, order: "pre", norm: "rms", eps: config.positive("layer_norm_epsilon", 1e-6) },
      ...{ vocabulary: config.whole("vocab_size", 32128), layers, dModel, heads, kvHeads: heads },
      ...{ dHead: config.whole("d_kv", 64), scale: 1, longest: config.whole("n_positions", 512) },
      ...{ added: { buckets, most }, windows: Array(layers).fill(null) },
      dFeedForward: config.whole("d_ff", 2048),
      ...{ gated: isGated, activation, qkvBias: false, oBias: false, mlpBias: false, tied: false },
    };
    if (isEncoderAlone(config)) return encoder;
    const decoderLayers = layersIn(config, "num_decoder_layers", layers);
    const isScaled = config.flag("scale_decoder_outputs", config.flag("tie_word_embeddings", true));
    return {
      ...encoder,
      ...{ causal: true, layers: decoderLayers, windows: Array(decoderLayers).fill(null) },
      ...{ added: { buckets, most, isCausal: true }, tied: true, outputScale: isScaled ? dModel ** -0.5 : 1 },
      encoder,
    };
  },
};

/** Names of the projections that BART's successors have, too. @param {string} module */
const bartProjections = (module) => ({
  ...{ q: `${module}.q_proj`, k: `${module}.k_proj`, v: `${module}.v_proj`, o: `${module}.out_proj` },
});

const BART_NETWORK = { mlpNorm: "final_layer_norm", up: "fc1", down: "fc2" };

/**
 * Names of BART and its successors.
 * @param {{ inputNorm?: boolean, finalNorm?: boolean, sharesWords?: boolean }} has @returns {Names}
 */
function bartNames({ inputNorm = false, finalNorm = false, sharesWords = true }) {
  const stack = (/** @type {"encoder" | "decoder"} */ name) => ({
    ...(sharesWords
      ? { words: "shared", wordsCopies: ["encoder.embed_tokens", "decoder.embed_tokens"] }
      : { words: `${name}.embed_tokens` }),
    ...{ positions: `${name}.embed_positions`, layer: `${name}.layers.{l}.` },
    ...(inputNorm && { inputNorm: `${name}.layernorm_embedding` }),
    ...(finalNorm && { finalNorm: `${name}.layer_norm` }),
    attentionNorm: "self_attn_layer_norm",
    ...bartProjections("self_attn"),
  });
  return {
    ...stack("decoder"),
    output: { decoder: "lm_head", addedBias: "final_logits_bias" },
    encoder: { ...stack("encoder"), ...BART_NETWORK },
    cross: {
      ...{ layer: "decoder.layers.{l}.", attentionNorm: "encoder_attn_layer_norm" },
      ...bartProjections("encoder_attn"),
      ...BART_NETWORK,
    },
  };
}

/** Learned positions from the third row on. @param {number} longest */
const fromThirdRow = (longest) => ({ positions: longest + 2, firstPosition: 2 });

/**
 * BART and its successors.
 * @param {Config} config
 * @param {object} own of the family
 * @param {"pre" | "post"} own.order @param {number} own.vocabulary
 * @param {string} [own.activation] @param {boolean} [own.isScaled] whether embeddings are multiplied by √d_model
 * @param {(longest: number) => Partial<import("./families.js").Described>} [own.positionsOf]
 * @returns {import("./families.js").Described}
 */
function bartLike(config, own) {
  const { order, vocabulary, activation = "gelu", isScaled = false, positionsOf = fromThirdRow } = own;
  const dModel = config.whole("d_model", 1024);
  const longest = config.whole("max_position_embeddings", 1024);
  /** @param {"encoder" | "decoder"} stack @param {number} words @returns {import("./families.js").Described} */
  const stackOf = (stack, words) => {
    const heads = config.whole(`${stack}_attention_heads`, 16);
    const layers = layersIn(config, `${stack}_layers`, 12);
    const dHead = shareOf(dModel, heads);
    return {
      ...PLAIN,
      ...{ causal: stack === "decoder", order, norm: "layer", eps: 1e-5 },
      ...{ vocabulary: words, layers, dModel, heads, kvHeads: heads, dHead, scale: dHead ** -0.5 },
      ...{ longest, ...positionsOf(longest), windows: Array(layers).fill(null) },
      embeddingScale: config.flag("scale_embedding", isScaled) ? Math.sqrt(dModel) : 1,
      dFeedForward: config.whole(`${stack}_ffn_dim`, 4096),
      activation: config.choice("activation_function", activation, ACTIVATIONS),
      ...{ qkvBias: true, oBias: true, mlpBias: true, tied: config.flag("tie_word_embeddings", true) },
    };
  };
  const words = config.whole("vocab_size", vocabulary);
  return {
    ...stackOf("decoder", config.whole("decoder_vocab_size", words)),
    encoder: stackOf("encoder", words),
  };
}

/** BART (Lewis et al. 2020). @type {Family} */
export const BART = {
  prefix: "model.",
  generates: { start: 2, end: 2, last: 2 },
  names: bartNames({ inputNorm: true }),
  describe: (config) => bartLike(config, { order: "post", vocabulary: 50265 }),
};

/** mBART (Liu et al. 2020): norms before, and one more at the end. @type {Family} */
export const MBART = {
  prefix: "model.",
  generates: { end: 2, last: 2 },
  names: bartNames({ inputNorm: true, finalNorm: true }),
  describe: (config) => bartLike(config, { order: "pre", vocabulary: 50265 }),
};

/** Marian (Junczys-Dowmunt et al. 2018): sinusoidal positions; the decoder may have words of its own. @type {Family} */
export const MARIAN = {
  prefix: "model.",
  generates: { start: 58100, end: 0, last: 0 },
  names: (config) => bartNames({ sharesWords: config.flag("share_encoder_decoder_embeddings", true) }),
  describe: (config) =>
    bartLike(config, {
      ...{ order: "post", vocabulary: 58101 },
      positionsOf: (longest) => ({ positions: longest, sinusoids: "marian" }),
    }),
};

/** M2M-100 (Fan et al. 2021), and NLLB: sinusoidal positions, of which padding has none. @type {Family} */
export const M2M_100 = {
  prefix: "model.",
  generates: { start: 2, end: 2 },
  names: bartNames({ finalNorm: true }),
  describe(config) {
    const padding = config.whole("pad_token_id", 1, { least: 0 });
    return bartLike(config, {
      ...{ order: "pre", vocabulary: 128112, activation: "relu", isScaled: true },
      positionsOf: () => ({ sinusoids: "tensor2tensor", padding, firstPosition: padding + 1 }),
    });
  },
};
