import { wholeNumber } from "./check.js";
import { tensorArgument } from "./tensor-argument.js";
import { Handle } from "./handle.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { TensorInput, TensorOutput } from "./types.js" */

/**
 * @typedef {object} HeadFitOptions
 * @property {TensorInput} x (1, T, dModel)
 * @property {TensorInput} wanted (T, T): target weights; rows of 0 are unconstrained
 * @property {number} [heads] number of heads whose maps are summed; defaults to 1
 * @property {number} dK
 * @property {number} [seed] seed of the initial weights; defaults to 0
 *
 * @typedef {object} HeadsFound
 * @property {TensorOutput} maps (1, heads, T, T)
 * @property {TensorOutput} wQ (dModel, heads dK)
 * @property {TensorOutput} wK (dModel, heads dK)
 */

/** Implements Core.createHeadFit. @param {Boundary} boundary @param {HeadFitOptions} options */
export function createHeadFit(boundary, options) {
  const { x, wanted, heads = 1, dK, seed = 0 } = options ?? {};
  wholeNumber("heads", heads);
  wholeNumber("d_k", dK);
  wholeNumber("seed", seed, 0);
  const tensors = { x: tensorArgument("x", x), wanted: tensorArgument("wanted", wanted) };
  boundary.read(tensors.x, tensors.wanted);
  return new HeadFit(boundary, boundary.call("createHeadFit", { ...tensors, heads, dK, seed }), "fit");
}

/**
 * Heads fitted to target attention by gradient descent. The same seed gives the same heads on every platform, to the bit.
 * @extends {Handle<any>}
 */
export class HeadFit extends Handle {
  /**
   * Runs gradient steps; 0 only reports the current state.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} total steps so far, and the loss after them
   */
  train(steps = 1) {
    return this.boundary.ask(this.native, "train", wholeNumber("steps", steps, 0));
  }

  /** The current heads. @returns {HeadsFound} */
  found() {
    return this.boundary.ask(this.native, "found");
  }
}
