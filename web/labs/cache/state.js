import { presetNamed } from "../../kit/state/presets.js";

/**
 * One more token with a cache: the keys and values of the earlier tokens are given to the layer as `past`. All numbers are the core's.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").LayerOptions} LayerOptions
 * @typedef {import("../../core/cost.js").Totals} Totals
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 *
 * @typedef {object} Drawn  rows of one head, one a token
 * @property {string} id    step of the pass that computes only the new token
 * @property {readonly number[]} shape
 * @property {Float32Array} rows
 * @property {number} width  numbers in a row
 *
 * @typedef {object} CacheAnswer
 * @property {number} known  tokens whose keys and values are given
 * @property {Drawn} queries of all tokens, those of the earlier ones from a pass without a cache
 * @property {Drawn} keys    of all tokens
 * @property {Drawn} weights of the new token
 * @property {Totals} kept   cost of the pass with the cache
 * @property {Totals} again  cost of a pass without a cache
 */

/**
 * Why a layer on the picture's sentence has no cache of keys and values to draw; null if it has one.
 * @param {Picture} picture @returns {"one" | "cross" | "latent" | null}
 */
export function whyNoCache({ settings, call, config }) {
  if (settings.tokens.length < 2) return "one";
  if (call?.key) return "cross";
  return config.latent ? "latent" : null;
}

/**
 * The pass for the token after `known` others, in one head.
 * @param {Core} core @param {Picture} picture of a layer, with at least known + 1 tokens @param {number} known at least 1 @param {number} head
 * @returns {CacheAnswer}
 */
export function cacheAnswer(core, picture, known, head) {
  const layer = /** @type {NonNullable<Picture["layer"]>} */ (picture.layer);
  const query = /** @type {import("../../core/types.js").TensorInput} */ (picture.call?.query);
  const rows = (/** @type {number} */ from, /** @type {number} */ to) => rowsOf(query, from, to);
  const earlier = layer.forward({ query: rows(0, known), causal: true });
  const whole = layer.forward({ query: rows(0, known + 1), causal: true });
  const now = layer.forward({ query: rows(known, known + 1), causal: true, past: earlier.present });
  try {
    const { config } = picture;
    const { numHeads, numKvHeads } = config;
    const shared = Math.floor((head * numKvHeads) / numHeads);
    return {
      known,
      queries: ofHead(now, askedIn(now), head, whole),
      keys: ofHead(now, "k_cache", shared),
      weights: ofHead(now, "weights", head),
      kept: core.cost(config, { Tq: 1, past: known, causal: true }),
      again: core.cost(config, { Tq: known + 1, causal: true }),
    };
  } finally {
    for (const run of [earlier, whole, now]) run.dispose();
  }
}

/** The id of the queries that the scores read: the last step of the queries by head. @param {import("../../core/index.js").Run} run */
const askedIn = ({ steps }) =>
  /** @type {import("../../core/types.js").Step} */ (
    steps.findLast(({ lane, axes }) => lane === "q" && axes[1] === "H")
  ).id;

/**
 * A step of a pass, with the rows of one head; the rows may come from the same step of another pass.
 * @param {import("../../core/index.js").Run} run @param {string} id @param {number} head @param {import("../../core/index.js").Run} [from]
 * @returns {Drawn}
 */
function ofHead(run, id, head, from = run) {
  const { shape } = run.tensor(id);
  const { data, shape: sizes } = from.tensor(id);
  const each = sizes[2] * sizes[3];
  return { id, shape, rows: data.slice(head * each, (head + 1) * each), width: sizes[3] };
}

/** The rows of some tokens of an input. @param {import("../../core/types.js").TensorInput} input (1, T, n) @param {number} from @param {number} to */
function rowsOf({ data, shape }, from, to) {
  const width = Number(shape.at(-1));
  return { data: Array.prototype.slice.call(data, from * width, to * width), shape: [1, to - from, width] };
}

/**
 * The kinds of attention that are compared, at true sizes.
 *
 * @typedef {"many" | "grouped" | "one" | "window" | "latent"} Kind
 * @typedef {{ kind: Kind, name: string, layers: number, layer: LayerOptions, supposed?: boolean }} Model  supposed: the model has another number of key heads
 */

const LLAMA = /** @type {import("../../kit/state/presets.js").Preset} */ (presetNamed("llama-3"));
const MISTRAL = /** @type {import("../../kit/state/presets.js").Preset} */ (presetNamed("mistral"));
const DEEPSEEK_V2 = /** @type {import("../../kit/state/presets.js").Preset} */ (presetNamed("deepseek-v2"));

/** @type {readonly Model[]} */
export const MODELS = [
  { ...LLAMA, kind: "many", layer: { ...LLAMA.layer, numKvHeads: LLAMA.layer.numHeads }, supposed: true },
  { ...LLAMA, kind: "grouped" },
  { ...LLAMA, kind: "one", layer: { ...LLAMA.layer, numKvHeads: 1 }, supposed: true },
  { ...MISTRAL, kind: "window" },
  { ...DEEPSEEK_V2, kind: "latent" },
];

const SIXTEEN = 2; // the core's numbers have 32 bits, those of caches usually 16

/** Context lengths: 1k to 128k. */
export const LENGTHS = Array.from({ length: 8 }, (_, i) => 1024 * 2 ** i);

/**
 * Memory of a cache at 16 bits: bytes a token in one layer, and bytes of a context in all layers. A window keeps no more tokens than it shows.
 * @param {Core} core @param {number} length of the context, in tokens
 */
export const memoryOf = (core, length) =>
  MODELS.map((model) => {
    const { layer, layers } = model;
    const token = core.cost(layer, { Tq: 1 }).cacheBytesPerToken / SIXTEEN;
    const kept = Math.min(length, typeof layer.window === "number" ? layer.window : length);
    return { ...model, token, all: token * layers * kept };
  });
