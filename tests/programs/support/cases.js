import { loadCore } from "../../../web/core/index.js";
import { paired } from "../../../web/kit/state/batch.js";
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
  const { own, tokens: read } = lesson.read(settings, layer);
  return pageCase(`layer ${layer} of a trained model`, { ...settings, tokens: read }, { own });
}

/**
 * Cases without a setting on the page: biases other than 0, and rotary positions.
 * @param {string} name
 * @param {string[]} keyTokens
 * @param {Partial<import("../../../web/core/types.js").LayerOptions>} options
 * @returns {Case}
 */
function layerCase(name, keyTokens, options) {
  const { seed } = DEFAULTS;
  const dModel = options.dModel ?? 32;
  const layer = core.createLayer({ dModel, numHeads: 4, seed, ...options });
  if (options.bias) layer.setWeights(someBiases(layer.config));
  const embed = (/** @type {readonly string[]} */ words) => core.embed(words, { dModel, seed });
  const run = layer.forward({ query: embed(tokens), key: keyTokens.length ? embed(keyTokens) : undefined });
  const weights = layer.weights();
  return {
    name,
    subject: {
      config: layer.config,
      steps: run.steps,
      values: (id) => run.tensor(id).data,
      weight: (weight) => /** @type {Tensor} */ (weights[weight]),
      settings: { tokens, keyTokens, weights: "random", seed },
    },
    tensor: (id) => run.tensor(id),
    refused: null,
    ownWeights: !options.bias,
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
  layerCase("rotary positions, another sentence, shared keys", tokenize(SECOND), {
    rope: true,
    numKvHeads: 2,
  }),
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
    { fault: "mask_repeat_order", given: paired },
  ),
  pageCase(
    "wrong path mask_repeat_order, causal",
    { dModel: 16, heads: 2, causal: true },
    { fault: "mask_repeat_order", given: paired },
  ),
];
