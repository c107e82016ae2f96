/** @import { StoredMatrix } from "../../core/transformer.js" */
/** @import { Description } from "./description.js" */
/** @import { Names } from "./families.js" */
/** @import { RawTensor } from "./weights.js" */

/**
 * The parameters that a description requires, and the names of their tensors.
 *
 * @typedef {object} Parameter
 * @property {string} role  its role in the model; for layer l "layer{l}.wQ"
 * @property {readonly string[]} names  that the tensor may have, the usual one first
 * @property {readonly number[]} shape  as stored
 * @property {Layout} [layout]  of a matrix or bias of layers; nn.Linear's (out, in) whole if left out
 *
 * @typedef {object} Layout
 * @property {boolean} [isInOut]  stored (in, out)
 * @property {0 | 1 | 2} [part]  queries, keys or values of one tensor's output features; or its gate or what is gated
 * @property {"thirds" | "heads" | "halves"} [by]  how it holds them
 */

/** Names of an affine norm's gain and shift: in PyTorch, and in TensorFlow (in older checkpoints). */
const GAIN = [".weight", ".gamma"];
const SHIFT = [".bias", ".beta"];

/** Roles of the factors of what a layer adds, by the parameters that they multiply. */
export const SCALES = { wO: "attentionScale", bO: "attentionScale", wDown: "mlpScale", bDown: "mlpScale" };

/** Roles of the projections in a combined module. */
const QKV = /** @type {const} */ (["Q", "K", "V"]);

/**
 * In the order of use. Layers are listed one by one, so that a config with too many layers fails at the first
 * missing layer.
 * @param {Description} model @param {Names} names @param {string} prefix @returns {Generator<Parameter>}
 */
export function* parametersOf(model, names, prefix) {
  yield* model.vision ? pictureEmbedding(model, names, prefix) : embedding(model, names, prefix);
  for (let layer = 0; layer < model.layers; layer++) yield* parametersOfLayer(model, names, prefix, layer);
  if (names.finalNorm) yield* norm("finalNorm", prefix + names.finalNorm, model.dModel, model);
}

/** @param {Description} model @param {Names} names @param {string} prefix @returns {Generator<Parameter>} */
function* embedding(model, names, prefix) {
  const { dModel, vocabulary, positions, types } = model;
  yield matrix("words", prefix + names.words, [vocabulary, dModel]);
  if (positions) yield matrix("positions", prefix + names.positions, [positions, dModel]);
  if (types) yield matrix("types", prefix + names.types, [types, dModel]);
  if (names.inputNorm) yield* norm("inputNorm", prefix + names.inputNorm, dModel, model);
}

/** @param {Description} model @param {Names} names @param {string} prefix @returns {Generator<Parameter>} */
function* pictureEmbedding(model, names, prefix) {
  const { dModel } = model;
  const { channels, patch, size, extra, registers } = /** @type {import("./description.js").Vision} */ (
    model.vision
  );
  const of = /** @type {import("./families.js").PictureNames} */ (names.picture);
  /** @param {string} role @param {string} name @param {readonly number[]} shape @returns {Parameter} */
  const tensor = (role, name, shape) => ({ role, names: [prefix + name], shape });
  const placed = extra.length - registers + Math.floor(size[0] / patch[0]) * Math.floor(size[1] / patch[1]);
  yield tensor("patches", `${of.patches}.weight`, [dModel, channels, ...patch]);
  if (of.patchBias) yield tensor("bPatches", `${of.patches}.bias`, [dModel]);
  for (const [i, name] of of.tokens.entries())
    yield tensor(`token${i}`, name, [...of.outer, ...of.outer, dModel]);
  if (registers)
    yield tensor("registers", /** @type {string} */ (of.registers), [...of.outer, registers, dModel]);
  yield tensor("positions", of.positions, [...of.outer, placed, dModel]);
  if (names.inputNorm) yield* norm("inputNorm", prefix + names.inputNorm, dModel, model);
}

/** @param {Description} model @param {Names} names @param {string} prefix @param {number} layer @returns {Generator<Parameter>} */
function* parametersOfLayer(model, names, prefix, layer) {
  const { dModel, heads, kvHeads, dHead, dFeedForward, qkvBias, oBias, mlpBias } = model;
  const place = prefix + names.layer.replace("{l}", String(layer));
  const scope = `layer${layer}.`;
  const [width, kvWidth] = [heads * dHead, kvHeads * dHead];
  const { isInOut } = names;
  /** @param {string} role @param {string} module @param {number} out @param {number} into @param {boolean} bias */
  const linearOf = (role, module, out, into, bias) =>
    linear(scope, role, place + module, { out, into, bias, layout: isInOut ? { isInOut } : undefined });
  yield* norm(`${scope}attentionNorm`, place + names.attentionNorm, dModel, model);
  if (names.qkv) yield* fused(model, names, place, scope);
  else {
    yield* linearOf("Q", /** @type {string} */ (names.q), width, dModel, qkvBias);
    yield* linearOf("K", /** @type {string} */ (names.k), kvWidth, dModel, qkvBias);
    yield* linearOf("V", /** @type {string} */ (names.v), kvWidth, dModel, qkvBias);
  }
  if (model.qkNorm) {
    yield { role: `${scope}gQ`, names: [`${place}${names.qNorm}.weight`], shape: [dHead] };
    yield { role: `${scope}gK`, names: [`${place}${names.kNorm}.weight`], shape: [dHead] };
  }
  if (model.byDistance)
    yield {
      ...{ role: `${scope}distances`, names: [`${place}${names.distances}.weight`] },
      ...{ shape: [2 * model.byDistance.most - 1, dHead], layout: { isInOut: true } },
    };
  yield* linearOf("O", names.o, dModel, width, oBias);
  if (names.attentionScale)
    yield { role: `${scope}${SCALES.wO}`, names: [place + names.attentionScale], shape: [dModel] };
  if (names.mlpScale)
    yield { role: `${scope}${SCALES.wDown}`, names: [place + names.mlpScale], shape: [dModel] };
  if (names.afterAttentionNorm)
    yield* norm(`${scope}afterAttentionNorm`, place + names.afterAttentionNorm, dModel, model);
  yield* norm(`${scope}mlpNorm`, place + names.mlpNorm, dModel, model);
  if (model.gated && names.gated) yield* gatedFeedForward(model, names.gated, place, scope);
  else {
    if (names.gate) yield* linearOf("Gate", names.gate, dFeedForward, dModel, mlpBias);
    yield* linearOf("Up", names.up, dFeedForward, dModel, mlpBias);
    yield* linearOf("Down", names.down, dModel, dFeedForward, mlpBias);
  }
  if (names.afterMlpNorm) yield* norm(`${scope}afterMlpNorm`, place + names.afterMlpNorm, dModel, model);
}

/** @param {Description} model @param {import("./families.js").Classifier} classifier @returns {Generator<Parameter>} */
export function* parametersOfClassifier({ vocabulary, dModel }, classifier) {
  for (const [i, { module, reads }] of classifier.entries()) {
    yield matrix(`classifier${i}`, module, [vocabulary, reads.length * dModel]);
    yield { role: `bClassifier${i}`, names: [`${module}.bias`], shape: [vocabulary] };
  }
}

/** @param {Description} model @param {Names} names @returns {Generator<Parameter>} */
export function* parametersOfOutput(model, { output }) {
  const { vocabulary, dModel, tied, outputBias, outputTransform } = model;
  const { bias = "", biasCopy } = output;
  if (outputTransform) {
    yield* linear("", "Dense", /** @type {string} */ (output.dense), {
      out: dModel,
      into: dModel,
      bias: true,
    });
    yield* norm("outputNorm", /** @type {string} */ (output.norm), dModel, model);
  }
  if (!tied) yield matrix("output", output.decoder, [vocabulary, dModel]);
  if (outputBias)
    yield {
      ...{ role: "bOutput", shape: [vocabulary] },
      names: tied || biasCopy === undefined ? [bias] : [biasCopy, bias],
    };
}

/** @param {string} role @param {string} module @param {readonly number[]} shape @returns {Parameter} */
const matrix = (role, module, shape) => ({ role, names: [`${module}.weight`], shape });

/** @param {string} role @param {string} module @param {number} size @param {Description} model @returns {Generator<Parameter>} */
function* norm(role, module, size, { norm }) {
  yield { role: `${role}.gain`, names: GAIN.map((end) => module + end), shape: [size] };
  if (norm === "layer")
    yield { role: `${role}.shift`, names: SHIFT.map((end) => module + end), shape: [size] };
}

/**
 * @param {string} scope @param {string} role @param {string} module
 * @param {{ out: number, into: number, bias: boolean, layout?: Layout }} sizes @returns {Generator<Parameter>}
 */
function* linear(scope, role, module, { out, into, bias, layout }) {
  const shape = layout?.isInOut ? [into, out] : [out, into];
  yield { role: `${scope}w${role}`, names: [`${module}.weight`], shape, layout };
  if (bias) yield { role: `${scope}b${role}`, names: [`${module}.bias`], shape: [out], layout };
}

/** @param {Description} model @param {Names} names @param {string} place @param {string} scope @returns {Generator<Parameter>} */
function* fused({ heads, dHead, dModel, qkvBias }, { qkv, qkvBy, isInOut }, place, scope) {
  const sizes = { out: 3 * heads * dHead, into: dModel, bias: qkvBias };
  for (const [part, letter] of QKV.entries())
    yield* linear(scope, letter, `${place}${qkv}`, {
      ...sizes,
      layout: { part: /** @type {0 | 1 | 2} */ (part), by: qkvBy, ...(isInOut && { isInOut }) },
    });
}

/** @param {Description} model @param {NonNullable<Names["gated"]>} names @param {string} place @param {string} scope @returns {Generator<Parameter>} */
function* gatedFeedForward({ dModel, dFeedForward, mlpBias: bias }, { gateUp, down }, place, scope) {
  for (const [part, letter] of /** @type {const} */ (["Gate", "Up"]).entries())
    yield* linear(scope, letter, place + gateUp, {
      ...{ out: 2 * dFeedForward, into: dModel, bias },
      layout: { part: /** @type {0 | 1} */ (part), by: "halves" },
    });
  yield* linear(scope, "Down", place + down, { out: dModel, into: dFeedForward, bias });
}

/** Parts of a tensor, by how it holds them. */
const PARTS = { thirds: 3, heads: 3, halves: 2 };

/**
 * A matrix of the weights in the form that the core reads. nn.Linear stores (out, in).
 * @param {RawTensor} raw @param {Layout | undefined} layout @param {Pick<Description, "dHead">} model @param {number} [factor] of each number
 * @returns {StoredMatrix}
 */
export function storedMatrix({ bytes, dtype: type, shape }, layout = {}, { dHead }, factor = 1) {
  const { isInOut = false, part = 0, by } = layout;
  const [rows, allColumns] = isInOut ? shape : [shape[1], shape[0]];
  const columns = by ? allColumns / PARTS[by] : allColumns;
  const group = by === "heads" ? dHead : columns;
  const period = by === "heads" ? 3 * dHead : columns;
  return { bytes, type, rows, columns, allColumns, isInOut, first: part * group, group, period, factor };
}

/**
 * The part of a bias that a layout selects.
 * @param {Float32Array} bias @param {Layout | undefined} layout @param {Pick<Description, "dHead">} model
 */
export function storedBias(bias, layout, { dHead }) {
  if (!layout?.by) return bias;
  const { part = 0, by } = layout;
  const columns = bias.length / PARTS[by];
  if (by !== "heads") return bias.slice(part * columns, (part + 1) * columns);
  return Float32Array.from(
    { length: columns },
    (_, i) => bias[(3 * Math.floor(i / dHead) + part) * dHead + (i % dHead)],
  );
}
