import { optionsOf } from "../../kit/state/settings.js";
import { measuresOf } from "../state-measures.js";
import { drawing, valuesOf, orRefused } from "../state-runs.js";

/**
 * Decisions after a layer's width and number of heads: features of keys and values in each head, biases, and joint or separate products for
 * queries, keys and values; with their costs and effects.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Config} Config
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").WeightName} WeightName
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/index.js").Layer} Layer
 * @typedef {"bQ" | "bK" | "bV" | "bO"} BiasName
 *
 * @typedef {object} LayerTurn  changed settings; all others are the picture's
 * @property {number} [dK]
 * @property {number} [dV]
 * @property {boolean} [bias]
 * @property {boolean} [fused]
 *
 * @typedef {object} LayerAnswer
 * @property {Config} config
 * @property {Config} plain                  the plain layer for comparison: same width and heads, d_model / H features in each head, no biases, three products
 * @property {readonly Step[]} steps
 * @property {readonly Step[]} plainSteps
 * @property {import("../state-measures.js").Measure[]} measures
 * @property {Same | null} same              null for a layer with two inputs or latents, which a joint product cannot read
 * @property {Biases | null} biases          null without biases
 *
 * @typedef {{ numbers: number, equal: number }} Same  outputs of joint and separate products: count of numbers, and of those with equal
 * bits
 *
 * @typedef {object} Biases
 * @property {boolean} drawn                 whether the biases were drawn at random, because the layer's own are 0
 * @property {Record<BiasName, number>} moved  largest change of the output when each bias is left out
 * @property {number} folded                 largest change of the output when b_O absorbs b_V
 * @property {number} rounding               changes up to this are rounding
 */

/** @type {readonly BiasName[]} */
export const BIASES = ["bQ", "bK", "bV", "bO"];

const ROUNDING = 1e-5; // share of the output's largest number
const MOST = 512; // largest width of a head on the page
const TIMES = 4; // multiple of d_model / H

/** Reason why some settings cannot change, or null. @param {Picture} picture @returns {"cross" | "given" | null} */
export function hindranceIn({ own, call }) {
  if (own.parameters) return "given";
  return call?.key ? "cross" : null;
}

/** The largest width of a head. @param {Config} config */
export const mostFeatures = ({ dModel, numHeads, dK, dV }) =>
  Math.max(dK, dV, Math.min(MOST, Math.max(8, TIMES * Math.floor(dModel / numHeads))));

/** The shown layer with the changed settings. @param {Picture} picture @param {LayerTurn} turn @returns {Config} */
export function configOfTurn({ config, own, call }, { dK, dV, bias, fused }) {
  const sized = own.parameters ? {} : { dK: dK ?? config.dK, dV: dV ?? config.dV, bias: bias ?? config.bias };
  return { ...config, ...sized, fused: !call?.key && (fused ?? config.fused) };
}

/** The turn to open with: of a plain layer, d_k twice as wide, so that something differs; of others, none. @param {Picture} picture @returns {LayerTurn} */
export function firstTurn(picture) {
  const { config } = picture;
  const plain = plainOf(config);
  const isPlain = /** @type {const} */ (["dK", "dV", "bias", "fused"]).every(
    (name) => config[name] === plain[name],
  );
  return isPlain && !hindranceIn(picture) && 2 * config.dK <= mostFeatures(config)
    ? { dK: 2 * config.dK }
    : {};
}

/** @param {Config} config @returns {Config} */
function plainOf(config) {
  const features = Math.max(1, Math.floor(config.dModel / config.numHeads));
  return { ...config, dK: features, dV: features, bias: false, fused: false };
}

/**
 * @param {Core} core @param {Picture} picture a picture with a layer @param {LayerTurn} turn
 * @returns {LayerAnswer | { refused: import("../../kit/text/refusals.js").Message }} or the core's error
 */
export function layerAnswer(core, picture, turn) {
  const config = configOfTurn(picture, turn);
  const plain = plainOf(config);
  const { tokens, keyTokens, causal } = picture.settings;
  const extent = {
    Tq: tokens.length,
    Tk: picture.call?.key ? keyTokens.length || tokens.length : undefined,
    causal,
  };
  return orRefused(() => {
    const [layer, beside] = [config, plain].map((each) => core.cost(each, extent));
    const weights = weightsOf(core, picture, config);
    return {
      ...{ config, plain, steps: layer.steps, plainSteps: beside.steps },
      measures: measuresOf(layer, beside),
      same: picture.call?.key || config.latent ? null : sameBits(core, picture, config, weights),
      biases: config.bias ? biasesOf(core, picture, config, weights) : null,
    };
  });
}

/**
 * The layer's own weights if their sizes match, otherwise random ones with the same distribution. Biases of 0 are replaced by random ones.
 * @param {Core} core @param {Picture} picture @param {Config} config
 */
function weightsOf(core, picture, config) {
  const { seed, init } = optionsOf(picture.settings, "layer");
  const made = picture.own.parameters
    ? /** @type {Layer} */ (picture.layer).weights()
    : using(core, { ...config, seed, init }, {}, (layer) => layer.weights());
  const draw = drawing(seed);
  for (const name of BIASES)
    if (made[name]?.data.every((value) => value === 0))
      made[name] = { ...made[name], data: made[name].data.map(() => draw() - 0.5) };
  return made;
}

/** @template Read @param {Core} core @param {import("../../core/types.js").LayerOptions} options @param {Partial<Record<WeightName, TensorOutput>>} weights @param {(layer: Layer) => Read} read */
function using(core, options, weights, read) {
  const layer = core.createLayer(options);
  try {
    layer.setWeights(weights);
    return read(layer);
  } finally {
    layer.dispose();
  }
}

/** @param {Picture} picture @param {Layer} layer */
const outputOf = (picture, layer) =>
  valuesOf(
    { ...picture, layer },
    /** @type {import("../../core/types.js").ForwardInput} */ (picture.call),
    (run) => run.output,
  );

/**
 * Compares the outputs of a joint product and of three products with the same weights.
 * @param {Core} core
 * @param {Picture} picture
 * @param {Config} config
 * @param {Partial<Record<WeightName, TensorOutput>>} weights
 * @returns {Same}
 */
function sameBits(core, picture, config, weights) {
  const [one, three] = [true, false].map((fused) =>
    using(core, { ...config, fused }, weights, (layer) => bitsOf(outputOf(picture, layer))),
  );
  return { numbers: one.length, equal: one.filter((bits, i) => bits === three[i]).length };
}

/** @param {TensorOutput} output */
const bitsOf = ({ data }) => new Uint32Array(data.buffer, data.byteOffset, data.length);

/**
 * Measures the effect of each bias by leaving it out.
 * @param {Core} core
 * @param {Picture} picture
 * @param {Config} config
 * @param {Partial<Record<WeightName, TensorOutput>>} weights
 * @returns {Biases}
 */
function biasesOf(core, picture, config, weights) {
  const [bO, bV] = /** @type {TensorOutput[]} */ ([weights.bO, weights.bV]);
  return using(core, config, weights, (layer) => {
    const all = outputOf(picture, layer);
    const [, tokens] = all.shape;
    const order = Array.from({ length: tokens }, (_, i) => i);
    const differenceTo = (/** @type {TensorOutput} */ output) => core.putBack(all, output, order).largest;
    const without = (/** @type {BiasName} */ name) => {
      const own = /** @type {TensorOutput} */ (weights[name]);
      layer.setWeights({ [name]: nothing(own) });
      const output = outputOf(picture, layer);
      layer.setWeights({ [name]: own });
      return output;
    };
    const moved = Object.fromEntries(BIASES.map((name) => [name, differenceTo(without(name))]));
    // b_V adds one vector to every output row, and b_O can add the same vector.
    const bare = without("bV");
    const taken = bO.data.map((value, i) => value + all.data[i] - bare.data[i]);
    layer.setWeights({ bV: nothing(bV), bO: { ...bO, data: taken } });
    const folded = differenceTo(outputOf(picture, layer));
    const most = all.data.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    return {
      drawn: !picture.own.parameters,
      moved: /** @type {Record<BiasName, number>} */ (moved),
      ...{ folded, rounding: ROUNDING * most },
    };
  });
}

/** @param {TensorOutput} tensor */
const nothing = (tensor) => ({ ...tensor, data: new Float32Array(tensor.data.length) });

/**
 * A layer's matrices, biases and tensors as drawn: each matrix above its result.
 *
 * @typedef {object} Block   a matrix, a bias, or a tensor
 * @property {string} id
 * @property {string} name
 * @property {string} shape
 * @property {number} rows      number of rows: features or tokens
 * @property {number} cols      number of columns: features
 * @property {{ count: number, of: number, down: boolean } | null} heads  number of heads, query heads per head, and whether heads divide the rows
 *
 * @typedef {object} Column  a matrix above, and its result below
 * @property {Block | null} above
 * @property {Block | null} bias
 * @property {Block} below
 * @property {boolean} joined   whether the column and the previous one are parts of one joint matrix
 */

/** @param {Config} config @param {readonly Step[]} steps from the core, for such a layer @returns {Column[]} */
export function columnsOf(config, steps) {
  const { numHeads, numKvHeads, fused } = config;
  const group = numHeads / numKvHeads;
  const step = (/** @type {string} */ id) => /** @type {Step} */ (steps.find((each) => each.id === id));
  const column = (
    /** @type {string} */ id,
    /** @type {string} */ by,
    /** @type {Block["heads"]} */ heads,
  ) => {
    const below = tensor(step(id), heads);
    const above = matrix(by, Number(widthInto(id, steps)), below.cols, heads);
    return { above, bias: config.bias ? biasOf(by, below.cols, heads) : null, below, joined: false };
  };
  const input = steps.find(({ op }) => op === "input");
  const across = (/** @type {number} */ count, /** @type {number} */ of) => ({ count, of, down: false });
  const output = column("output", "O", null);
  return [
    { above: null, bias: null, below: tensor(/** @type {Step} */ (input), null), joined: false },
    column("q", "Q", across(numHeads, 1)),
    { ...column("k", "K", across(numKvHeads, group)), joined: fused },
    { ...column("v", "V", across(numKvHeads, group)), joined: fused },
    { above: null, bias: null, below: tensor(step("concat"), across(numHeads, 1)), joined: false },
    { ...output, above: output.above && { ...output.above, heads: { count: numHeads, of: 1, down: true } } },
  ];
}

/** All blocks, in the order in which the layer uses them. @param {readonly Column[]} columns @returns {Block[]} */
export const blocksOf = (columns) =>
  columns.flatMap(({ above, bias, below }) => [above, bias, below].filter((block) => block !== null));

/** Number of features that the tensor's step reads. @param {string} id @param {readonly Step[]} steps */
function widthInto(id, steps) {
  let step = steps.find((each) => each.id === id);
  while (step && step.op === "slice") step = steps.find((each) => each.id === step?.inputs[0]);
  return steps.find((each) => each.id === step?.inputs[0])?.shape.at(-1);
}

/** @param {Step} step @param {Block["heads"]} heads @returns {Block} */
const tensor = ({ id, shape }, heads) => ({
  ...{ id, name: id, shape: shape.join("×"), heads },
  ...{ rows: Number(shape.at(-2)), cols: Number(shape.at(-1)) },
});

/** @param {string} by @param {number} rows @param {number} cols @param {Block["heads"]} heads @returns {Block} */
const matrix = (by, rows, cols, heads) => ({
  id: `w${by}`,
  name: `W_${by}`,
  shape: `${rows}×${cols}`,
  rows,
  cols,
  heads,
});

/** @param {string} by @param {number} cols @param {Block["heads"]} heads @returns {Block} */
const biasOf = (by, cols, heads) => ({
  id: `b${by}`,
  name: `b_${by}`,
  shape: `${cols}`,
  rows: 1,
  cols,
  heads,
});
