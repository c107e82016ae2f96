import { BERT, DISTILBERT, ROBERTA } from "./families-bert.js";
import { GEMMA2, GPT2, GPT_NEOX, LLAMA, MISTRAL, QWEN2, QWEN3 } from "./families-decoders.js";
import { CLIP_VISION, DEIT, DINOV2, DINOV2_WITH_REGISTERS, SIGLIP_VISION, VIT } from "./families-vision.js";

/** @import { Config } from "./config.js" */
/** @import { Description } from "./description.js" */

/**
 * The families of models that are read, a row each: how config.json describes the model, with the defaults that transformers documents for
 * the family, and what its tensors are called on the hub.
 *
 * @typedef {Omit<Description, "family" | "inputNorm" | "finalNorm" | "gated" | "outputBias" | "outputTransform"> & { gated?: boolean }} Described what a config
 *   says; the rest follows from the names
 *
 * @typedef {object} Family
 * @property {(config: Config) => Described} describe
 * @property {string} prefix  that all names but the output's have in a model with an output; they are read without it too
 * @property {Names} names
 * @property {import("./preprocessing.js").Processor} [processor]  of pictures
 *
 * @typedef {object} Names modules as PyTorch names them, with .weight and .bias (of norms also .gamma and .beta, as in TensorFlow). Names of a
 *   layer stand behind `layer`, in which {l} is its number
 * @property {string} [words]
 * @property {PictureNames} [picture]  in place of words
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
 * @property {string} [attentionScale]  tensor: a factor of each feature that attention adds
 * @property {string} [mlpScale]  tensor: a factor of each feature that the feed-forward network adds
 * @property {string} [gate]
 * @property {string} up
 * @property {{ gateUp: string, down: string }} [gated]  modules of feed-forward networks that a config makes gated, with one for gate and up
 * @property {string} down
 * @property {boolean} [isInOut]  matrices of layers are stored (in, out), not as nn.Linear's (out, in)
 * @property {OutputNames} output
 *
 * @typedef {object} PictureNames
 * @property {string} patches  module of the convolution that embeds patches
 * @property {boolean} patchBias
 * @property {string} positions  tensor
 * @property {readonly string[]} tokens  tensors of the extra tokens with a position
 * @property {readonly number[]} outer  sizes before (d_model) in the shapes of these, [1] or []
 * @property {string} [registers]  tensor of the extra tokens without a position
 *
 * @typedef {object} OutputNames
 * @property {string} decoder  module of the matrix (vocabulary, d_model)
 * @property {readonly Classifier[]} [classifiers]  of pictures; the first whose modules are all stored counts
 * @property {string} [bias]  tensor
 * @property {string} [biasCopy]  the same tensor under a second name, in some files; of an untied output the bias that counts, where both are
 * @property {string} [dense]
 * @property {string} [norm]
 *
 * @typedef {readonly { module: string, reads: readonly ("first" | "second" | "mean")[] }[]} Classifier  its logits are the mean of those of its
 *   modules, which read the first token, the second, or the mean of the patches, side by side
 */

/** Whether a model reads pictures. @param {Readonly<Record<string, unknown>>} config content of config.json */
export const readsPictures = ({ model_type: name }) =>
  typeof name === "string" && Object.hasOwn(FAMILIES, name) && FAMILIES[name].names.picture !== undefined;

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
  vit: VIT,
  deit: DEIT,
  dinov2: DINOV2,
  dinov2_with_registers: DINOV2_WITH_REGISTERS,
  clip_vision_model: CLIP_VISION,
  siglip_vision_model: SIGLIP_VISION,
};
