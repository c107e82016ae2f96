import { BERT, DISTILBERT, ROBERTA } from "./families-bert.js";
import { GEMMA2, GPT2, GPT_NEOX, LLAMA, MISTRAL, QWEN2, QWEN3 } from "./families-decoders.js";
import { ALBERT, ELECTRA, ERNIE, MODERNBERT, MPNET } from "./families-encoders.js";
import { GPT_OSS, MIXTRAL, QWEN2_MOE, QWEN3_MOE } from "./families-experts.js";
import { BLOOM, FALCON, GPTJ, GPT_NEO, OPT } from "./families-gpt.js";
import { DEEPSEEK_V2 } from "./families-latent.js";
import {
  COHERE,
  COHERE2,
  GEMMA,
  GEMMA3,
  GRANITE,
  MINISTRAL,
  OLMO,
  OLMO2,
  OLMO3,
  PHI,
  PHI3,
  SMOLLM3,
  STABLELM,
  STARCODER2,
} from "./families-llama.js";
import { BART, M2M_100, MARIAN, MBART, T5 } from "./families-pairs.js";
import {
  CLIP,
  CLIP_VISION,
  DEIT,
  DINOV2,
  DINOV2_WITH_REGISTERS,
  SIGLIP,
  SIGLIP_VISION,
  VIT,
} from "./families-vision.js";

/** @import { Config } from "./config.js" */
/** @import { Description } from "./description.js" */

/**
 * The families of models that are read, a row each: how config.json describes the model, with the defaults that transformers documents for
 * the family, and what its tensors are called on the hub.
 *
 * @typedef {Omit<Description, "family" | "inputNorm" | "finalNorm" | "gated" | "outputBias" | "outputTransform" | "encoder" | "cross"> & {
 *   gated?: boolean, encoder?: Described }} Described fields that a config determines; the others follow from the names of tensors
 *
 * @typedef {object} Family
 * @property {(config: Config) => Described} describe
 * @property {string} prefix  that all names but the output's have in a model with an output; they are read with less of it, too
 * @property {Names | ((config: Config) => Names)} names
 * @property {import("./preprocessing.js").Processor} [processor]  of pictures
 * @property {import("./generation-config.js").Usual} [generates]  of encoders with decoders
 *
 * @typedef {object} Names modules as PyTorch names them, with .weight and .bias (of norms also .gamma and .beta, as in TensorFlow). Names of a
 *   layer stand behind `layer`, in which {l} is its number
 * @property {string} [words]
 * @property {readonly string[]} [wordsCopies]  modules with the same matrix, in some files
 * @property {PictureNames} [picture]  in place of words
 * @property {string} [positions]
 * @property {string} [types]
 * @property {string} [tasks]  a matrix whose first row is added to each embedding
 * @property {string} [project]
 * @property {string} [inputNorm]
 * @property {string} [finalNorm]
 * @property {string} layer
 * @property {string} [attentionNorm]
 * @property {string} [afterAttentionNorm]
 * @property {string} [mlpNorm]  the norm of attention if left out
 * @property {string} [afterMlpNorm]
 * @property {string} [q]
 * @property {string} [k]
 * @property {string} [v]
 * @property {string} [distances]
 * @property {string} [qkv]  one module for queries, keys and values, in place of three
 * @property {"parts" | "groups"} [qkvBy]  its features are all queries, then all keys, then all values; or so within each group of heads that
 *   share keys and values
 * @property {LatentNames} [latent]  in place of k and v, and of q for queries that are made of a latent
 * @property {string} [buckets]
 * @property {string} [sinks]  tensor
 * @property {string} [qNorm]
 * @property {string} [kNorm]
 * @property {string} o
 * @property {string} [attentionScale]  tensor: a factor of each feature that attention adds
 * @property {string} [mlpScale]  tensor: a factor of each feature that the feed-forward network adds
 * @property {string} [gateUp]  one module for gate and up
 * @property {string} [gate]
 * @property {string} [up]
 * @property {{ gateUp: string, down: string }} [gated]  modules of feed-forward networks that a config makes gated, with one for gate and up
 * @property {string} [down]
 * @property {boolean} [isInOut]  matrices of layers are stored (in, out), not as nn.Linear's (out, in)
 * @property {string} [router]
 * @property {ExpertNames} [expert]  {e} is the expert's number
 * @property {ExpertNames & { open?: string }} [sharedExpert]
 * @property {{ gateUp: string, down: string }} [stackedExperts]  tensors, with _bias
 * @property {OutputNames} output
 * @property {StackNames} [encoder]  of a model with an encoder and a decoder; the other names are then the decoder's, up to its self-attention
 * @property {StackNames} [cross]  the rest of the decoder's layers
 *
 * @typedef {Omit<Names, "output" | "encoder" | "cross">} StackNames
 *
 * @typedef {{ gate: string, up: string, down: string }} ExpertNames
 *
 * @typedef {object} LatentNames  of latent attention; `kv` makes the latent and the key that turns, `kvUp` the keys and values of each head in turn
 * @property {string} q
 * @property {string} qNorm
 * @property {string} qUp
 * @property {string} kv
 * @property {string} kvNorm
 * @property {string} kvUp
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
 * @property {string} [addedBias]  tensor (1, vocabulary) of a bias, which some files lack
 * @property {boolean} [isOwnIfStored]  a stored matrix counts, even if the output is tied
 * @property {string} [biasCopy]  the same tensor under a second name, in some files; of an untied output the bias that counts, where both are
 * @property {string} [dense]
 * @property {string} [norm]
 * @property {string} [project]  behind the prefix: projects back to the width of the words
 *
 * @typedef {readonly { module: string, reads: readonly ("first" | "second" | "mean")[] }[]} Classifier  its logits are the mean of those of its
 *   modules, which read the first token, the second, or the mean of the patches, side by side
 */

/** Whether a model reads pictures. @param {Readonly<Record<string, unknown>>} config content of config.json */
export const readsPictures = ({ model_type: name }) =>
  typeof name === "string" && Object.hasOwn(FAMILIES, name) && "picture" in FAMILIES[name].names;

/** Whether a model generates a target of a source. @param {Readonly<Record<string, unknown>>} config content of config.json */
export const readsSources = ({ model_type: name }) =>
  typeof name === "string" && Object.hasOwn(FAMILIES, name) && FAMILIES[name].generates !== undefined;

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
  gemma: GEMMA,
  gemma3_text: GEMMA3,
  olmo: OLMO,
  olmo2: OLMO2,
  olmo3: OLMO3,
  phi: PHI,
  phi3: PHI3,
  smollm3: SMOLLM3,
  granite: GRANITE,
  stablelm: STABLELM,
  starcoder2: STARCODER2,
  ministral: MINISTRAL,
  cohere: COHERE,
  cohere2: COHERE2,
  gpt_neo: GPT_NEO,
  gptj: GPTJ,
  opt: OPT,
  bloom: BLOOM,
  falcon: FALCON,
  mixtral: MIXTRAL,
  qwen2_moe: QWEN2_MOE,
  qwen3_moe: QWEN3_MOE,
  gpt_oss: GPT_OSS,
  deepseek_v2: DEEPSEEK_V2,
  "xlm-roberta": ROBERTA,
  camembert: ROBERTA,
  ernie: ERNIE,
  electra: ELECTRA,
  albert: ALBERT,
  mpnet: MPNET,
  modernbert: MODERNBERT,
  t5: T5,
  bart: BART,
  mbart: MBART,
  marian: MARIAN,
  m2m_100: M2M_100,
  vit: VIT,
  deit: DEIT,
  dinov2: DINOV2,
  dinov2_with_registers: DINOV2_WITH_REGISTERS,
  clip_vision_model: CLIP_VISION,
  siglip_vision_model: SIGLIP_VISION,
  clip: CLIP,
  siglip: SIGLIP,
};

/** Whether model_type is the name of a family. @param {Readonly<Record<string, unknown>>} config content of config.json */
export const isKnown = ({ model_type: name }) => typeof name === "string" && Object.hasOwn(FAMILIES, name);

/** Names of the families that read text. */
export const TEXT_FAMILIES = Object.keys(FAMILIES).filter((name) => !readsPictures({ model_type: name }));
