import { wholeNumber } from "./check.js";
import { readConfig } from "./layer-config.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Cost, Extent, LayerOptions } from "./types.js" */

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
