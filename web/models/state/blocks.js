import { Block } from "../../core/transformer.js";
import { attentionOf } from "./description.js";
import { Keeper } from "./keeper.js";
import { constantsOf, gainOf } from "./norms.js";
import { packMatrix } from "./pace.js";
import { SCALES, scaledFeatures, storedBias, storedMatrix } from "./parameters.js";
import { amplitudeOf, isLong } from "./rotary-scaling.js";

/** @import { Core } from "../../core/core.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Description } from "./description.js" */
/** @import { Pace } from "./pace.js" */
/** @import { RawTensor } from "./weights.js" */

/** Biases of attention, which the core has all of or none. @type {Readonly<Record<string, (model: Description) => number>>} */
const ATTENTION_BIASES = {
  bQ: ({ heads, dHead }) => heads * dHead,
  bK: ({ kvHeads, dHead }) => kvHeads * dHead,
  bV: ({ kvHeads, dHead }) => kvHeads * dHead,
  bO: ({ dModel }) => dModel,
};

/**
 * @typedef {object} ParameterTakers what to do with each parameter, by its name in the core
 * @property {(own: string, read: ReadMatrix) => Promise<void> | void} matrix
 * @property {(own: string, values: Float32Array) => void} vector
 *
 * @typedef {{ name: string, raw: RawTensor, layout?: import("./parameters.js").Layout, factor: number }} ReadMatrix a matrix as its tensor, of that name, has
 *   it; factor: of each number
 */

/** Blocks of a checkpoint. Only one block is in memory at a time, unless all are kept. */
export class Blocks {
  #core;
  #checkpoint;
  #pace;
  /** Blocks in memory, by layer. @type {Keeper<Block>} */ #blocks;
  /** Frees the bytes that had arrived of the last block that was not read to its end. */ #forgetLast =
    () => {};

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ keep: boolean, pace: Pace }} options */
  constructor(core, checkpoint, { keep, pace }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#blocks = new Keeper(keep);
    this.#pace = pace;
  }

  /**
   * Calls f with a block, whose memory is freed afterwards unless blocks are kept.
   * @template T @param {number} layer @param {number} tokens that attention sees @param {(block: Block) => T | Promise<T>} f
   * @param {AbortSignal} [signal] stops the reading of its weights @returns {Promise<T>}
   */
  use(layer, tokens, f, signal) {
    const key = this.keyOf(layer, tokens);
    return this.#blocks.use(key, () => this.#load(layer, tokens, signal), f, signal);
  }

  /** What a layer is kept by: some have other rotary positions for long texts. @param {number} layer @param {number} tokens that attention sees */
  keyOf(layer, tokens) {
    const { ropes } = this.#checkpoint.model.description;
    return isLong(ropes[layer]?.scaling, tokens) ? `${layer} long` : layer;
  }

  dispose() {
    this.#forgetLast();
    this.#blocks.dispose();
  }

  /** @param {number} layer @param {number} tokens @param {AbortSignal} [signal] */
  async #load(layer, tokens, signal) {
    const { description } = this.#checkpoint.model;
    const { dFeedForward, order, norm, activation, eps, gated, causal, byDistance, attentionNorms, experts } =
      description;
    const attention = attentionOf(description, layer, tokens);
    const block = new Block(this.#core, {
      ...{ dFeedForward, order, norm, activation, eps, gated, causal, attention },
      attentionNorm: attentionNorms?.[layer] ?? true,
      network: !description.cross,
      ...(experts?.isIn[layer] && { dFeedForward: 0, gated: false }),
      ...{ maxDistance: byDistance?.most ?? 0, keysMeetDistances: byDistance?.keys ?? false },
    });
    try {
      await this.#fill(block, layer, signal);
    } catch (error) {
      block.dispose();
      throw error;
    }
    return block;
  }

  /** @param {Block} block @param {number} layer @param {AbortSignal} [signal] */
  async #fill(block, layer, signal) {
    const { weights } = this.#checkpoint;
    await this.read(
      layer,
      {
        matrix: async (own, { name, raw, layout, factor }) => {
          const matrix = await packMatrix(this.#core, storedMatrix(raw, layout, factor), this.#pace);
          if (!matrix.isFinite) weights.noteNotFinite(name);
          block.setMatrix(own, matrix);
          matrix.dispose(); // frees only this handle: the block shares the memory
        },
        vector: (own, values) => block.setVector(own, values),
      },
      signal,
    );
  }

  /**
   * Reads a layer's parameters, one by one. Those that the files lack because they are constant are given, too.
   * @param {number} layer @param {ParameterTakers} take @param {AbortSignal} [signal]
   */
  async read(layer, take, signal) {
    const { model, stored, weights } = this.#checkpoint;
    const { description } = model;
    const factors = factorsOf(description, layer);
    const turned = turnedFactorsOf(description, layer);
    const scope = `layer${layer}.`;
    const all = [...model.tensors].filter(([role]) => role.startsWith(scope));
    const roles = all.filter(([role]) => !SCALE_ROLES.has(role.slice(scope.length)));
    const release = weights.expect(new Set(all.map(([, { name }]) => name)));
    this.#forgetLast(); // after expect(), which finds these bytes if they are of the same block
    this.#forgetLast = release;
    /** The last tensor read, because one tensor may hold queries, keys and values. @type {{ name: string, raw: RawTensor } | undefined} */
    let last;
    for (const [role, { name, layout }] of roles) {
      const own = role.slice(scope.length);
      const scale = await this.#scaleOf(scope, own, signal);
      const factorAt = scale ? (/** @type {number} */ feature) => scale[feature] : turned[own];
      const by = factors[own] ?? 1;
      if (stored.get(name)?.shape.length === 2) {
        if (last?.name !== name) last = { name, raw: await weights.bytes(name, { signal }) };
        const raw = factorAt ? scaledFeatures(last.raw, layout, factorAt) : last.raw;
        await take.matrix(own, { name, raw, layout, factor: by });
      } else {
        const { data } = await weights.tensor(name, signal);
        const values = isGain(own) ? gainOf(data, description) : storedBias(data, layout);
        const scaled = factorAt ? values.map((value, i) => value * factorAt(i)) : values;
        take.vector(own, by === 1 ? scaled : scaled.map((value) => value * by));
      }
    }
    if (this.#forgetLast === release) this.#forgetLast = () => {}; // another load may have begun
    release();
    for (const norm of ["attentionNorm", "mlpNorm"])
      for (const [own, values] of Object.entries(constantsOf(description, description.dModel)))
        if (!model.tensors.has(`${scope}${norm}.${own}`)) take.vector(`${norm}.${own}`, values);
    if (!hasBias(description) || description.latent) return; // which stores all biases that it has
    for (const [own, size] of Object.entries(ATTENTION_BIASES))
      if (!model.tensors.has(scope + own)) take.vector(own, new Float32Array(size(description)));
  }

  /** Factors of a parameter's output features; undefined for none. @param {string} scope @param {string} own role @param {AbortSignal} [signal] */
  async #scaleOf(scope, own, signal) {
    const { model, weights } = this.#checkpoint;
    const place = model.tensors.get(scope + SCALES[/** @type {keyof typeof SCALES} */ (own)]);
    return place && (await weights.tensor(place.name, signal)).data;
  }
}

/**
 * A block's results.
 * @param {Block} block @param {TensorOutput} x @param {Parameters<Block["begin"]>[1]} options
 * @param {{ pace: Pace, breathe: () => Promise<void> }} how breathe: called between two slices
 */
export async function computeBlock(block, x, options, { pace, breathe }) {
  const pass = block.begin(x, options);
  try {
    while (pass.advance(pace.flops)) await breathe();
    return pass.results();
  } finally {
    pass.dispose();
  }
}

/** Roles of factors, which are multiplied into the parameters that they scale. */
const SCALE_ROLES = new Set(Object.values(SCALES));

/** @param {Description} model */
export const hasBias = ({ qkvBias, oBias }) => qkvBias || oBias;

/**
 * Factors of a layer's parameters, by their names in the core. The core multiplies scores by 1/√d_k: for a model with another scale, the
 * ratio goes into the queries.
 * @param {Description} model @param {number} layer @returns {Readonly<Record<string, number>>}
 */
function factorsOf({ scale, inverseLayerScale, dHead, qkNorm, residualScale, ropes, latent }, layer) {
  const rope = ropes[layer];
  const turnsAll = rope?.fraction === 1 && !latent;
  const amplitude = turnsAll ? amplitudeOf(rope.scaling) ** 2 : 1; // of queries and keys
  const ratio =
    (scale * amplitude * Math.sqrt(dHead + (latent?.ropeWidth ?? 0))) / (inverseLayerScale ? layer + 1 : 1);
  const query = Math.abs(ratio - 1) < 1e-12 ? 1 : ratio;
  return {
    ...(qkNorm ? { gQ: query } : { wQ: query, bQ: query }),
    ...{ wO: residualScale, bO: residualScale, wDown: residualScale, bDown: residualScale },
  };
}

/**
 * Factors of the queries' features, by the parameters that they go into, where rotary positions scale only the features that they turn.
 * @param {Description} model @param {number} layer @returns {Readonly<Record<string, (feature: number) => number>>}
 */
function turnedFactorsOf({ dHead, ropes, qkNorm, latent }, layer) {
  const rope = ropes[layer];
  if (!rope || (rope.fraction === 1 && !latent) || amplitudeOf(rope.scaling) === 1) return {};
  const squared = amplitudeOf(rope.scaling) ** 2;
  const width = dHead + (latent?.ropeWidth ?? 0);
  const [first, end] = latent ? [dHead, width] : [0, rope.fraction * dHead];
  const factorAt = (/** @type {number} */ feature) =>
    feature % width >= first && feature % width < end ? squared : 1;
  return qkNorm ? { gQ: factorAt } : { wQ: factorAt, bQ: factorAt };
}

/** Whether a parameter is the gain of a norm. @param {string} name */
const isGain = (name) => name.endsWith(".gain") || /^g[A-Z]/.test(name);
