import { loadCore } from "../../../web/core/index.js";
import { compute } from "../../../web/kit/state/picture.js";
import { DEFAULTS, OPENING } from "../../../web/kit/state/settings.js";
import { tokenize } from "../../../web/kit/state/tokens.js";

/** @typedef {import("../../../web/kit/state/picture.js").Picture} Picture */

const core = await loadCore();

/**
 * A picture of the default sentence with changed settings, from the real core.
 * @param {Partial<import("../../../web/kit/state/settings.js").Settings>} [change] @param {Parameters<typeof compute>[2]} [path]
 */
export function pictureOf(change = {}, path) {
  return compute(core, { tokens: tokenize(OPENING), ...DEFAULTS, ...change }, path);
}

/**
 * A picture of a layer and a forward pass with options that the page has no control for; by default three heads and five tokens.
 * @param {Partial<import("../../../web/core/types.js").LayerOptions>} options
 * @param {Partial<import("../../../web/core/types.js").ForwardInput>} [input]
 * @param {(name: string, made: import("../../../web/core/types.js").TensorOutput) => Float32Array} [given]  returns weights in place of the layer's own
 * @returns {Picture}
 */
export function layerPicture(options, input = {}, given) {
  const settings = { ...DEFAULTS, tokens: words(5), dModel: 12, heads: 3 };
  const layer = core.createLayer({ dModel: 12, numHeads: 3, seed: 4, ...options });
  const { dModel } = layer.config;
  if (given)
    layer.setWeights(
      Object.fromEntries(Object.entries(layer.weights()).map(([name, made]) => [name, given(name, made)])),
    );
  const run = layer.forward({ query: core.embed(settings.tokens, { dModel }), ...input });
  const weights = /** @type {any} */ (layer.weights());
  return /** @type {any} */ ({
    settings,
    operations: core.operations,
    steps: run.steps,
    step: (/** @type {string} */ id) => run.steps.find((step) => step.id === id),
    values: (/** @type {string} */ id) => run.tensor(id).data,
    weight: (/** @type {string} */ name) => weights[name],
  });
}

/** Tokens of one letter each. @param {number} count */
export const words = (count) => Array.from({ length: count }, (_, i) => `w${i}`);

/**
 * Pictures that cover all kinds of steps: one token, one head, heads with one feature, with and without masks.
 * @returns {Map<string, Picture>}
 */
export function variousPictures() {
  return new Map([
    ["opening", pictureOf()],
    ["opening, causal", pictureOf({ causal: true })],
    ["one token", pictureOf({ tokens: ["one"] })],
    ["one head", pictureOf({ heads: 1, tokens: words(5) })],
    ["heads of one feature", pictureOf({ dModel: 6, heads: 6, tokens: words(4), causal: true })],
    ["fused, with biases", pictureOf({ fused: true, bias: true, tokens: words(4) })],
    ["fused, heads of other sizes", pictureOf({ fused: true, dK: 3, dV: 5, tokens: words(4) })],
    ["values wider than keys", pictureOf({ dK: 2, dV: 7, bias: true, tokens: words(4), causal: true })],
    ["two sentences in a batch", pictureOf({ batchTokens: words(4), causal: true })],
    ["random weights", pictureOf({ weights: "random", seed: 7, dModel: 24, heads: 3 })],
  ]);
}

/** About a canvas's width of a text, with the same width for every letter. @param {string} text @param {number} [size] */
export const measure = (text, size = 12.5) => [...text].length * size * 0.56;

/** Every index of a shape, row-major. @param {readonly number[]} shape @returns {Generator<number[]>} */
export function* indices(shape) {
  const total = shape.reduce((a, b) => a * b, 1);
  for (let n = 0; n < total; n++) {
    const index = shape.map(() => 0);
    for (let axis = shape.length - 1, left = n; axis >= 0; axis--) {
      index[axis] = left % shape[axis];
      left = Math.floor(left / shape[axis]);
    }
    yield index;
  }
}

/** Position of an index in logical order. @param {readonly number[]} shape @param {readonly number[]} index */
export const flat = (shape, index) => index.reduce((at, i, axis) => at * shape[axis] + i, 0);
