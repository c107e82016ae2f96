import { loadCore } from "../../../web/core/index.js";
import { repeatPadded } from "../../../web/kit/state/batch.js";
import { compute } from "../../../web/kit/state/picture.js";
import { DEFAULTS, OPENING, SECOND, SHORTER } from "../../../web/kit/state/settings.js";
import { learn } from "../../../web/kit/state/trained-layer.js";
import { tokenize } from "../../../web/kit/state/tokens.js";
import { ODD_TOKENS } from "../../page/support/odd-tokens.js";

/**
 * Settings of the page for which programs are tested.
 *
 * @typedef {import("../../../web/core/types.js").TensorOutput} Tensor
 * @typedef {import("../../../web/kit/text/code/index.js").Subject} Subject
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {Subject} subject
 * @property {(id: string) => Tensor & { strides: number[] }} tensor
 * @property {string | null} refused   what the core said of a wrong path that ends in a refusal
 * @property {readonly string[]} [compared]  steps; all unless told
 * @property {boolean} ownWeights      whether the page's settings alone give these weights
 */

const FAULTS = /** @type {const} */ ([
  "view_without_transpose",
  "merge_without_transpose",
  "view_without_contiguous",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
]);

const core = await loadCore();
const tokens = tokenize(OPENING);
const SHORT = tokenize(SHORTER);

/**
 * A case by settings of the page.
 * @param {string} name
 * @param {Partial<import("../../../web/kit/state/settings.js").Settings>} change
 * @param {Parameters<typeof compute>[2]} [path]
 * @returns {Case}
 */
function pageCase(name, change, path) {
  const picture = compute(core, { tokens, ...DEFAULTS, ...change }, path);
  const refused = picture.steps.at(-1)?.error ?? null;
  return { name, subject: picture, tensor: picture.tensor, refused, ownWeights: true };
}

const lesson = await learn({ training: "step=20", seed: 1, heads: 4, dModel: 64 }, () => true);

/** A layer of a trained model. @param {number} layer @returns {Case} */
function trainedCase(layer) {
  const settings = { ...DEFAULTS, tokens, weights: /** @type {const} */ ("trained"), heads: 4 };
  const { own, settings: read } = lesson.read(settings, layer);
  return pageCase(`layer ${layer} of a trained model`, { ...settings, ...read }, { own });
}

/**
 * Cases without a setting on the page: biases other than 0, and rotary positions.
 * @param {string} name
 * @param {string[]} keyTokens
 * @param {Partial<import("../../../web/core/types.js").LayerOptions>} options
 * @param {{ causal?: boolean, past?: readonly string[], fault?: import("../../../web/core/types.js").Fault, learned?: boolean }} [given]  words whose keys and values are cached; whether
 *   the weights of norms and sinks have changed since they were made
 * @returns {Case}
 */
function layerCase(name, keyTokens, options, { causal, past = [], fault, learned = false } = {}) {
  const { seed } = DEFAULTS;
  const dModel = options.dModel ?? 32;
  const layer = core.createLayer({ dModel, numHeads: 4, seed, ...options });
  if (options.bias) layer.setWeights(someBiases(layer.config));
  if (learned) layer.setWeights(someOfVariants(layer.config));
  const embed = (/** @type {readonly string[]} */ words) => core.embed(words, { dModel, seed });
  const cached = past.length ? layer.forward({ query: embed(past) }).present : null;
  const run = layer.forward({
    ...{ query: embed(tokens), key: keyTokens.length ? embed(keyTokens) : undefined, causal, fault },
    ...(cached && { past: cached }),
  });
  const weights = layer.weights();
  return {
    name,
    subject: {
      config: layer.config,
      steps: run.steps,
      values: (id) => run.tensor(id).data,
      weight: (weight) => /** @type {Tensor} */ (weights[weight]),
      settings: { tokens, keyTokens, weights: "random", seed, causal },
      fault,
    },
    tensor: (id) => run.tensor(id),
    refused: null,
    ownWeights: !options.bias && !learned,
  };
}

/** Weights of norms and sinks, and biases of latents, as after training. @param {import("../../../web/core/types.js").Config} config */
function someOfVariants({ dModel, numHeads, numKvHeads, dK, qkNorm, sinks, latent }) {
  const values = (/** @type {number} */ length, /** @type {number} */ phase) =>
    Float32Array.from({ length }, (_, i) => 1 + Math.sin(i + phase) / 2);
  return {
    ...(qkNorm && {
      gQ: values(qkNorm.whole ? numHeads * dK : dK, 1),
      gK: values(qkNorm.whole ? numKvHeads * dK : dK, 2),
    }),
    ...(sinks && { sinks: values(numHeads, 3) }),
    ...(latent && latent.norm && { gDQ: values(latent.queryRank, 4), gDKV: values(latent.rank, 5) }),
    ...(latent &&
      latent.bias && {
        ...{ bDQ: values(latent.queryRank, 6), bDKV: values(latent.rank, 7) },
        ...{ bKR: values(latent.ropeWidth, 8), bO: values(dModel, 9) },
      }),
  };
}

/** Numbers far enough from 0 that rounding cannot hide a mistake. @param {import("../../../web/core/types.js").Config} config */
function someBiases({ dModel, numHeads, numKvHeads, dK, dV }) {
  const values = (/** @type {number} */ length, /** @type {number} */ phase) =>
    Float32Array.from({ length }, (_, i) => Math.sin(i + phase));
  return {
    bQ: values(numHeads * dK, 1),
    bK: values(numKvHeads * dK, 2),
    bV: values(numKvHeads * dV, 3),
    bO: values(dModel, 4),
  };
}

/**
 * The largest sizes of the page. Unscaled scores may differ in their last places, because the products are
 * summed in another order.
 * @param {Partial<import("../../../web/kit/state/settings.js").Settings>} change
 * @returns {Case}
 */
const wide = (change) => ({
  ...pageCase(`as wide as the page goes, ${Object.keys(change)}`, { dModel: 1024, ...change }),
  compared: ["q", "k", "v", "scaled", "weights", "context", "output"],
});

/**
 * Options of a layer beyond those of 2017, and arguments of its call.
 * @typedef {[name: string, options: Partial<import("../../../web/core/types.js").LayerOptions>, given?: { causal?: boolean, past?: string[], learned?: boolean }]} Variant
 * @type {readonly Variant[]}
 */
const VARIANTS = [
  ["rotary halves", { rope: { style: "half", base: 500 } }],
  ["rotary positions of some features", { rope: { fraction: 0.5, scaling: 2 } }],
  ["rotary positions as in Llama 3.1", { rope: { style: "half", length: 64, scaling: 8 } }],
  ["rotary positions, scaled pair by pair", { rope: { style: "half", factors: [1, 0.75, 0.5, 0.25] } }],
  ["ALiBi", { alibi: true }],
  ["ALiBi of six heads", { alibi: true, dModel: 24, numHeads: 6 }],
  ["norm of queries and keys", { qkNorm: true }],
  ["norm of all heads' queries and keys", { qkNorm: { whole: true }, numKvHeads: 2 }],
  ["soft cap", { softcap: 0.5 }],
  ["window", { window: 3 }],
  ["window to both sides, causal", { window: [2, 1] }, { causal: true }],
  ["sinks", { sinks: true }],
  ["past", {}, { past: ["so", "war", "es"], causal: true }],
  ["two key/value heads", { numKvHeads: 2 }],
];

const LATENT = {
  rope: { style: /** @type {const} */ ("half") },
  latent: { rank: 6, queryRank: 5, ropeWidth: 4 },
};

/** Latent attention, alone and with what goes with it. @type {readonly Variant[]} */
const LATENTS = [
  ["latents", LATENT],
  [
    "a latent of keys and values, heads of other sizes",
    { ...LATENT, latent: { rank: 6, ropeWidth: 2 }, dK: 3, dV: 5 },
  ],
  ["normed latents", { ...LATENT, latent: { ...LATENT.latent, norm: { eps: 1e-4 } } }, { learned: true }],
  [
    "latents with biases",
    { ...LATENT, latent: { ...LATENT.latent, norm: true, bias: true } },
    { learned: true },
  ],
  ["a normed latent of keys and values", { ...LATENT, latent: { rank: 6, ropeWidth: 2, norm: true } }],
  [
    "latents with a past, a window and a soft cap",
    { ...LATENT, rope: { fraction: 0.5 }, window: 4, softcap: 2, dModel: 16 },
    { past: ["so", "war"], causal: true },
  ],
];

/** Wrong paths of single options. @type {readonly [fault: import("../../../web/core/types.js").Fault, ...options: [Variant[1], Variant[2]?]][]} */
const FAULTS_OF_VARIANTS = [
  ["rope_style", { rope: true }],
  ["rope_style", { rope: { style: "half" }, qkNorm: true }],
  ["positions_restart", { rope: true }, { past: ["so", "war", "es"], causal: true }],
  ["alibi_sign", { alibi: true }],
  ["window_off_by_one", { window: 3 }],
  ["window_off_by_one", { window: [-1, 1], sinks: true }],
  ["mask_reversed", { window: [2, 1] }, { causal: true }],
  ["softmax_axis", { sinks: true }],
];

/** Two variants at once, where they go together. @param {readonly Variant[]} variants @returns {Variant[]} */
function pairs(variants) {
  const positions = (/** @type {Variant} */ [, { rope, alibi }]) => Boolean(rope || alibi);
  return variants.flatMap((a, i) =>
    variants.slice(i + 1).flatMap((b) => {
      const isOne = Object.keys(a[1]).some((option) => option in b[1]) || (positions(a) && positions(b));
      const [name, options, given] = [`${a[0]}, ${b[0]}`, { ...a[1], ...b[1] }, { ...a[2], ...b[2] }];
      return isOne ? [] : [/** @type {Variant} */ ([name, options, given])];
    }),
  );
}

/** @type {readonly Case[]} */
export const CASES = [
  pageCase("as the page opens", {}),
  pageCase("causal, random weights", {
    tokens: tokens.slice(0, 5),
    dModel: 24,
    heads: 3,
    causal: true,
    weights: "random",
    seed: 7,
  }),
  pageCase("small weights", { dModel: 24, heads: 3, weights: "small", seed: 7 }),
  pageCase("one token, heads of one feature", { tokens: ["one"], dModel: 6, heads: 6 }),
  pageCase("grouped heads, causal", { dModel: 32, kvHeads: 2, causal: true }),
  pageCase("another sentence, one key/value head", { keyTokens: tokenize(SECOND), dModel: 48, kvHeads: 1 }),
  pageCase("queries without a key", { keyTokens: ["zwei", "Wörter"], dModel: 16, heads: 2, causal: true }),
  pageCase("numbers that stand in the program", { tokens: tokens.slice(0, 5), dModel: 8, heads: 2 }),
  pageCase("numbers in the program, two sentences and one key/value head", {
    tokens: ["one", "two"],
    keyTokens: tokens.slice(0, 3),
    dModel: 8,
    heads: 4,
    kvHeads: 1,
    causal: true,
    weights: "random",
  }),
  wide({ heads: 16, weights: "random" }),
  wide({ kvHeads: 4, causal: true }),
  pageCase("a hundred tokens", { tokens: Array.from({ length: 100 }, (_, i) => `w${i % 30}`), dModel: 96 }),
  layerCase("biases in the program", [], { bias: true, dModel: 6, numHeads: 2 }),
  layerCase("biases, grouped heads", [], { bias: true, numKvHeads: 2 }),
  layerCase("biases, one product", [], { bias: true, fused: true, numKvHeads: 2, dK: 5, dV: 3 }),
  pageCase("biases, as they begin", { dModel: 24, heads: 3, bias: true, weights: "random" }),
  pageCase("one product", { fused: true }),
  pageCase("one product, causal, numbers in the program", {
    ...{ tokens: tokens.slice(0, 4), dModel: 8, heads: 2, weights: "random" },
    ...{ fused: true, causal: true, bias: true },
  }),
  pageCase("one product, shared keys", { dModel: 32, kvHeads: 2, fused: true, weights: "random" }),
  pageCase("heads of other sizes", { dModel: 24, heads: 3, dK: 4, dV: 10 }),
  pageCase("values of one feature", { dModel: 24, heads: 3, dV: 1, weights: "random" }),
  pageCase("heads of other sizes, shared keys, another sentence", {
    ...{ keyTokens: tokenize(SECOND), dModel: 30, heads: 4, kvHeads: 2, dK: 6, dV: 9, weights: "random" },
  }),
  trainedCase(0),
  trainedCase(1),
  layerCase("rotary positions", [], { rope: true }),
  layerCase(
    "a model of today",
    [],
    {
      ...{ rope: { style: "half" }, qkNorm: true, softcap: 2, window: 4, sinks: true, numKvHeads: 2 },
      ...{ fused: true, bias: true },
    },
    { past: ["so", "war", "es"], causal: true },
  ),
  layerCase(
    "ALiBi with all that goes with it",
    [],
    { alibi: true, qkNorm: true, softcap: 2, window: [3, 0], sinks: true, numKvHeads: 2 },
    { past: ["so", "war", "es"] },
  ),
  layerCase("rotary positions, another sentence, shared keys", tokenize(SECOND), {
    rope: true,
    numKvHeads: 2,
  }),
  ...[...VARIANTS, ...LATENTS].map(([name, options, given]) => layerCase(name, [], options, given)),
  ...pairs(VARIANTS).map(([name, options, given]) =>
    layerCase(name, [], options, { ...given, learned: true }),
  ),
  layerCase("rotary halves of some features and a window, another sentence", tokenize(SECOND), {
    ...{ rope: { style: "half", fraction: 0.5 }, window: [2, 1], numKvHeads: 2 },
  }),
  layerCase(
    "a past of another sentence",
    tokenize(SECOND),
    { rope: true, window: 3 },
    { past: ["ein", "Satz"], causal: true },
  ),
  ...FAULTS_OF_VARIANTS.map(([fault, options, given]) =>
    layerCase(`wrong path ${fault}, ${Object.keys(options)}`, [], options, { ...given, fault }),
  ),
  ...FAULTS.map((fault) =>
    pageCase(`wrong path ${fault}`, { dModel: 32, heads: 4, causal: true }, { fault }),
  ),
  pageCase(
    "wrong path view_without_contiguous, numbers in the program",
    { dModel: 8, heads: 2 },
    { fault: "view_without_contiguous" },
  ),
  ...FAULTS.map((fault) =>
    pageCase(
      `wrong path ${fault}, one product`,
      { dModel: 32, heads: 4, causal: true, fused: true },
      { fault },
    ),
  ),
  pageCase("tokens of any letters", {
    ...{ dModel: 16, heads: 2 },
    tokens: [...ODD_TOKENS, "two words ".repeat(20), "\x7f"],
  }),
  pageCase("two sentences, one padded", { dModel: 16, heads: 2, batchTokens: SHORT }),
  pageCase("two sentences, one padded, causal, fused, grouped", {
    ...{ dModel: 16, heads: 4, kvHeads: 2, batchTokens: SHORT },
    ...{ causal: true, fused: true },
  }),
  pageCase("two sentences that ask a third", {
    ...{ dModel: 16, heads: 2, batchTokens: SHORT },
    keyTokens: tokenize(SECOND),
  }),
  pageCase(
    "wrong path mask_reversed of two sentences",
    { dModel: 16, heads: 2, causal: true, batchTokens: SHORT },
    { fault: "mask_reversed" },
  ),
  pageCase(
    "wrong path mask_repeat_order of two sentences",
    { dModel: 16, heads: 2, batchTokens: SHORT },
    { fault: "mask_repeat_order" },
  ),
  pageCase(
    "wrong path mask_repeat_order",
    { dModel: 16, heads: 2 },
    { fault: "mask_repeat_order", given: repeatPadded },
  ),
  pageCase(
    "wrong path mask_repeat_order, causal",
    { dModel: 16, heads: 2, causal: true },
    { fault: "mask_repeat_order", given: repeatPadded },
  ),
];
