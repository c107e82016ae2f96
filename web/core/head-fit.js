import { wholeNumber } from "./check.js";
import { given } from "./given.js";
import { Handle } from "./handle.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { HeadFitOptions, HeadsFound } from "./types.js" */

/** Core.createHeadFit. @param {Boundary} boundary @param {HeadFitOptions} options */
export function createHeadFit(boundary, options) {
  const { x, wanted, heads = 1, dK, seed = 0 } = options ?? {};
  wholeNumber("heads", heads);
  wholeNumber("d_k", dK);
  wholeNumber("seed", seed, 0);
  const tensors = { x: given("x", x), wanted: given("wanted", wanted) };
  boundary.read(tensors.x, tensors.wanted);
  return new HeadFit(boundary, boundary.call("createHeadFit", { ...tensors, heads, dK, seed }), "fit");
}

/**
 * Heads that gradient steps find for attention that somebody wants. By the same seed they are the same everywhere, to the bit.
 * @extends {Handle<any>}
 */
export class HeadFit extends Handle {
  /**
   * Takes so many steps; with 0 it says how far it is.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} steps by now, and the loss after them
   */
  train(steps = 1) {
    return this.boundary.ask(this.native, "train", wholeNumber("steps", steps, 0));
  }

  /** As they are by now. @returns {HeadsFound} */
  found() {
    return this.boundary.ask(this.native, "found");
  }
}
