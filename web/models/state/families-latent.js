import { ACTIVATIONS, PLAIN, layersIn, rotaryIn } from "./description.js";
import { PLAIN_EXPERTS, QWEN_EXPERTS, chosenIn } from "./families-experts.js";
import { NAMES } from "./llama-like.js";
import { mscaleOf } from "./rotary-scaling.js";

/** @import { Config } from "./config.js" */
/** @import { Experts, Groups } from "./description.js" */
/** @import { Family } from "./families.js" */

// Families with multi-head latent attention.

/** eps of the norms of latents; the config gives that of the other norms. */
const LATENT_NORM_EPS = 1e-6;

/** DeepSeek-V2 (DeepSeek-AI 2024): latent attention with norms of its latents, and experts besides a network for all tokens. @type {Family} */
export const DEEPSEEK_V2 = {
  prefix: "model.",
  names: {
    ...NAMES,
    ...QWEN_EXPERTS,
    latent: {
      ...{ q: "self_attn.q_a_proj", qNorm: "self_attn.q_a_layernorm", qUp: "self_attn.q_b_proj" },
      ...{ kv: "self_attn.kv_a_proj_with_mqa", kvNorm: "self_attn.kv_a_layernorm" },
      kvUp: "self_attn.kv_b_proj",
    },
    sharedExpert: {
      ...{ gate: "mlp.shared_experts.gate_proj", up: "mlp.shared_experts.up_proj" },
      down: "mlp.shared_experts.down_proj",
    },
  },
  describe(config) {
    const layers = layersIn(config, "num_hidden_layers", 32);
    const heads = config.whole("num_attention_heads", 32);
    const dHead = config.whole("qk_nope_head_dim", 128);
    const ropeWidth = config.whole("qk_rope_head_dim", 64);
    const longest = config.whole("max_position_embeddings", 2048);
    const rope = rotaryIn(config, { dHead: ropeWidth, longest }, { style: "interleaved" });
    const hasBias = config.flag("attention_bias", false);
    config.mustBeOff("mlp_bias");
    return {
      ...PLAIN,
      ...{ causal: true, order: "pre", norm: "rms", eps: config.positive("rms_norm_eps", 1e-6) },
      ...{
        vocabulary: config.whole("vocab_size", 102400),
        layers,
        dModel: config.whole("hidden_size", 4096),
      },
      ...{ longest, heads, kvHeads: heads, dHead },
      latent: {
        rank: config.whole("kv_lora_rank", 512),
        queryRank: config.isOff("q_lora_rank") ? 0 : config.whole("q_lora_rank", 1536),
        ...{ ropeWidth, dValue: config.whole("v_head_dim", 128), eps: LATENT_NORM_EPS },
      },
      scale: (dHead + ropeWidth) ** -0.5 * scoreFactor(config),
      ...{ windows: Array(layers).fill(null), ropes: Array(layers).fill(rope) },
      dFeedForward: config.whole("intermediate_size", 11008),
      activation: config.choice("hidden_act", "silu", ACTIVATIONS),
      ...{ qkvBias: hasBias, oBias: hasBias, mlpBias: false },
      tied: config.flag("tie_word_embeddings", false),
      experts: expertsIn(config, layers),
    };
  },
};

/** What a scaling of rotary positions multiplies the scores by, besides the turned features. @param {Config} config */
function scoreFactor(config) {
  const given = config.part("rope_parameters") ?? config.part("rope_scaling");
  const kind = given?.given("rope_type") ?? given?.given("type") ?? "default";
  if (!given || kind === "default" || !given.given("mscale_all_dim")) return 1;
  return mscaleOf(given.positive("factor", 1), given.positive("mscale_all_dim", 1)) ** 2;
}

/** @param {Config} config @param {number} layers @returns {Experts} */
function expertsIn(config, layers) {
  const dense = config.whole("first_k_dense_replace", 0, { least: 0 });
  const width = config.whole("moe_intermediate_size", 1407);
  const chosen = chosenIn(config, { name: "n_routed_experts", count: 64, chosen: 6 });
  return {
    ...PLAIN_EXPERTS,
    ...chosen,
    width,
    scale: config.positive("routed_scaling_factor", 1),
    groups: config.choice("topk_method", "greedy", CHOICES)(config, chosen.count),
    shared: { width: width * config.whole("n_shared_experts", 2), isSwitched: false },
    isIn: Array.from({ length: layers }, (_, layer) => layer >= dense),
  };
}

/** The groups that experts are chosen from, by the names of topk_method. @type {Readonly<Record<string, (config: Config, count: number) => Groups | null>>} */
const CHOICES = {
  greedy: () => null,
  group_limited_greedy(config, experts) {
    const count = config.divisor("n_group", 1, experts);
    return { count, chosen: config.whole("topk_group", 1, { most: count }) };
  },
};
