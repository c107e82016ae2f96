import { compared } from "./saved-array.js";
import { withAttention } from "./other-attention.js";
import { RIGHT } from "./paths.js";
import { BIASES, transposed } from "./saved-layer.js";

/**
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./saved-layer.js").SavedLayer} SavedLayer
 * @typedef {import("./saved-array.js").Result} Result
 * @typedef {import("./paths.js").Path} Path
 * @typedef {import("./paths.js").Reading} Reading
 *
 * @typedef {Map<Result, import("./saved-array.js").Compared | null>} Trial  result for the saved arrays
 */

/** Computes the reader's layer in the core, on one path or another. */
export class CoreTrials {
  /**
   * @param {Core} core
   * @param {SavedLayer} layer
   * @param {ReadonlyMap<string, SavedArray>} known
   * @param {readonly Result[]} results  the saved results
   */
  constructor(core, layer, known, results) {
    this.core = core;
    this.layer = layer;
    this.known = known;
    this.results = results;
  }

  /** @param {Path} path @param {Reading} reading @param {Trial} [right]  the right path's arrays, for parts that the path keeps @returns {Trial} */
  try(path, reading, right) {
    return this.#run(path, reading, (run) => {
      const { core, known, layer } = this;
      return new Map(
        this.results.map((name) => {
          const kept = path.keeps?.includes(name) ? right?.get(name) : undefined;
          const array = /** @type {SavedArray} */ (known.get(name));
          return [name, kept?.agrees ? kept : compared(core, run, name, array, layer.sizes)];
        }),
      );
    });
  }

  /** The core's attention on the right path. @param {Reading} reading */
  attention(reading) {
    return this.#run(RIGHT, reading, (run) => run.tensor("weights").data);
  }

  /** Tensors of a path, by the ids of their steps. @param {Path} path @param {Reading} reading @param {readonly string[]} ids */
  tensors(path, reading, ids) {
    return this.#run(path, reading, (run) => ids.map((id) => run.tensor(id)));
  }

  /** @template T @param {Path} path @param {Reading} reading @param {(run: import("./other-attention.js").Traced) => T} ask @returns {T} */
  #run({ weights, forward, fault, attention }, { isLinear, causal }, ask) {
    const { sizes, x, padding } = this.layer;
    const { dModel, H, kvHeads, dK, dV } = sizes;
    const options = { dModel, numHeads: H, numKvHeads: kvHeads, dK, dV, bias: true };
    const layer = this.core.createLayer({ ...options, init: "small" });
    try {
      const own = this.#weights(isLinear);
      layer.setWeights(weights ? weights(own) : own);
      const call = { query: x, causal, keyPaddingMask: padding ?? undefined, fault, ...forward };
      const run = layer.forward(call);
      try {
        const { wO, bO } = own;
        return ask(attention ? withAttention(run, attention, sizes, /** @type {any} */ ({ wO, bO })) : run);
      } finally {
        run.dispose();
      }
    } finally {
      layer.dispose();
    }
  }

  /** @param {boolean} isLinear */
  #weights(isLinear) {
    const { matrices, biases, sizes } = this.layer;
    const { dModel, H, kvHeads, dK, dV } = sizes;
    const widths = { bQ: H * dK, bK: kvHeads * dK, bV: kvHeads * dV, bO: dModel };
    return /** @type {import("./paths.js").Weights} */ ({
      ...Object.fromEntries(
        Object.entries(matrices).map(([name, matrix]) => [name, isLinear ? transposed(matrix) : matrix]),
      ),
      ...Object.fromEntries(
        BIASES.map((name) => [
          name,
          { data: biases[name]?.data ?? new Float32Array(widths[name]), shape: [widths[name]] },
        ]),
      ),
    });
  }

  /** @param {Trial} trial @returns {Result | null} */
  firstApart = (trial) => this.results.find((name) => !trial.get(name)?.agrees) ?? null;

  /** Number of steps that agree before the first difference. @param {Trial} trial */
  goesTo(trial) {
    const first = this.firstApart(trial);
    return first ? this.results.indexOf(first) : this.results.length;
  }
}
