import { windowIn, windowsOf } from "./description.js";
import { QWEN2, QWEN3 } from "./families-decoders.js";
import { NAMES, llamaLike } from "./llama-like.js";

/** @import { Config } from "./config.js" */
/** @import { Experts } from "./description.js" */
/** @import { Described, Family } from "./families.js" */

// Families whose feed-forward networks are chosen for each token.

/** Mixtral (Jiang et al. 2024): two of eight networks for each token. @type {Family} */
export const MIXTRAL = {
  prefix: "model.",
  names: {
    ...NAMES,
    router: "block_sparse_moe.gate",
    expert: {
      ...{ gate: "block_sparse_moe.experts.{e}.w1", up: "block_sparse_moe.experts.{e}.w3" },
      down: "block_sparse_moe.experts.{e}.w2",
    },
  },
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 32000, dModel: 4096, dFeedForward: 14336, layers: 32, heads: 32, kvHeads: 8 },
      ...{ longest: 131072, eps: 1e-5, rotary: { usualBase: 1_000_000 } },
    });
    const { layers, dFeedForward } = described;
    return {
      ...described,
      windows: Array(layers).fill(windowIn(config, null)),
      experts: {
        ...PLAIN_EXPERTS,
        ...chosenIn(config, { name: "num_local_experts", count: 8, chosen: 2 }),
        ...{ width: dFeedForward, isNormed: true, isIn: Array(layers).fill(true) },
      },
    };
  },
};

/** Names of experts in the Qwen families. */
export const QWEN_EXPERTS = {
  router: "mlp.gate",
  expert: {
    gate: "mlp.experts.{e}.gate_proj",
    up: "mlp.experts.{e}.up_proj",
    down: "mlp.experts.{e}.down_proj",
  },
};

/** Qwen1.5-MoE and Qwen2-MoE (Yang et al. 2024): also a network that all tokens share. @type {Family} */
export const QWEN2_MOE = {
  prefix: "model.",
  names: {
    .../** @type {import("./families.js").Names} */ (QWEN2.names),
    ...QWEN_EXPERTS,
    sharedExpert: {
      ...{ gate: "mlp.shared_expert.gate_proj", up: "mlp.shared_expert.up_proj" },
      ...{ down: "mlp.shared_expert.down_proj", open: "mlp.shared_expert_gate" },
    },
  },
  describe(config) {
    const described = { ...QWEN2.describe(config), qkvBias: config.flag("qkv_bias", true) };
    const shared = {
      width: config.whole("shared_expert_intermediate_size", 5632),
      isSwitched: true,
    };
    return { ...described, experts: { ...qwenExperts(config, described.layers, 60, 4), shared } };
  },
};

/** Qwen3-MoE (Yang et al. 2025). @type {Family} */
export const QWEN3_MOE = {
  prefix: "model.",
  names: { .../** @type {import("./families.js").Names} */ (QWEN3.names), ...QWEN_EXPERTS },
  describe(config) {
    const described = QWEN3.describe(config);
    return { ...described, experts: qwenExperts(config, described.layers, 128, 8) };
  },
};

/** gpt-oss (OpenAI 2025): sinks, windows, and experts with biases, stacked in one tensor. @type {Family} */
export const GPT_OSS = {
  prefix: "model.",
  names: {
    ...{ ...NAMES, sinks: "self_attn.sinks", router: "mlp.router" },
    stackedExperts: { gateUp: "mlp.experts.gate_up_proj", down: "mlp.experts.down_proj" },
  },
  describe(config) {
    const described = llamaLike(config, {
      ...{ vocabulary: 201088, dModel: 2880, dFeedForward: 2880, layers: 36, heads: 64, kvHeads: 8 },
      ...{ dHead: 64, longest: 131072, eps: 1e-5, rotary: { usualBase: 150_000 } },
    });
    const { layers, dFeedForward } = described;
    const hasBias = config.flag("attention_bias", true);
    return {
      ...described,
      ...{ sinks: true, qkvBias: hasBias, oBias: hasBias, activation: "quick_gelu" },
      windows: windowsOf(config, layers, windowIn(config, 128), (layer) => layer % 2 === 0),
      experts: {
        ...PLAIN_EXPERTS,
        ...chosenIn(config, { name: "num_local_experts", count: 128, chosen: 4 }),
        ...{ width: dFeedForward, isStacked: true, softmaxOf: "chosen", limit: 7, hasRouterBias: true },
        isIn: Array(layers).fill(true),
      },
    };
  },
};

/** @satisfies {Partial<Experts>} */
export const PLAIN_EXPERTS = {
  softmaxOf: /** @type {Experts["softmaxOf"]} */ ("all"),
  ...{ isNormed: false, scale: 1, shared: null, isStacked: false, limit: 0, hasRouterBias: false },
  groups: /** @type {Experts["groups"]} */ (null),
};

/** @param {Config} config @param {{ name: string, count: number, chosen: number }} usual name: the field of their number */
export function chosenIn(config, { name, count: usual, chosen }) {
  const count = config.whole(name, usual);
  return { count, chosen: config.whole("num_experts_per_tok", chosen, { most: count }) };
}

/** @param {Config} config @param {number} layers @param {number} count usual @param {number} chosen usual @returns {Experts} */
function qwenExperts(config, layers, count, chosen) {
  const every = config.whole("decoder_sparse_step", 1);
  const dense = config.layerNumbers("mlp_only_layers", layers);
  const name = config.given("num_experts") === undefined ? "num_local_experts" : "num_experts";
  return {
    ...PLAIN_EXPERTS,
    ...chosenIn(config, { name, count, chosen }),
    width: config.whole("moe_intermediate_size", count === 60 ? 1408 : 768),
    isNormed: config.flag("norm_topk_prob", false),
    isIn: Array.from({ length: layers }, (_, layer) => !dense.includes(layer) && (layer + 1) % every === 0),
  };
}
