import { normaliseWeight, normaliseRows } from "../../kit/state/saturation.js";

/**
 * The effect of a softmax on scores as heads get wider: features of queries and keys have variance 1, so that a score, a sum of d_k
 * products, spreads like √d_k.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 *
 * @typedef {object} SoftmaxTurn
 * @property {number} dK            one of WIDTHS
 * @property {boolean} isScaled     whether scores are divided by √d_k
 * @property {number} temperature   additional divisor of the scores
 *
 * @typedef {object} SoftmaxAnswer
 * @property {TensorOutput} scores    (1, H, T, T): inputs of the softmax
 * @property {TensorOutput} weights   (1, H, T, T)
 * @property {TensorOutput} entropy   (1, H, T): entropy per row in nats
 * @property {TensorOutput} passed    (1, H, T): norm of the softmax's Jacobian at each row
 * @property {{ entropy: number, median: number, mean: number, reached: number }} all  over all rows: mean entropy; median and mean of the
 *   Jacobian's norm; reached: median norm of the gradient that reaches a query, for a gradient of variance 1 at the weights
 *
 * @typedef {object} Curves  by width
 * @property {readonly number[]} widths
 * @property {Record<"scaled" | "unscaled", SoftmaxAnswer["all"][]>} at
 */

export const WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
export const HEADS = 4;
const WIDTH = 64;

/** @type {Readonly<SoftmaxTurn>} */
export const FIRST_TURN = Object.freeze({ dK: 64, isScaled: true, temperature: 1 });

/** A gradient of variance 1 at the weights: cosines of i² are spread evenly. @param {TensorOutput} weights @returns {TensorOutput} */
const gradientFor = ({ data, shape }) => ({ data: data.map((_, i) => Math.SQRT2 * Math.cos(i * i)), shape });

/** The median of the rows' norms. @param {TensorOutput} rows @param {number} width of a row */
function medianNorm({ data }, width) {
  const norms = Array.from({ length: data.length / width }, (_, row) =>
    Math.hypot(...data.subarray(row * width, (row + 1) * width)),
  ).sort((a, b) => a - b);
  return (norms[Math.ceil(norms.length / 2) - 1] + norms[Math.floor(norms.length / 2)]) / 2;
}

/** The layers of one sentence and seed, one per width of a head. They live as long as the lab is open. */
export class SoftmaxStudy {
  /** @type {Map<number, { layer: import("../../core/index.js").Layer, wQ: Float32Array, factor: number }>} */
  #layers = new Map();
  #core;
  #seed;
  #query;

  /** @param {Core} core @param {readonly string[]} tokens @param {number} seed */
  constructor(core, tokens, seed) {
    this.#core = core;
    this.#seed = seed;
    this.#query = normaliseRows(core.embed(tokens, { dModel: WIDTH, seed }));
  }

  /** @param {SoftmaxTurn} turn @returns {SoftmaxAnswer} */
  answer({ dK, isScaled, temperature }) {
    const held = this.#layers.get(dK) ?? this.#made(dK);
    // Scores are linear in W_Q, so that W_Q can be divided instead.
    const factor = (isScaled ? 1 : Math.sqrt(dK)) / temperature;
    if (factor !== held.factor) held.layer.setWeights({ wQ: held.wQ.map((value) => value * factor) });
    held.factor = factor;
    const run = held.layer.forward({ query: this.#query });
    try {
      held.layer.backward(run, gradientFor(/** @type {TensorOutput} */ (run.attention)), { from: "weights" });
      const atQueries = /** @type {TensorOutput} */ (run.gradient("q_heads"));
      const weights = /** @type {TensorOutput} */ (run.attention);
      const { rowEntropy, heads } = run.measure({ similarity: false });
      const { rows, median, mean } = this.#core.jacobianNorms(weights);
      const entropy = heads.reduce((sum, head) => sum + head.entropy / heads.length, 0);
      const { data, shape } = run.tensor("scaled");
      return {
        ...{ scores: { data, shape }, weights, entropy: rowEntropy, passed: rows },
        all: { entropy, median, mean, reached: factor * medianNorm(atQueries, dK) },
      };
    } finally {
      run.dispose();
    }
  }

  /** The curves over all widths, with and without division by √d_k. @param {number} temperature @returns {Curves} */
  curves(temperature) {
    const at = (/** @type {boolean} */ isScaled) =>
      WIDTHS.map((dK) => this.answer({ dK, isScaled, temperature }).all);
    return { widths: WIDTHS, at: { scaled: at(true), unscaled: at(false) } };
  }

  /** @param {number} dK */
  #made(dK) {
    // The lab does not read the values, so that one feature per head is enough.
    const layer = this.#core.createLayer({
      ...{ dModel: WIDTH, numHeads: HEADS, dK, dV: 1, seed: this.#seed, init: "random" },
    });
    const { wQ, wK } = layer.weights();
    layer.setWeights({ wK: normaliseWeight(wK) });
    const held = { layer, wQ: normaliseWeight(wQ), factor: NaN };
    this.#layers.set(dK, held);
    return held;
  }

  dispose() {
    for (const { layer } of this.#layers.values()) layer.dispose();
    this.#layers.clear();
  }
}
