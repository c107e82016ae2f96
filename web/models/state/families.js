import { BERT, DISTILBERT, ROBERTA } from "./families-bert.js";
import { GEMMA2, GPT2, GPT_NEOX, LLAMA, MISTRAL, QWEN2, QWEN3 } from "./families-decoders.js";

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
 * @property {string} prefix  that all names but the output's have in a model with an output; they are read without it too
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
 * @property {string} [distances]
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
 * @property {string} [biasCopy]  the same tensor under a second name, in some files; of an untied output the bias that counts, where both are
 * @property {string} [dense]
 * @property {string} [norm]
 */

/** Families by model_type in config.json. @type {Readonly<Record<string, Family>>} */
export const FAMILIES = {
  gpt2: GPT2,
  gpt_neox: GPT_NEOX,
  bert: BERT,
  distilbert: DISTILBERT,
  roberta: ROBERTA,
  llama: LLAMA,
  mistral: MISTRAL,
  qwen2: QWEN2,
  qwen3: QWEN3,
  gemma2: GEMMA2,
};
