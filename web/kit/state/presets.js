import { refused } from "../text/refusals.js";
import { whyInvalid } from "./invalid-settings.js";
import { DEFAULTS } from "./settings.js";

/**
 * The attention of well-known models, at their true sizes. The page draws a model with its options and its heads, at most 64 of them, but with
 * narrower heads and a window shorter than a sentence.
 *
 * Sources: the models' papers, and config.json of their checkpoints. Gemma 2 and gpt-oss have a window in every other layer. gpt-oss and
 * DeepSeek-V2 stretch their rotary positions by YaRN (Peng et al. 2024) for texts longer than those of training; the core has no YaRN, and the
 * presets leave it out.
 *
 * @typedef {import("../../core/types.js").LayerOptions} LayerOptions
 *
 * @typedef {object} Preset
 * @property {string} id      value of the attribute `attention`
 * @property {string} name
 * @property {number} layers  number of layers; of one stack, if there are two
 * @property {boolean} causal
 * @property {LayerOptions} layer  options of one layer, for core.cost()
 */

const LLAMA = { numHeads: 32, numKvHeads: 8, dModel: 4096, dK: 128 };

/** @param {number} base */
const half = (base) => ({ style: /** @type {const} */ ("half"), base });

/** @param {number} base */
const interleaved = (base) => ({ style: /** @type {const} */ ("interleaved"), base });

/** @type {readonly Preset[]} */
// prettier-ignore
export const PRESETS = [
  { id: "transformer", name: "Transformer 2017", layers: 6, causal: false, layer: { dModel: 512, numHeads: 8, dK: 64 } },
  { id: "bert", name: "BERT", layers: 12, causal: false, layer: { dModel: 768, numHeads: 12, dK: 64, bias: true } },
  { id: "gpt-2", name: "GPT-2", layers: 12, causal: true, layer: { dModel: 768, numHeads: 12, dK: 64, bias: true, fused: true } },
  { id: "llama-3", name: "Llama 3 8B", layers: 32, causal: true, layer: { ...LLAMA, rope: half(500000) } },
  { id: "mistral", name: "Mistral 7B", layers: 32, causal: true, layer: { ...LLAMA, rope: half(10000), window: 4096 } },
  { id: "gemma-2", name: "Gemma 2 9B", layers: 42, causal: true,
    layer: { dModel: 3584, numHeads: 16, numKvHeads: 8, dK: 256, rope: half(10000), softcap: 50, window: 4096 } },
  { id: "qwen-3", name: "Qwen3 8B", layers: 36, causal: true, layer: { ...LLAMA, rope: half(1000000), qkNorm: true } },
  { id: "gpt-oss", name: "gpt-oss", layers: 24, causal: true,
    layer: { dModel: 2880, numHeads: 64, numKvHeads: 8, dK: 64, bias: true, rope: half(150000), window: 128, sinks: true } },
  { id: "deepseek-v2", name: "DeepSeek-V2", layers: 60, causal: true,
    layer: { dModel: 5120, numHeads: 128, dK: 128, rope: interleaved(10000), latent: { rank: 512, queryRank: 1536, ropeWidth: 64, norm: true } } },
];

const DRAWN = { dK: 8, window: 4, heads: 64 };

/** The option and attribute for the id of a preset. The JavaScript property of the same name holds the author's own attention weights. */
export const PRESET = "attention";

/** Why a text names no preset; null if it names one. An array is meant for the property of the same name. @param {string} text */
export function whyNoPreset(text) {
  if (text.trim().startsWith("[")) return refused("only_property", { name: PRESET });
  return whyInvalid({ kind: "choice", attribute: PRESET, choices: PRESETS.map(({ id }) => id) }, text);
}

/** @param {string | null} id */
export const presetNamed = (id) => PRESETS.find((preset) => preset.id === id) ?? null;

/** The settings with which a preset is drawn; the defaults for none. @param {Preset | null} preset */
export function drawnAs(preset) {
  return preset ? drawn(preset) : PLAIN;
}

/** @param {Preset} preset */
function drawn({ causal, layer }) {
  const { dModel, numHeads, numKvHeads = numHeads, dK = dModel / numHeads } = layer;
  const narrow = (/** @type {number | undefined} */ width) => (width ? (width * DRAWN.dK) / dK : null);
  const width = (dModel * DRAWN.dK) / dK;
  const heads = Math.min(numHeads, DRAWN.heads);
  const rope = typeof layer.rope === "object" ? layer.rope : null;
  const latent = layer.latent || null;
  return {
    dModel: width,
    heads,
    kvHeads: numKvHeads === numHeads ? null : numKvHeads,
    dK: width === heads * DRAWN.dK ? null : DRAWN.dK,
    dV: null,
    bias: Boolean(layer.bias),
    fused: Boolean(layer.fused),
    causal,
    rope: /** @type {import("./settings.js").Settings["rope"]} */ (rope?.style ?? "none"),
    ropeBase: rope?.base ?? DEFAULTS.ropeBase,
    qkNorm: Boolean(layer.qkNorm),
    alibi: Boolean(layer.alibi),
    softcap: layer.softcap ?? null,
    window: layer.window ? DRAWN.window : null,
    sinks: Boolean(layer.sinks),
    latentRank: narrow(latent?.rank),
    latentQueryRank: narrow(latent?.queryRank),
    latentRopeWidth: narrow(latent?.ropeWidth),
    latentNorm: Boolean(latent?.norm),
    /** The core constructs no weights for latents. */
    weights: /** @type {import("./settings.js").Settings["weights"]} */ (
      latent ? "random" : DEFAULTS.weights
    ),
  };
}

/** The defaults of the settings that a preset sets. @type {ReturnType<typeof drawn>} */
const PLAIN = /** @type {any} */ (
  Object.fromEntries(
    Object.keys(drawn(PRESETS[0])).map((name) => [
      name,
      DEFAULTS[/** @type {keyof typeof DEFAULTS} */ (name)],
    ]),
  )
);

/** The preset that the settings draw, with any weights; null if they draw none. @param {import("./settings.js").Settings} settings */
export function presetOf(settings) {
  const given = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (settings));
  const draws = (/** @type {Preset} */ preset) =>
    Object.entries(drawnAs(preset)).every(([name, value]) => name === "weights" || given[name] === value);
  return PRESETS.find(draws) ?? null;
}
