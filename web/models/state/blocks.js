import { Block } from "../../core/transformer.js";
import { attentionOf } from "./description.js";
import { Keeper } from "./keeper.js";
import { packed } from "./pace.js";
import { SCALES, storedBias, storedMatrix } from "./parameters.js";
import { toFloat32 } from "./weights.js";

/** @import { Core } from "../../core/core.js" */
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
   * @template T @param {number} layer @param {(block: Block) => T | Promise<T>} f @param {AbortSignal} [signal] stops the reading of its weights
   * @returns {Promise<T>}
   */
  use(layer, f, signal) {
    return this.#blocks.use(layer, () => this.#load(layer, signal), f, signal);
  }

  dispose() {
    this.#forgetLast();
    this.#blocks.dispose();
  }

  /** @param {number} layer @param {AbortSignal} [signal] */
  async #load(layer, signal) {
    const { description } = this.#checkpoint.model;
    const { dFeedForward, order, norm, activation, eps, gated, causal, byDistance } = description;
    const attention = attentionOf(description, layer);
    const block = new Block(this.#core, {
      ...{ dFeedForward, order, norm, activation, eps, gated, causal, attention },
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
    const { model, stored, weights } = this.#checkpoint;
    const { description } = model;
    const factor = queryFactor(description, layer);
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
      const by = own === (description.qkNorm ? "gQ" : "wQ") || own === "bQ" ? factor : 1;
      if (stored.get(name)?.shape.length === 2) {
        if (last?.name !== name) last = { name, raw: await weights.bytes(name, { signal }) };
        const raw = scale ? scaledRows(last.raw, scale) : last.raw;
        const stored = storedMatrix(raw, layout, description, by);
        const matrix = await packed(this.#core, stored, this.#pace);
        if (!matrix.isFinite) weights.noteNotFinite(name);
        block.setMatrix(own, matrix);
        matrix.dispose(); // the block keeps the memory
      } else {
        const { data } = await weights.tensor(name, signal);
        const values = own.endsWith(".gain")
          ? gainOf(data, description)
          : storedBias(data, layout, description);
        block.setVector(
          own,
          scale || by !== 1 ? values.map((value, i) => value * (scale?.[i] ?? by)) : values,
        );
      }
    }
    this.#forgetLast = () => {};
    release();
    if (!hasBias(description)) return;
    for (const [own, size] of Object.entries(ATTENTION_BIASES))
      if (!model.tensors.has(scope + own)) block.setVector(own, new Float32Array(size(description)));
  }

  /** Factors of a parameter's output features; undefined for none. @param {string} scope @param {string} own role @param {AbortSignal} [signal] */
  async #scaleOf(scope, own, signal) {
    const { model, weights } = this.#checkpoint;
    const place = model.tensors.get(scope + SCALES[/** @type {keyof typeof SCALES} */ (own)]);
    return place && (await weights.tensor(place.name, signal)).data;
  }
}

/** Roles of factors, which are multiplied into the parameters that they scale. */
const SCALE_ROLES = new Set(Object.values(SCALES));

/** A matrix whose rows, which are output features, are multiplied by factors. @param {RawTensor} raw (out, in) @param {Float32Array} scale @returns {RawTensor} */
function scaledRows({ bytes, dtype, shape }, scale) {
  const values = toFloat32(bytes, dtype).slice();
  const width = shape[1];
  for (let i = 0; i < values.length; i++) values[i] *= scale[Math.floor(i / width)];
  return { bytes: new Uint8Array(values.buffer), dtype: "F32", shape };
}

/** @param {Description} model */
export const hasBias = ({ qkvBias, oBias }) => qkvBias || oBias;

/** The core multiplies scores by 1/√d_k. For a model with another scale, the ratio goes into the queries. @param {Description} model @param {number} layer */
function queryFactor({ scale, inverseLayerScale, dHead }, layer) {
  const factor = (scale * Math.sqrt(dHead)) / (inverseLayerScale ? layer + 1 : 1);
  return Math.abs(factor - 1) < 1e-12 ? 1 : factor;
}

/** @param {Float32Array} gain @param {Description} model */
export const gainOf = (gain, { gainPlusOne }) => (gainPlusOne ? gain.map((value) => 1 + value) : gain);
