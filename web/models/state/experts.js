import { feedForward, project } from "../../core/transformer.js";
import { INTERLEAVED } from "./parameters.js";

/** @import { Core } from "../../core/core.js" */
/** @import { Matrix } from "../../core/transformer.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { KeptWeights } from "./keeper.js" */
/** @import { Matrices, MatrixPart } from "./matrices.js" */

/**
 * What the experts of a layer add to the stream.
 * @typedef {object} Mixed
 * @property {TensorOutput} output (1, T, d_model)
 * @property {TensorOutput} router (1, T, experts): the weight of each expert's output; 0 for those that are not chosen
 */

/** Feed-forward networks of which a router chooses some for each token. Only chosen ones are read. */
export class Experts {
  #core;
  #checkpoint;
  #matrices;
  #weights;

  /** @param {Core} core @param {Checkpoint} checkpoint @param {{ matrices: Matrices, weights: KeptWeights }} options */
  constructor(core, checkpoint, { matrices, weights }) {
    this.#core = core;
    this.#checkpoint = checkpoint;
    this.#matrices = matrices;
    this.#weights = weights;
  }

  /**
   * @param {number} layer @param {TensorOutput} x (1, T, d_model): what the router and the networks read
   * @param {{ breathe: () => Promise<void>, signal?: AbortSignal }} options breathe: called between two networks @returns {Promise<Mixed>}
   */
  async mix(layer, x, { breathe, signal }) {
    const { experts } = this.#checkpoint.model.description;
    const { count, shared } = /** @type {NonNullable<typeof experts>} */ (experts);
    const [, tokens, width] = x.shape;
    const router = await this.#routed(layer, x, signal);
    const sum = new Float32Array(tokens * width);
    for (let expert = 0; expert < count; expert++) {
      const chosen = Array.from({ length: tokens }, (_, i) => i).filter(
        (i) => router.data[i * count + expert],
      );
      if (!chosen.length) continue;
      const made = await this.#applied(layer, expert, rowsOf(x, chosen), signal);
      for (const [i, token] of chosen.entries())
        for (let j = 0; j < width; j++)
          sum[token * width + j] += router.data[token * count + expert] * made.data[i * width + j];
      await breathe();
    }
    if (shared) {
      const made = await this.#applied(layer, "shared", x, signal);
      const open = shared.isSwitched ? await this.#project(layer, "Switch", x, signal) : undefined;
      for (let i = 0; i < sum.length; i++)
        sum[i] += made.data[i] * (open ? 1 / (1 + Math.exp(-open.data[Math.floor(i / width)])) : 1);
    }
    return { output: { data: sum, shape: x.shape }, router };
  }

  /** @param {number} layer @param {TensorOutput} x @param {AbortSignal} [signal] @returns {Promise<TensorOutput>} (1, T, experts) */
  async #routed(layer, x, signal) {
    const { experts } = this.#checkpoint.model.description;
    const { count, chosen, softmaxOf, isNormed, scale, groups } = /** @type {NonNullable<typeof experts>} */ (
      experts
    );
    const { data, shape } = await this.#project(layer, "Router", x, signal);
    const weights = new Float32Array(data.length);
    for (let at = 0; at < data.length; at += count) {
      const logits = Array.from(data.subarray(at, at + count));
      const order = logits.map((_, i) => i).sort((a, b) => logits[b] - logits[a] || a - b);
      const kept = (groups ? order.filter(isInBestOf(order, count, groups)) : order).slice(0, chosen);
      const most = logits[order[0]];
      const exponentials = logits.map((logit) => Math.exp(logit - most));
      const over = softmaxOf === "chosen" || isNormed ? kept : order;
      const sum = over.reduce((total, i) => total + exponentials[i], 0);
      for (const i of kept) weights[at + i] = (scale * exponentials[i]) / sum;
    }
    return { data: weights, shape };
  }

  /** @param {number} layer @param {string} own name of the matrix @param {TensorOutput} x @param {AbortSignal} [signal] */
  async #project(layer, own, x, signal) {
    const bias = await this.#vector(`mixture${layer}.b${own}`, signal);
    return this.#use(`mixture${layer}.w${own}`, { signal }, (matrix) => project(this.#core, x, matrix, bias));
  }

  /** @param {number} layer @param {number | "shared"} expert @param {TensorOutput} x @param {AbortSignal} [signal] @returns {Promise<TensorOutput>} */
  async #applied(layer, expert, x, signal) {
    const { experts, activation } = this.#checkpoint.model.description;
    const { isStacked, limit } = /** @type {NonNullable<typeof experts>} */ (experts);
    if (!isStacked || expert === "shared") {
      const scope = `mixture${layer}.${expert}.`;
      return this.#use(`${scope}wGate`, { signal }, (gate) =>
        this.#use(`${scope}wUp`, { signal }, (up) =>
          this.#use(`${scope}wDown`, { signal }, (down) =>
            feedForward(this.#core, x, { gate, up, down }, { activation, limit: 0 }),
          ),
        ),
      );
    }
    const scope = `mixture${layer}.`;
    const row = async (/** @type {string} */ own) => {
      const { data } = await this.#weights.rows(this.#nameOf(scope + own), [expert], signal);
      return data;
    };
    const [both, bDown] = [await row("bGateUp"), await row("bDown")];
    const [bGate, bUp] = INTERLEAVED.map(({ first, period }) => both.filter((_, i) => i % period === first));
    const part = { first: expert, end: expert + 1, signal };
    const [inGate, inUp] = INTERLEAVED.map((each) => ({ ...part, layout: { isInOut: true, part: each } }));
    return this.#use(`${scope}wGateUp`, inGate, (gate) =>
      this.#use(`${scope}wGateUp`, inUp, (up) =>
        this.#use(`${scope}wDown`, { ...part, layout: { isInOut: true } }, (down) =>
          feedForward(this.#core, x, { gate, up, down }, { activation, bGate, bUp, bDown, limit }),
        ),
      ),
    );
  }

  /** @template T @param {string} role @param {MatrixPart} part @param {(matrix: Matrix) => T | Promise<T>} f @returns {Promise<T>} */
  #use(role, part, f) {
    return this.#matrices.use(this.#nameOf(role), part, f);
  }

  /** @param {string} role @param {AbortSignal} [signal] @returns {Promise<Float32Array | undefined>} undefined if the model has none */
  async #vector(role, signal) {
    const place = this.#checkpoint.model.tensors.get(role);
    return place && this.#weights.vector(place.name, signal);
  }

  /** @param {string} role */
  #nameOf(role) {
    return /** @type {{ name: string }} */ (this.#checkpoint.model.tensors.get(role)).name;
  }
}

/**
 * Whether an expert is in one of the best groups.
 * @param {readonly number[]} order the experts, from the best on @param {number} experts @param {import("./description.js").Groups} groups
 */
function isInBestOf(order, experts, { count, chosen }) {
  const groupOf = (/** @type {number} */ expert) => Math.floor((expert * count) / experts);
  const best = [...new Set(order.map(groupOf))].slice(0, chosen);
  return (/** @type {number} */ expert) => best.includes(groupOf(expert));
}

/** Some rows of x (1, T, d). @param {TensorOutput} x @param {readonly number[]} rows @returns {TensorOutput} */
function rowsOf({ data, shape: [, , width] }, rows) {
  const some = new Float32Array(rows.length * width);
  for (const [i, row] of rows.entries()) some.set(data.subarray(row * width, (row + 1) * width), i * width);
  return { data: some, shape: [1, rows.length, width] };
}
