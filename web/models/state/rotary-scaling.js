/** @import { Config } from "./config.js" */

/**
 * How a config scales rotary positions.
 *
 * @typedef {LinearScaling | Llama3Scaling | DynamicScaling | YarnScaling | LongScaling} Scaling
 *
 * @typedef {{ kind: "linear", factor: number }} LinearScaling  every frequency divided by the factor
 * @typedef {{ kind: "llama3", factor: number, lowFrequency: number, highFrequency: number, originalLength: number }} Llama3Scaling
 *   frequencies of few turns within the original length divided by the factor, of many kept, and between the two mixed
 * @typedef {{ kind: "dynamic", most: number }} DynamicScaling  frequencies are kept up to so many tokens; longer texts are not read
 * @typedef {{ kind: "yarn", factor: number, factors: readonly number[], amplitude: number }} YarnScaling  (Peng et al. 2023)
 * @typedef {{ kind: "longrope", short: readonly number[], long: readonly number[], most: number, amplitude: number }} LongScaling  (Ding et al.
 *   2024): `long` for texts of more than `most` tokens. `amplitude` is the factor of turned queries and keys
 *
 * @typedef {object} RotarySizes
 * @property {number} longest
 * @property {number} original the model's length before scaling
 * @property {boolean} hasOriginal whether the config gives it beside the scaling
 * @property {number} pairs
 * @property {number} base
 */

/** Rotary scaling by its name in transformers. @type {Readonly<Record<string, (given: Config, sizes: RotarySizes) => Scaling | null>>} */
export const SCALINGS = {
  default: () => null,
  dynamic: (_, { longest }) => ({ kind: "dynamic", most: longest }),
  linear: (given) => ({ kind: "linear", factor: given.positive("factor", 1) }),
  llama3: (given) => ({
    kind: "llama3",
    factor: given.positive("factor", 8),
    lowFrequency: given.positive("low_freq_factor", 1),
    highFrequency: given.positive("high_freq_factor", 4),
    originalLength: given.whole("original_max_position_embeddings", 8192),
  }),
  yarn: yarnIn,
  longrope: longIn,
  su: longIn, // its name in older configs
};

/** @param {Config} given @param {RotarySizes} sizes */
const originalIn = (given, { original, hasOriginal }) =>
  hasOriginal ? original : given.whole("original_max_position_embeddings", original);

/** YaRN's growth of queries and keys. @param {number} factor of the positions @param {number} times */
export const mscaleOf = (factor, times) => (factor <= 1 ? 1 : 0.1 * times * Math.log(factor) + 1);

/** @param {Config} given @param {RotarySizes} sizes @returns {YarnScaling} */
function yarnIn(given, sizes) {
  const { longest, pairs, base } = sizes;
  const original = originalIn(given, sizes);
  const factor = given.positive("factor", longest / original);
  const width = 2 * pairs;
  /** The pair that turns so many times within the original length. @param {number} turns */
  const pairOf = (turns) => (width * Math.log(original / (turns * 2 * Math.PI))) / (2 * Math.log(base));
  const [fast, slow] = [pairOf(given.positive("beta_fast", 32)), pairOf(given.positive("beta_slow", 1))];
  const isWhole = given.flag("truncate", true);
  const low = Math.max(isWhole ? Math.floor(fast) : fast, 0);
  const high = Math.min(isWhole ? Math.ceil(slow) : slow, width - 1);
  const range = high === low ? 0.001 : high - low;
  const factors = Array.from({ length: pairs }, (_, pair) => {
    const kept = 1 - Math.min(1, Math.max(0, (pair - low) / range));
    return kept + (1 - kept) / factor;
  });
  const mscale = (/** @type {number} */ times) => mscaleOf(factor, times);
  const [own, all] = ["mscale", "mscale_all_dim"].map((name) => Number(given.given(name) ?? 0));
  const amplitude = given.positive("attention_factor", own && all ? mscale(own) / mscale(all) : mscale(1));
  return { kind: "yarn", factor, factors, amplitude };
}

/** @param {Config} given @param {RotarySizes} sizes @returns {LongScaling} */
function longIn(given, sizes) {
  const { longest, pairs } = sizes;
  const most = originalIn(given, sizes);
  const [short, long] = ["short_factor", "long_factor"].map((name) => given.positives(name, pairs));
  const factor = given.positive("factor", longest / most);
  const usual = factor <= 1 ? 1 : Math.sqrt(1 + Math.log(factor) / Math.log(most));
  return { kind: "longrope", short, long, most, amplitude: given.positive("attention_factor", usual) };
}

/** The options of the core's rope. @param {Scaling} scaling @param {number} tokens that attention sees */
export function factorsOf(scaling, tokens) {
  switch (scaling.kind) {
    case "dynamic":
      return {};
    case "linear":
      return { scaling: scaling.factor };
    case "yarn":
      return { factors: scaling.factors };
    case "longrope":
      return { factors: (isLong(scaling, tokens) ? scaling.long : scaling.short).map((each) => 1 / each) };
  }
  const { factor, originalLength: length, lowFrequency: low, highFrequency: high } = scaling;
  return { scaling: factor, length, low, high };
}

/** Whether a text is so long that its length changes the scaling. @param {Scaling | null | undefined} scaling @param {number} tokens */
export const isLong = (scaling, tokens) => scaling?.kind === "longrope" && tokens > scaling.most;

/** The factor of turned queries and keys. @param {Scaling | null | undefined} scaling */
export const amplitudeOf = (scaling) => (scaling && "amplitude" in scaling ? scaling.amplitude : 1);
