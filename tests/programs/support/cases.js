import { loadCore } from "../../../web/core/index.js";
import { compute } from "../../../web/state/picture.js";
import { DEFAULTS, OPENING, SECOND } from "../../../web/state/settings.js";
import { tokenize } from "../../../web/state/tokens.js";

/**
 * What the page shows, and the inputs and weights that it shows it of.
 *
 * @typedef {import("../../../web/core/types.js").TensorOutput} Tensor
 * @typedef {import("../../../web/text/code/index.js").Subject} Subject
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {Subject} subject
 * @property {(id: string) => Tensor & { strides: number[] }} tensor
 * @property {Record<string, Tensor | number>} inputs  by the names of the programs' parameters
 * @property {string | null} refused   what the core said of a wrong path that ends in a refusal
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

/**
 * A case that the page can be set to.
 * @param {string} name
 * @param {Partial<import("../../../web/state/settings.js").Settings>} change
 * @param {Parameters<typeof compute>[2]} [path]
 * @returns {Case}
 */
function pageCase(name, change, path) {
  const picture = compute(core, { tokens, ...DEFAULTS, ...change }, path);
  const { steps, tensor, weight } = picture;
  return {
    name,
    subject: picture,
    tensor,
    inputs: inputsOf(steps, tensor, weight),
    refused: steps.at(-1)?.error ?? null,
    ownWeights: true,
  };
}

/**
 * What the page has no switch for: biases, and rotary positions.
 * @param {string} name
 * @param {string[]} keyTokens
 * @param {Partial<import("../../../web/core/types.js").LayerOptions>} options
 * @returns {Case}
 */
function layerCase(name, keyTokens, options) {
  const { seed } = DEFAULTS;
  const layer = core.createLayer({ dModel: 32, numHeads: 4, seed, ...options });
  if (options.bias) layer.setWeights(someBiases(layer.config));
  const embed = (/** @type {readonly string[]} */ words) => core.embed(words, { dModel: 32, seed });
  const run = layer.forward({ query: embed(tokens), key: keyTokens.length ? embed(keyTokens) : undefined });
  const weights = layer.weights();
  return {
    name,
    subject: { steps: run.steps, settings: { tokens, keyTokens, weights: "random", seed } },
    tensor: (id) => run.tensor(id),
    inputs: inputsOf(
      run.steps,
      (id) => run.tensor(id),
      (weight) => /** @type {Tensor} */ (weights[weight]),
    ),
    refused: null,
    ownWeights: !options.bias,
  };
}

/** Numbers that no rounding hides. @param {import("../../../web/core/types.js").Config} config */
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
 * @param {readonly import("../../../web/core/types.js").Step[]} steps
 * @param {(id: string) => Tensor} tensor
 * @param {(name: import("../../../web/core/types.js").WeightName) => Tensor} weight
 */
function inputsOf(steps, tensor, weight) {
  /** @type {Record<string, Tensor | number>} */
  const inputs = {};
  for (const { id, op, weights, axes, shape } of steps) {
    if (op === "input") inputs[id] = tensor(id);
    for (const name of weights) inputs[`${name[0]}_${name[1].toLowerCase()}`] = weight(name);
    axes.forEach((axis, i) => {
      if (axis === "H" || axis === "H_kv") inputs[axis] = shape[i];
    });
  }
  // A wrong path may leave out a projection, but not its parameter.
  for (const name of /** @type {const} */ (["wQ", "wK", "wV", "wO"]))
    inputs[`w_${name[1].toLowerCase()}`] ??= weight(name);
  const [batch, , , keys] = tensor("weights").shape;
  inputs.padding = {
    shape: [batch, keys],
    data: Float32Array.from({ length: batch * keys }, (_, i) => Number(i >= keys + Math.ceil(keys / 2))),
  };
  return inputs;
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
  layerCase("biases, grouped heads", [], { bias: true, numKvHeads: 2 }),
  layerCase("rotary positions", [], { rope: true }),
  layerCase("rotary positions, another sentence, shared keys", tokenize(SECOND), {
    rope: true,
    numKvHeads: 2,
  }),
  ...FAULTS.map((fault) =>
    pageCase(`wrong path ${fault}`, { dModel: 32, heads: 4, causal: true }, { fault }),
  ),
  pageCase(
    "wrong path mask_repeat_order",
    { dModel: 16, heads: 2 },
    { fault: "mask_repeat_order", pair: true },
  ),
  pageCase(
    "wrong path mask_repeat_order, causal",
    { dModel: 16, heads: 2, causal: true },
    { fault: "mask_repeat_order", pair: true },
  ),
];
