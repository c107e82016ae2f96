import { BYTES, toFloat32 } from "./weights.js";

/** @import { StoredMatrix } from "../../core/transformer.js" */
/** @import { Description, Experts } from "./description.js" */
/** @import { Names, StackNames } from "./families.js" */
/** @import { RawTensor } from "./weights.js" */

/**
 * The parameters that a description requires, and the names of their tensors.
 *
 * @typedef {object} Parameter
 * @property {string} role  its role in the model; for layer l "layer{l}.wQ"
 * @property {readonly string[]} names  that the tensor may have, the usual one first
 * @property {readonly number[]} shape  as stored
 * @property {boolean} [isOptional]  some files lack it
 * @property {Layout} [layout]  of a matrix or bias of layers; nn.Linear's (out, in) whole if left out
 *
 * @typedef {object} Layout
 * @property {boolean} [isInOut]  stored (in, out)
 * @property {Part} [part]  of the tensor's output features; all if left out
 *
 * @typedef {readonly [first: number, end: number]} Range  from the first on, without the end
 *
 * @typedef {object} Part  output features that belong to one of several matrices in a tensor: `group` in each `period`, from `first` on
 * @property {number} first
 * @property {number} group
 * @property {number} period
 */

/** Names of an affine norm's gain and shift: in PyTorch, and in TensorFlow (in older checkpoints). */
const GAIN = [".weight", ".gamma"];
const SHIFT = [".bias", ".beta"];

/** Roles of the factors of what a layer adds, by the parameters that they multiply. */
export const SCALES = { wO: "attentionScale", bO: "attentionScale", wDown: "mlpScale", bDown: "mlpScale" };

/** Parts of widths that lie side by side, in each of `times` stretches. @param {readonly number[]} widths @param {number} [times] @returns {Part[]} */
function partsOf(widths, times = 1) {
  const groups = widths.map((width) => width / times);
  const period = groups.reduce((sum, group) => sum + group, 0);
  return groups.map((group, i) => ({
    first: groups.slice(0, i).reduce((sum, each) => sum + each, 0),
    group,
    period,
  }));
}

/**
 * In the order of use. Layers are listed one by one, so that a config with too many layers fails at the first
 * missing layer.
 * @param {Description} model @param {StackNames} names @param {string} prefix @returns {Generator<Parameter>}
 */
export function* parametersOf(model, names, prefix) {
  if (model.vision) yield* pictureEmbedding(model, names, prefix);
  else if (names.words) yield* embedding(model, names, prefix);
  for (let layer = 0; layer < model.layers; layer++) yield* parametersOfLayer(model, names, prefix, layer);
  if (names.finalNorm) yield* norm("finalNorm", prefix + names.finalNorm, model.dModel, model);
}

/** @param {Description} model @param {StackNames} names @param {string} prefix @returns {Generator<Parameter>} */
function* embedding(model, names, prefix) {
  const { dModel, vocabulary, positions, types, projection } = model;
  const { width, of, bias } = projection ?? { width: dModel };
  const summed = of === "words" ? dModel : width;
  const modules = [names.words, ...(names.wordsCopies ?? [])];
  yield {
    role: "words",
    names: modules.map((each) => `${prefix}${each}.weight`),
    shape: [vocabulary, width],
  };
  if (positions)
    yield {
      ...matrix("positions", prefix + names.positions, [positions, summed]),
      isOptional: model.sinusoids !== null,
    };
  if (types) yield matrix("types", prefix + names.types, [types, summed]);
  if (names.tasks) yield matrix("tasks", prefix + names.tasks, [model.tasks, summed]);
  if (names.inputNorm) yield* norm("inputNorm", prefix + names.inputNorm, summed, model);
  if (model.added) yield matrix("buckets", prefix + names.buckets, [model.added.buckets, model.heads]);
  if (projection)
    yield* linear("", "Project", prefix + names.project, { out: dModel, into: width, bias: Boolean(bias) });
}

/** @param {Description} model @param {StackNames} names @param {string} prefix @returns {Generator<Parameter>} */
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

/** @param {Description} model @param {StackNames} names @param {string} prefix @param {number} layer @returns {Generator<Parameter>} */
function* parametersOfLayer(model, names, prefix, layer) {
  const { dModel, heads, kvHeads, dHead, dFeedForward, qkvBias, oBias, mlpBias } = model;
  const place = prefix + names.layer.replace("{l}", String(model.places?.[layer] ?? layer));
  const scope = `layer${layer}.`;
  const [width, kvWidth] = [heads * dHead, kvHeads * dHead];
  const ofContext = heads * (model.latent?.dValue ?? dHead);
  const { isInOut } = names;
  /** @param {string} role @param {string} module @param {number} out @param {number} into @param {boolean} bias */
  const linearOf = (role, module, out, into, bias) =>
    linear(scope, role, place + module, { out, into, bias, layout: isInOut ? { isInOut } : undefined });
  /** @param {readonly string[]} roles @param {string} module @param {number} out @param {boolean} bias @param {readonly Part[]} parts */
  function* partsIn(roles, module, out, bias, parts) {
    for (const [i, role] of roles.entries())
      yield* linear(scope, role, place + module, {
        ...{ out, into: dModel, bias },
        layout: { part: parts[i], ...(isInOut && { isInOut }) },
      });
  }
  if (names.attentionNorm && (model.attentionNorms?.[layer] ?? true))
    yield* norm(`${scope}attentionNorm`, place + names.attentionNorm, dModel, model);
  if (model.latent) {
    yield* latentParameters(model, names, place, scope);
  } else if (names.qkv) {
    const parts = partsOf([width, kvWidth, kvWidth], names.qkvBy === "groups" ? kvHeads : 1);
    yield* partsIn(["Q", "K", "V"], names.qkv, width + 2 * kvWidth, qkvBias, parts);
  } else {
    yield* linearOf("Q", /** @type {string} */ (names.q), width, dModel, qkvBias);
    yield* linearOf("K", /** @type {string} */ (names.k), kvWidth, dModel, qkvBias);
    yield* linearOf("V", /** @type {string} */ (names.v), kvWidth, dModel, qkvBias);
  }
  if (model.qkNorm) {
    const [ofQ, ofK] = model.qkNorm === "whole" ? [width, kvWidth] : [dHead, dHead];
    yield { role: `${scope}gQ`, names: [`${place}${names.qNorm}.weight`], shape: [ofQ] };
    yield { role: `${scope}gK`, names: [`${place}${names.kNorm}.weight`], shape: [ofK] };
  }
  if (model.byDistance)
    yield {
      ...{ role: `${scope}distances`, names: [`${place}${names.distances}.weight`] },
      ...{ shape: [2 * model.byDistance.most - 1, dHead], layout: { isInOut: true } },
    };
  if (model.sinks) yield { role: `${scope}sinks`, names: [`${place}${names.sinks}`], shape: [model.heads] };
  yield* linearOf("O", names.o, dModel, ofContext, oBias);
  if (names.attentionScale)
    yield { role: `${scope}${SCALES.wO}`, names: [place + names.attentionScale], shape: [dModel] };
  if (names.mlpScale)
    yield { role: `${scope}${SCALES.wDown}`, names: [place + names.mlpScale], shape: [dModel] };
  if (names.afterAttentionNorm)
    yield* norm(`${scope}afterAttentionNorm`, place + names.afterAttentionNorm, dModel, model);
  if (model.cross) return;
  const mlpNorm = names.mlpNorm ?? names.attentionNorm;
  if (mlpNorm) yield* norm(`${scope}mlpNorm`, place + mlpNorm, dModel, model);
  const { gateUp, down } = (model.gated && names.gated) || names;
  if (model.experts?.isIn[layer]) yield* mixture(model.experts, names, place, { layer, dModel });
  else if (gateUp) {
    const parts = partsOf([dFeedForward, dFeedForward]);
    yield* partsIn(["Gate", "Up"], gateUp, 2 * dFeedForward, mlpBias, parts);
  } else {
    if (names.gate) yield* linearOf("Gate", names.gate, dFeedForward, dModel, mlpBias);
    yield* linearOf("Up", /** @type {string} */ (names.up), dFeedForward, dModel, mlpBias);
  }
  if (!model.experts?.isIn[layer])
    yield* linearOf("Down", /** @type {string} */ (down), dModel, dFeedForward, mlpBias);
  if (names.afterMlpNorm) yield* norm(`${scope}afterMlpNorm`, place + names.afterMlpNorm, dModel, model);
}

/**
 * Parameters of latent attention up to queries, keys and values.
 * @param {Description} model @param {StackNames} names @param {string} place @param {string} scope @returns {Generator<Parameter>}
 */
function* latentParameters({ dModel, heads, dHead, qkvBias, latent }, names, place, scope) {
  const of = /** @type {import("./families.js").LatentNames} */ (names.latent);
  const { rank, queryRank, ropeWidth, dValue } = /** @type {import("./description.js").Latent} */ (latent);
  const queries = heads * (dHead + ropeWidth);
  const down = [rank, ropeWidth];
  const up = [heads * dHead, heads * dValue];
  const sumOf = (/** @type {readonly number[]} */ widths) => widths[0] + widths[1];
  if (queryRank) {
    yield* linear(scope, "DQ", place + of.q, { out: queryRank, into: dModel, bias: qkvBias });
    yield { role: `${scope}gDQ`, names: [`${place}${of.qNorm}.weight`], shape: [queryRank] };
    yield* linear(scope, "Q", place + of.qUp, { out: queries, into: queryRank, bias: false });
  } else {
    yield* linear(scope, "Q", place + names.q, { out: queries, into: dModel, bias: false });
  }
  for (const [i, part] of partsOf(down).entries())
    yield* linear(scope, ["DKV", "KR"][i], place + of.kv, {
      ...{ out: sumOf(down), into: dModel, bias: qkvBias, layout: { part } },
    });
  yield { role: `${scope}gDKV`, names: [`${place}${of.kvNorm}.weight`], shape: [rank] };
  for (const [i, part] of partsOf(up, heads).entries())
    yield* linear(scope, ["K", "V"][i], place + of.kvUp, {
      ...{ out: sumOf(up), into: rank, bias: false, layout: { part } },
    });
}

/** Gate and up in a tensor that holds a column of each in turn. @type {readonly Part[]} */
export const INTERLEAVED = [0, 1].map((first) => ({ first, group: 1, period: 2 }));

/**
 * The router and the experts of a layer. They are read apart from the block, one by one.
 * @param {Experts} experts @param {StackNames} names @param {string} place @param {{ layer: number, dModel: number }} sizes @returns {Generator<Parameter>}
 */
function* mixture({ count, width, shared, isStacked, hasRouterBias }, names, place, { layer, dModel }) {
  const scope = `mixture${layer}.`;
  const { router = "", expert, sharedExpert, stackedExperts } = names;
  yield* linear(scope, "Router", place + router, { out: count, into: dModel, bias: hasRouterBias });
  /** @param {string} own @param {import("./families.js").ExpertNames} modules @param {number} wide */
  function* network(own, { gate, up, down }, wide) {
    const within = { out: wide, into: dModel, bias: false };
    yield* linear(own, "Gate", place + gate, within);
    yield* linear(own, "Up", place + up, within);
    yield* linear(own, "Down", place + down, { out: dModel, into: wide, bias: false });
  }
  if (isStacked && stackedExperts) {
    const { gateUp, down } = stackedExperts;
    yield { role: `${scope}wGateUp`, names: [place + gateUp], shape: [count, dModel, 2 * width] };
    yield { role: `${scope}bGateUp`, names: [`${place}${gateUp}_bias`], shape: [count, 2 * width] };
    yield { role: `${scope}wDown`, names: [place + down], shape: [count, width, dModel] };
    yield { role: `${scope}bDown`, names: [`${place}${down}_bias`], shape: [count, dModel] };
  } else if (expert)
    for (let e = 0; e < count; e++) {
      const named = Object.entries(expert).map(([part, name]) => [part, name.replace("{e}", String(e))]);
      yield* network(`${scope}${e}.`, Object.fromEntries(named), width);
    }
  if (shared && sharedExpert) {
    yield* network(`${scope}shared.`, sharedExpert, shared.width);
    if (sharedExpert.open)
      yield* linear(scope, "Switch", place + sharedExpert.open, { out: 1, into: dModel, bias: false });
  }
}

/** @param {Description} model @param {import("./families.js").Classifier} classifier @returns {Generator<Parameter>} */
export function* parametersOfClassifier({ vocabulary, dModel }, classifier) {
  for (const [i, { module, reads }] of classifier.entries()) {
    yield matrix(`classifier${i}`, module, [vocabulary, reads.length * dModel]);
    yield { role: `bClassifier${i}`, names: [`${module}.bias`], shape: [vocabulary] };
  }
}

/** @param {Description} model @param {Names} names @param {string} prefix @returns {Generator<Parameter>} */
export function* parametersOfOutput(model, { output }, prefix) {
  const { vocabulary, dModel, tied, outputBias, outputTransform, projection, denseBias } = model;
  const { bias = "", biasCopy, addedBias } = output;
  const width = projection?.width ?? dModel;
  if (outputTransform) {
    yield* linear("", "Dense", /** @type {string} */ (output.dense), {
      out: width,
      into: dModel,
      bias: denseBias,
    });
    yield* norm("outputNorm", /** @type {string} */ (output.norm), width, model);
  }
  if (output.project && projection)
    yield* linear("", "ProjectBack", prefix + output.project, { out: width, into: dModel, bias: false });
  if (!tied) yield matrix("output", output.decoder, [vocabulary, width]);
  if (outputBias)
    yield {
      ...{ role: "bOutput", shape: [vocabulary] },
      names: tied || biasCopy === undefined ? [bias] : [biasCopy, bias],
    };
  if (addedBias) yield { role: "bOutput", shape: [1, vocabulary], names: [addedBias], isOptional: true };
}

/** @param {string} role @param {string} module @param {readonly number[]} shape @returns {Parameter} */
const matrix = (role, module, shape) => ({ role, names: [`${module}.weight`], shape });

/** @param {string} role @param {string} module @param {number} size @param {Description} model @returns {Generator<Parameter>} */
function* norm(role, module, size, { norm, normParameters }) {
  if (normParameters === "none") return;
  yield { role: `${role}.gain`, names: GAIN.map((end) => module + end), shape: [size] };
  if (norm === "layer" && normParameters === "both")
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

/**
 * A matrix of the weights in the form that the core reads. nn.Linear stores (out, in).
 * @param {RawTensor} raw @param {Layout} [layout] @param {number} [factor] of each number
 * @returns {StoredMatrix}
 */
export function storedMatrix({ bytes, dtype: type, shape }, layout = {}, factor = 1) {
  const { isInOut = false, part } = layout;
  const [rows, allColumns] = isInOut ? shape : [shape[1], shape[0]];
  const { first, group, period } = part ?? { first: 0, group: allColumns, period: allColumns };
  const columns = (allColumns / period) * group;
  return { bytes, type, rows, columns, allColumns, isInOut, first, group, period, factor };
}

/**
 * Some rows and columns of a matrix of the weights, copied, in the form that the core reads.
 * @param {RawTensor} raw @param {Layout | undefined} layout @param {{ rows?: Range, columns?: Range }} of rows: input features; columns: output features of
 *   the layout's part; all if left out @param {number} [factor] of each number @returns {StoredMatrix}
 */
export function storedSlice({ bytes, dtype, shape }, layout, of, factor = 1) {
  const { isInOut = false, part } = layout ?? {};
  const [into, out] = isInOut ? shape : [shape[1], shape[0]];
  const { first, group, period } = part ?? { first: 0, group: out, period: out };
  const [firstRow, endRow] = of.rows ?? [0, into];
  const [firstColumn, endColumn] = of.columns ?? [0, (out / period) * group];
  const [rows, columns] = [endRow - firstRow, endColumn - firstColumn];
  const size = BYTES[dtype];
  const copy = new Uint8Array(rows * columns * size);
  let column = firstColumn;
  while (column < endColumn) {
    const width = Math.min(endColumn - column, group - (column % group)); // that lie side by side in the tensor
    const stored = Math.floor(column / group) * period + first + (column % group);
    if (isInOut)
      for (let row = 0; row < rows; row++) {
        const from = ((firstRow + row) * out + stored) * size;
        copy.set(bytes.subarray(from, from + width * size), (row * columns + column - firstColumn) * size);
      }
    else
      for (let i = 0; i < width; i++) {
        const from = ((stored + i) * into + firstRow) * size;
        copy.set(bytes.subarray(from, from + rows * size), (column - firstColumn + i) * rows * size);
      }
    column += width;
  }
  const whole = { allColumns: columns, first: 0, group: columns, period: columns };
  return { bytes: copy, type: dtype, rows, columns, isInOut, ...whole, factor };
}

/**
 * A matrix, stored (out, in), of which each output feature is scaled.
 * @param {RawTensor} raw @param {Layout | undefined} layout @param {(feature: number) => number} factorAt of a feature of the layout's part
 * @returns {RawTensor}
 */
export function scaledFeatures({ bytes, dtype, shape }, layout, factorAt) {
  const [out, into] = shape;
  const numbers = Float32Array.from(toFloat32(bytes, dtype));
  const { first, group, period } = layout?.part ?? { first: 0, group: out, period: out };
  for (let i = 0; i < (out / period) * group; i++) {
    const row = Math.floor(i / group) * period + first + (i % group);
    for (let j = row * into; j < (row + 1) * into; j++) numbers[j] *= factorAt(i);
  }
  return { bytes: new Uint8Array(numbers.buffer), dtype: "F32", shape };
}

/** The part of a bias that a layout selects. @param {Float32Array} bias @param {Layout} [layout] */
export function storedBias(bias, layout) {
  if (!layout?.part) return bias;
  const { first, group, period } = layout.part;
  return bias.filter((_, i) => i % period >= first && i % period < first + group);
}
