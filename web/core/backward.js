import { refusal } from "./errors.js";
import { tensorArgument } from "./tensor-argument.js";
import { assertRun } from "./run.js";
import { TracedRun } from "./traced-run.js";

/** @import { Layer } from "./layer.js" */
/** @import { Run } from "./run.js" */
/** @import { Gradients, TensorInput } from "./types.js" */

/**
 * Implements Layer.backward.
 * @param {Layer} layer @param {Run} run @param {TensorInput} gradient @param {string | undefined} from
 * @returns {Gradients}
 */
export function runBackward(layer, run, gradient, from) {
  const { boundary } = layer;
  assertRun("backward", run, boundary);
  if (!(run.native instanceof TracedRun))
    throw refusal("config", "needs_trace", "{method} needs a run with trace: true", { method: "backward" });
  const step = from === undefined ? run.stepCount - 1 : run.indexOf(from);
  const dOutput = tensorArgument(`the ${from ?? "output"}'s gradient`, gradient);
  boundary.read(dOutput);
  // Read the handles only now: getters of the gradient may have disposed of either.
  const { native } = layer;
  const { bound } = /** @type {TracedRun} */ (run.native);
  return boundary.ask(native, "backward", bound, step, dOutput);
}
