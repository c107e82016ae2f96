import { wholeNumber } from "./check.js";
import { readConfig } from "./layer-config.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { LayerOptions, Step } from "./types.js" */

/**
 * @typedef {object} Totals
 * @property {number} parameters
 * @property {number} flops a multiply and an add count as 2
 * @property {number} bytesRead
 * @property {number} bytesWritten
 * @property {number} bytesHeld all buffers of the traced pass, and the parameters
 * @property {number} cacheBytesPerToken of the keys and values that a cache holds for each token
 *
 * @typedef {Totals & { steps: Step[], oneFullSizeHead: Totals, fullSizeHeads: Totals }} Cost cost of the layer as configured; of one head
 *   as wide as the model (d_k = d_v = d_model); and of num_heads such heads. Attributes of steps have no `factors`, which are numbers
 *
 * @typedef {object} Extent
 * @property {number} [B] defaults to 1
 * @property {number} Tq
 * @property {number} [Tk] defaults to Tq; if given, key and value are separate inputs
 * @property {boolean} [causal]
 * @property {boolean} [padded] whether there is a key padding mask
 * @property {number} [past] tokens whose keys and values are given; defaults to 0
 */

/** Implements Core.cost. @param {Boundary} boundary @param {LayerOptions} options @param {Extent} extent @returns {Cost} */
export function cost(boundary, options, extent) {
  const { B = 1, Tq, Tk, past = 0, causal, padded } = extent ?? {};
  const sizes = {
    batch: wholeNumber("B", B),
    tQ: wholeNumber("T_q", Tq),
    tK: wholeNumber("T_k", Tk ?? Tq),
    cross: Tk !== undefined,
    causal: Boolean(causal),
    padded: Boolean(padded),
    past: wholeNumber("past", past, 0),
  };
  /** @param {LayerOptions} each */
  const of = (each) => JSON.parse(boundary.call("cost", readConfig(boundary, each), sizes));
  const given = { ...options };
  /** Computed on access: most callers need only the layer itself. @param {number} numHeads */
  const fullSize = (numHeads) => {
    const each = { ...given, numHeads, numKvHeads: numHeads, dK: given.dModel, dV: undefined };
    const { steps, ...totals } = of(each);
    return totals;
  };
  const { numHeads } = given;
  return {
    ...of(given),
    get oneFullSizeHead() {
      return fullSize(1);
    },
    get fullSizeHeads() {
      return fullSize(numHeads);
    },
  };
}
