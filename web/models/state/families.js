import { ACTIVATIONS, PLAIN, kvHeadsIn, layersIn, rotaryIn, shareOf, windowsOf } from "./description.js";

/** @import { Config } from "./config.js" */
/** @import { Description } from "./description.js" */

/**
 * The families of models that are read, a row each: how config.json describes the model, with the defaults that transformers documents for
 * the family, and what its tensors are called on the hub.
 *
 * @typedef {Omit<Description, "family" | "inputNorm" | "finalNorm" | "gated" | "outputBias" | "outputTransform">} Described what a config
 *   says; the rest follows from the names
 *
 * @typedef {object} Family
 * @property {(config: Config) => Described} describe
 * @property {readonly string[]} prefixes  of all names but the output's: that of a head model, and none
 * @property {Names} names
 *
 * @typedef {object} Names modules as PyTorch names them, with .weight and .bias (of norms also .gamma and .beta, as in TensorFlow). Names of a
 *   layer stand behind `layer`, in which {l} is its number
 * @property {string} words
 * @property {string} [positions]
 * @property {string} [types]
 * @property {string} [inputNorm]
 * @property {string} [finalNorm]
 * @property {string} layer
 * @property {string} attentionNorm
 * @property {string} [afterAttentionNorm]
 * @property {string} mlpNorm
 * @property {string} [afterMlpNorm]
 * @property {string} [q]
 * @property {string} [k]
 * @property {string} [v]
 * @property {string} [qkv]  one module for queries, keys and values, in place of three
 * @property {"thirds" | "heads"} [qkvBy]  its features are all queries, then all keys, then all values; or so within each head
 * @property {string} [qNorm]
 * @property {string} [kNorm]
 * @property {string} o
 * @property {string} [gate]
 * @property {string} up
 * @property {string} down
 * @property {boolean} [isInOut]  matrices of layers are stored (in, out), not as nn.Linear's (out, in)
 * @property {OutputNames} output
 *
 * @typedef {object} OutputNames
 * @property {string} decoder  module of the matrix (vocabulary, d_model)
 * @property {string} [bias]  tensor
 * @property {string} [biasCopy]  the same tensor under a second name, in some files
 * @property {string} [dense]
 * @property {string} [norm]
 */

/** Names that llama's successors share. @satisfies {Names} */
const LLAMA = {
  words: "embed_tokens",
  finalNorm: "norm",
  layer: "layers.{l}.",
  attentionNorm: "input_layernorm",
  mlpNorm: "post_attention_layernorm",
  ...{ q: "self_attn.q_proj", k: "self_attn.k_proj", v: "self_attn.v_proj", o: "self_attn.o_proj" },
  ...{ gate: "mlp.gate_proj", up: "mlp.up_proj", down: "mlp.down_proj" },
  output: { decoder: "lm_head" },
};

/** Names that bert and roberta share. @satisfies {Omit<Names, "output">} */
const BERT = {
  words: "embeddings.word_embeddings",
  positions: "embeddings.position_embeddings",
  types: "embeddings.token_type_embeddings",
  inputNorm: "embeddings.LayerNorm",
  layer: "encoder.layer.{l}.",
  attentionNorm: "attention.output.LayerNorm",
  mlpNorm: "output.LayerNorm",
  ...{ q: "attention.self.query", k: "attention.self.key", v: "attention.self.value" },
  ...{ o: "attention.output.dense", up: "intermediate.dense", down: "output.dense" },
};

/** @type {Readonly<Record<string, Family>>} */
export const FAMILIES = {
  gpt2: {
    prefixes: ["transformer.", ""],
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
      config.mustBeOff("scale_attn_by_inverse_layer_idx");
      config.mustBeOff("add_cross_attention");
      return {
        ...PLAIN,
        ...{ causal: true, order: "pre", norm: "layer", eps: config.positive("layer_norm_epsilon", 1e-5) },
        ...{ vocabulary: config.whole("vocab_size", 50257), layers, dModel, longest, positions: longest },
        ...{ heads, kvHeads: heads, dHead, windows: Array(layers).fill(null) },
        scale: config.flag("scale_attn_weights", true) ? dHead ** -0.5 : 1,
        dFeedForward: config.whole("n_inner", 4 * dModel),
        activation: config.choice("activation_function", "gelu_new", ACTIVATIONS),
        ...{ qkvBias: true, oBias: true, mlpBias: true },
        tied: config.flag("tie_word_embeddings", true),
      };
    },
  },

  bert: {
    prefixes: ["bert.", ""],
    names: {
      ...BERT,
      output: {
        ...{ decoder: "cls.predictions.decoder", bias: "cls.predictions.bias" },
        ...{ dense: "cls.predictions.transform.dense", norm: "cls.predictions.transform.LayerNorm" },
        biasCopy: "cls.predictions.decoder.bias",
      },
    },
    describe: (config) => bertLike(config, { vocabulary: 30522 }),
  },

  roberta: {
    prefixes: ["roberta.", ""],
    names: {
      ...BERT,
      output: {
        ...{ decoder: "lm_head.decoder", bias: "lm_head.bias", biasCopy: "lm_head.decoder.bias" },
        ...{ dense: "lm_head.dense", norm: "lm_head.layer_norm" },
      },
    },
    describe(config) {
      const described = bertLike(config, { vocabulary: 50265 });
      const firstPosition = config.whole("pad_token_id", 1, { least: 0 }) + 1;
      return { ...described, firstPosition, longest: described.positions - firstPosition };
    },
  },

  distilbert: {
    prefixes: ["distilbert.", ""],
    names: {
      ...{ words: BERT.words, positions: BERT.positions, inputNorm: BERT.inputNorm },
      ...{ layer: "transformer.layer.{l}.", attentionNorm: "sa_layer_norm", mlpNorm: "output_layer_norm" },
      ...{ q: "attention.q_lin", k: "attention.k_lin", v: "attention.v_lin", o: "attention.out_lin" },
      ...{ up: "ffn.lin1", down: "ffn.lin2" },
      output: {
        ...{ decoder: "vocab_projector", bias: "vocab_projector.bias" },
        ...{ dense: "vocab_transform", norm: "vocab_layer_norm" },
      },
    },
    describe(config) {
      const dModel = config.whole("dim", 768);
      const heads = config.whole("n_heads", 12);
      const layers = layersIn(config, "n_layers", 6);
      const positions = config.whole("max_position_embeddings", 512);
      return {
        ...postNorm(dModel, heads, layers, positions),
        ...{ vocabulary: config.whole("vocab_size", 30522), eps: 1e-12 },
        dFeedForward: config.whole("hidden_dim", 3072),
        activation: config.choice("activation", "gelu", ACTIVATIONS),
        tied: config.flag("tie_word_embeddings", true),
      };
    },
  },

  gpt_neox: {
    prefixes: ["gpt_neox.", ""],
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
      const hasBias = config.flag("attention_bias", true);
      return {
        ...PLAIN,
        causal: true,
        order: config.flag("use_parallel_residual", true) ? "parallel" : "pre",
        ...{ norm: "layer", eps: config.positive("layer_norm_eps", 1e-5) },
        ...{ vocabulary: config.whole("vocab_size", 50432), layers, dModel },
        longest: config.whole("max_position_embeddings", 2048),
        ...{ heads, kvHeads: heads, dHead, scale: dHead ** -0.5, windows: Array(layers).fill(null) },
        rope: rotaryIn(config, dHead, {
          ...{ base: "rotary_emb_base", fraction: { name: "rotary_pct", usual: 0.25 } },
        }),
        dFeedForward: config.whole("intermediate_size", 24576),
        activation: config.choice("hidden_act", "gelu", ACTIVATIONS),
        ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: true },
        tied: config.flag("tie_word_embeddings", false),
      };
    },
  },

  llama: {
    prefixes: ["model.", ""],
    names: LLAMA,
    describe(config) {
      const hasBias = config.flag("attention_bias", false);
      return {
        ...llamaLike(config, {
          ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 11008, layers: 32, heads: 32, longest: 2048 },
        }),
        ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: config.flag("mlp_bias", false) },
      };
    },
  },

  mistral: {
    prefixes: ["model.", ""],
    names: LLAMA,
    describe(config) {
      const described = llamaLike(config, {
        ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 14336, layers: 32, heads: 32, kvHeads: 8 },
        longest: 131072,
      });
      const window = config.isOff("sliding_window") ? null : config.whole("sliding_window", 4096);
      return { ...described, windows: windowsOf(config, described.layers, window, () => true) };
    },
  },

  qwen2: {
    prefixes: ["model.", ""],
    names: LLAMA,
    describe(config) {
      const described = llamaLike(config, {
        ...{ vocabulary: 151936, dModel: 4096, dFeedForward: 22016, layers: 32, heads: 32, kvHeads: 32 },
        longest: 32768,
      });
      return { ...described, qkvBias: true, windows: qwenWindows(config, described.layers) };
    },
  },

  qwen3: {
    prefixes: ["model.", ""],
    names: { ...LLAMA, qNorm: "self_attn.q_norm", kNorm: "self_attn.k_norm" },
    describe(config) {
      const described = llamaLike(config, {
        ...{ vocabulary: 151936, dModel: 4096, dFeedForward: 22016, layers: 32, heads: 32, kvHeads: 32 },
        ...{ dHead: 128, longest: 32768 },
      });
      const hasBias = config.flag("attention_bias", false);
      return {
        ...described,
        ...{ qkNorm: true, qkvBias: hasBias, oBias: hasBias, windows: qwenWindows(config, described.layers) },
      };
    },
  },

  gemma2: {
    prefixes: ["model.", ""],
    names: {
      ...LLAMA,
      ...{ attentionNorm: "input_layernorm", afterAttentionNorm: "post_attention_layernorm" },
      ...{ mlpNorm: "pre_feedforward_layernorm", afterMlpNorm: "post_feedforward_layernorm" },
    },
    describe(config) {
      const described = llamaLike(config, {
        ...{ vocabulary: 256000, dModel: 2304, dFeedForward: 9216, layers: 26, heads: 8, kvHeads: 4 },
        ...{ dHead: 256, longest: 8192, tied: true },
        ...{ activation: "hidden_activation", usualActivation: "gelu_pytorch_tanh" },
      });
      const { dModel, layers } = described;
      const hasBias = config.flag("attention_bias", false);
      const window = config.isOff("sliding_window") ? null : config.whole("sliding_window", 4096);
      const cap = (/** @type {string} */ name, /** @type {number} */ usual) =>
        config.isOff(name) ? null : config.positive(name, usual);
      return {
        ...described,
        ...{ order: "sandwich", gainPlusOne: true, qkvBias: hasBias, oBias: hasBias },
        embeddingScale: Math.fround(Math.sqrt(dModel)), // in float32, as transformers has it for a model that runs in float32
        scale: config.positive("query_pre_attn_scalar", 256) ** -0.5,
        softcap: cap("attn_logit_softcapping", 50),
        outputSoftcap: cap("final_logit_softcapping", 30),
        windows: windowsOf(config, layers, window, (layer) => layer % 2 === 0),
      };
    },
  },
};

/** @param {Config} config @param {{ vocabulary: number }} usual @returns {Described} */
function bertLike(config, { vocabulary }) {
  const dModel = config.whole("hidden_size", 768);
  const heads = config.whole("num_attention_heads", 12);
  const layers = layersIn(config, "num_hidden_layers", 12);
  config.choice("position_embedding_type", "absolute", { absolute: true });
  config.mustBeOff("add_cross_attention");
  return {
    ...postNorm(dModel, heads, layers, config.whole("max_position_embeddings", 512)),
    causal: config.flag("is_decoder", false),
    vocabulary: config.whole("vocab_size", vocabulary),
    types: config.whole("type_vocab_size", 2),
    eps: config.positive("layer_norm_eps", 1e-12),
    dFeedForward: config.whole("intermediate_size", 3072),
    activation: config.choice("hidden_act", "gelu", ACTIVATIONS),
    tied: config.flag("tie_word_embeddings", true),
  };
}

/** What the encoders share. @param {number} dModel @param {number} heads @param {number} layers @param {number} positions */
function postNorm(dModel, heads, layers, positions) {
  const dHead = shareOf(dModel, heads);
  return {
    ...PLAIN,
    ...{ causal: false, order: /** @type {"post"} */ ("post"), norm: /** @type {"layer"} */ ("layer") },
    ...{ layers, dModel, heads, kvHeads: heads, dHead, scale: dHead ** -0.5, positions, longest: positions },
    ...{ windows: Array(layers).fill(null), qkvBias: true, oBias: true, mlpBias: true },
  };
}

/**
 * Llama and its successors.
 * @param {Config} config
 * @param {object} usual defaults
 * @param {number} usual.vocabulary @param {number} usual.dModel @param {number} usual.dFeedForward @param {number} usual.layers @param {number} usual.longest
 * @param {number} usual.heads @param {number} [usual.kvHeads] as many as heads if left out @param {number} [usual.dHead] d_model / heads if left out
 * @param {string} [usual.activation] the field @param {string} [usual.usualActivation] @param {boolean} [usual.tied]
 * @returns {Described}
 */
function llamaLike(config, usual) {
  const { activation = "hidden_act", usualActivation = "silu", tied = false } = usual;
  const dModel = config.whole("hidden_size", usual.dModel);
  const heads = config.whole("num_attention_heads", usual.heads);
  const layers = layersIn(config, "num_hidden_layers", usual.layers);
  const dHead =
    usual.dHead === undefined && config.given("head_dim") === undefined
      ? shareOf(dModel, heads)
      : config.whole("head_dim", usual.dHead ?? 0);
  return {
    ...PLAIN,
    ...{ causal: true, order: "pre", norm: "rms", eps: config.positive("rms_norm_eps", 1e-6) },
    ...{ vocabulary: config.whole("vocab_size", usual.vocabulary), layers, dModel },
    longest: config.whole("max_position_embeddings", usual.longest),
    ...{ heads, kvHeads: kvHeadsIn(config, heads, usual.kvHeads ?? heads), dHead, scale: dHead ** -0.5 },
    ...{ windows: Array(layers).fill(null), rope: rotaryIn(config, dHead) },
    dFeedForward: config.whole("intermediate_size", usual.dFeedForward),
    activation: config.choice(activation, usualActivation, ACTIVATIONS),
    ...{ qkvBias: false, oBias: false, mlpBias: false },
    tied: config.flag("tie_word_embeddings", tied),
  };
}

/** Of the layers from max_window_layers on, where use_sliding_window is set. @param {Config} config @param {number} layers */
function qwenWindows(config, layers) {
  const isOn = config.flag("use_sliding_window", false) && !config.isOff("sliding_window");
  const window = isOn ? config.whole("sliding_window", 4096) : null;
  const first = config.whole("max_window_layers", 28, { least: 0 });
  return windowsOf(config, layers, window, (layer) => layer >= first);
}
