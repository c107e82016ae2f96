import { wholeNumber } from "./check.js";
import { given } from "./given.js";
import { Handle } from "./handle.js";
import { Bound } from "./native.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { HeadFitOptions, HeadsFound } from "./types.js" */

/**
 * Heads that gradient steps find for attention that somebody wants. By the same seed they are the same everywhere, to the bit.
 * @extends {Handle<Bound>}
 */
export class HeadFit extends Handle {
  #boundary;

  /** @param {Boundary} boundary @param {HeadFitOptions} options */
  constructor(boundary, options) {
    const { x, wanted, heads = 1, dK, seed = 0 } = options ?? {};
    wholeNumber("heads", heads);
    wholeNumber("d_k", dK);
    wholeNumber("seed", seed, 0);
    boundary.begin();
    boundary.place("query", given("x", x));
    boundary.place("other", given("wanted", wanted));
    try {
      const bound = new Bound(boundary, boundary.call("createHeadFit", heads, dK, seed), "deleteHeadFit");
      super(bound, bound, "fit");
    } finally {
      boundary.clear();
    }
    this.#boundary = boundary;
  }

  /**
   * Takes so many steps; with 0 it says how far it is.
   * @param {number} [steps]
   * @returns {{ step: number, loss: number }} steps by now, and the loss after them
   */
  train(steps = 1) {
    const { address } = this.native;
    const { data } = this.#boundary.tensor("fitHeads", address, wholeNumber("steps", steps, 0));
    return { step: data[0], loss: data[1] };
  }

  /** As they are by now. @returns {HeadsFound} */
  found() {
    return this.#boundary.tensors("foundHeads", this.native.address);
  }
}
