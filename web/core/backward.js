import { show } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";
import { NativeRun } from "./native.js";
import { Run } from "./run.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Layer } from "./layer.js" */
/** @import { Gradients, TensorInput } from "./types.js" */

/**
 * Layer.backward.
 * @param {Boundary} boundary @param {Layer} layer @param {Run} run @param {TensorInput} gradient @param {string | undefined} from
 * @returns {Gradients}
 */
export function runBackward(boundary, layer, run, gradient, from) {
  if (!(run instanceof Run))
    throw new HeadscopeError("config", `backward needs a run of forward, got ${show(run)}`);
  if (!(run.native instanceof NativeRun))
    throw new HeadscopeError("config", "backward needs a run with trace: true");
  const step = from === undefined ? run.steps.length - 1 : run.indexOf(from);
  boundary.place("other", given(`the ${from ?? "output"}'s gradient`, gradient));
  // Only now: what was read may have disposed of either.
  return boundary.tensors("backward", layer.native.address, run.native.bound.address, step);
}
