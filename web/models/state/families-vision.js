import { Config } from "./config.js";
import { ACTIVATIONS, PLAIN, layersIn, shareOf } from "./description.js";

/** @import { Classifier, Described, Family, Names } from "./families.js" */

/** Names that vit and deit share. @satisfies {Omit<Names, "output" | "picture">} */
const VIT_NAMES = {
  layer: "encoder.layer.{l}.",
  ...{ attentionNorm: "layernorm_before", mlpNorm: "layernorm_after", finalNorm: "layernorm" },
  ...{ q: "attention.attention.query", k: "attention.attention.key", v: "attention.attention.value" },
  ...{ o: "attention.output.dense", up: "intermediate.dense", down: "output.dense" },
};

/** Embeddings of vit, deit and dinov2. @satisfies {Names["picture"]} */
const VIT_PICTURE = {
  ...{ patches: "embeddings.patch_embeddings.projection", patchBias: true },
  ...{ positions: "embeddings.position_embeddings", tokens: ["embeddings.cls_token"], outer: [1] },
};

/** The class is read from [CLS]. @type {Classifier} */
const OF_CLS = [{ module: "classifier", reads: ["first"] }];

/** ViT (Dosovitskiy et al. 2021). @type {Family} */
export const VIT = {
  prefix: "vit.",
  names: { ...VIT_NAMES, picture: VIT_PICTURE, output: outputOf([OF_CLS]) },
  processor: "ViT",
  describe: (config) => vitLike(config, ["[CLS]"]),
};

/** DeiT (Touvron et al. 2021): a second extra token, with a classifier of its own where it was trained. @type {Family} */
export const DEIT = {
  prefix: "deit.",
  names: {
    ...VIT_NAMES,
    picture: { ...VIT_PICTURE, tokens: [...VIT_PICTURE.tokens, "embeddings.distillation_token"] },
    output: outputOf([
      OF_CLS,
      [
        { module: "cls_classifier", reads: ["first"] },
        { module: "distillation_classifier", reads: ["second"] },
      ],
    ]),
  },
  processor: "DeiT",
  describe: (config) => vitLike(config, ["[CLS]", "[DISTILL]"]),
};

/** DINOv2 (Oquab et al. 2023): scales of what a layer adds. @type {Family} */
export const DINOV2 = {
  prefix: "dinov2.",
  names: {
    ...VIT_NAMES,
    picture: VIT_PICTURE,
    ...{ attentionNorm: "norm1", mlpNorm: "norm2", up: "mlp.fc1", down: "mlp.fc2" },
    gated: { gateUp: "mlp.weights_in", down: "mlp.weights_out" },
    ...{ attentionScale: "layer_scale1.lambda1", mlpScale: "layer_scale2.lambda1" },
    output: outputOf([[{ module: "classifier", reads: ["first", "mean"] }]]),
  },
  processor: "Bit",
  describe: (config) => dinov2Like(config, { patch: 14, registers: 0, antialias: false }),
};

/** DINOv2 with registers (Darcet et al. 2024): extra tokens without a position. @type {Family} */
export const DINOV2_WITH_REGISTERS = {
  ...DINOV2,
  prefix: "dinov2_with_registers.",
  names: {
    .../** @type {Names} */ (DINOV2.names),
    picture: { ...VIT_PICTURE, registers: "embeddings.register_tokens" },
  },
  describe: (config) =>
    dinov2Like(config, {
      ...{ patch: 16, antialias: true },
      registers: config.whole("num_register_tokens", 4, { least: 0 }),
    }),
};

/** Names that the two families of models that learned from captions share. @satisfies {Omit<Names, "picture">} */
const CAPTION_NAMES = {
  layer: "encoder.layers.{l}.",
  ...{ attentionNorm: "layer_norm1", mlpNorm: "layer_norm2", finalNorm: "post_layernorm" },
  ...{ q: "self_attn.q_proj", k: "self_attn.k_proj", v: "self_attn.v_proj", o: "self_attn.out_proj" },
  ...{ up: "mlp.fc1", down: "mlp.fc2" },
  output: outputOf([]),
};

/** @satisfies {Names["picture"]} */
const CAPTION_PICTURE = {
  ...{
    patches: "embeddings.patch_embedding",
    patchBias: false,
    positions: "embeddings.position_embedding.weight",
  },
  ...{ tokens: ["embeddings.class_embedding"], outer: [] },
};

/** The vision model of CLIP (Radford et al. 2021). @type {Family} */
export const CLIP_VISION = {
  prefix: "vision_model.",
  names: { ...CAPTION_NAMES, picture: CAPTION_PICTURE, inputNorm: "pre_layrnorm" },
  processor: "CLIP",
  describe: (config) =>
    captionLike(config, { patch: 32, activation: "quick_gelu", eps: 1e-5, extra: ["[CLS]"] }),
};

/** The vision model of SigLIP (Zhai et al. 2023): no extra token. @type {Family} */
export const SIGLIP_VISION = {
  prefix: "vision_model.",
  names: { ...CAPTION_NAMES, picture: { ...CAPTION_PICTURE, patchBias: true, tokens: [] } },
  processor: "Siglip",
  describe: (config) =>
    captionLike(config, { patch: 16, activation: "gelu_pytorch_tanh", eps: 1e-6, extra: [] }),
};

/**
 * A whole model, whose config.json has a part for each tower: its vision tower. The text tower is not read.
 * @param {Family} tower @returns {Family}
 */
const wholeOf = (tower) => ({
  ...tower,
  describe(config) {
    const described = tower.describe(config.part("vision_config") ?? new Config({}, "vision_config."));
    const vision = /** @type {NonNullable<Described["vision"]>} */ (described.vision);
    return { ...described, vision: { ...vision, hasTextTower: true } };
  },
});

/** CLIP as a whole. */
export const CLIP = wholeOf(CLIP_VISION);

/** SigLIP as a whole. */
export const SIGLIP = wholeOf(SIGLIP_VISION);

/** @param {readonly Classifier[]} classifiers @returns {Names["output"]} */
function outputOf(classifiers) {
  return { decoder: "classifier", classifiers };
}

/** @param {Config} config @param {readonly string[]} extra @returns {Described} */
function vitLike(config, extra) {
  return {
    ...encoderOf(config, { patch: 16, extra, activation: "gelu", eps: 1e-12 }),
    dFeedForward: config.whole("intermediate_size", 3072),
    qkvBias: config.flag("qkv_bias", true),
  };
}

/** @param {Config} config @param {{ patch: number, registers: number, antialias: boolean }} of @returns {Described} */
function dinov2Like(config, { patch, registers, antialias }) {
  const extra = ["[CLS]", ...Array.from({ length: registers }, (_, i) => `[REG ${i}]`)];
  const described = encoderOf(config, { patch, extra, activation: "gelu", eps: 1e-6 });
  const dFeedForward = described.dModel * config.whole("mlp_ratio", 4);
  return {
    ...described,
    ...(config.flag("use_swiglu_ffn", false)
      ? {
          gated: true,
          activation: "silu",
          dFeedForward: 8 * Math.floor((Math.floor((dFeedForward * 2) / 3) + 7) / 8),
        }
      : { dFeedForward }),
    qkvBias: config.flag("qkv_bias", true),
    vision: { .../** @type {NonNullable<Described["vision"]>} */ (described.vision), registers, antialias },
  };
}

/** @param {Config} config @param {Parameters<typeof encoderOf>[1]} usual @returns {Described} */
function captionLike(config, usual) {
  return { ...encoderOf(config, usual), dFeedForward: config.whole("intermediate_size", 3072) };
}

/**
 * What all these families share.
 * @param {Config} config @param {{ patch: number, extra: readonly string[], activation: string, eps: number }} usual
 */
function encoderOf(config, { patch, extra, activation, eps }) {
  const dModel = config.whole("hidden_size", 768);
  const heads = config.whole("num_attention_heads", 12);
  const dHead = shareOf(dModel, heads);
  const layers = layersIn(config, "num_hidden_layers", 12);
  const [size, patchSize] = [config.pair("image_size", 224), config.pair("patch_size", patch)];
  const longest = extra.length + Math.floor(size[0] / patchSize[0]) * Math.floor(size[1] / patchSize[1]);
  return {
    ...PLAIN,
    ...{ causal: false, order: /** @type {"pre"} */ ("pre"), norm: /** @type {"layer"} */ ("layer") },
    ...{ layers, dModel, heads, kvHeads: heads, dHead, scale: dHead ** -0.5, longest },
    ...{ windows: Array(layers).fill(null), qkvBias: true, oBias: true, mlpBias: true, tied: false },
    vocabulary: classesIn(config),
    eps: config.positive("layer_norm_eps", eps),
    activation: config.choice("hidden_act", activation, ACTIVATIONS),
    vision: {
      ...{ channels: config.oneOf("num_channels", 3, [1, 3]), patch: patchSize, size, extra },
      ...{ registers: 0, antialias: false, hasTextTower: false },
    },
  };
}

/** Count of classes. @param {Config} config */
function classesIn(config) {
  const labels = config.part("id2label");
  return labels ? labels.count : config.whole("num_labels", 2);
}
