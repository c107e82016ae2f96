import { show } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { given } from "./given.js";
import { Run } from "./run.js";
import { TracedRun } from "./traced-run.js";

/** @import { Layer } from "./layer.js" */
/** @import { Gradients, TensorInput } from "./types.js" */

/**
 * Layer.backward.
 * @param {Layer} layer @param {Run} run @param {TensorInput} gradient @param {string | undefined} from
 * @returns {Gradients}
 */
export function runBackward(layer, run, gradient, from) {
  const { boundary } = layer;
  if (!(run instanceof Run))
    throw new HeadscopeError("config", `backward needs a run of forward, got ${show(run)}`);
  if (run.boundary !== boundary)
    throw new HeadscopeError("config", "backward needs a run of the same core, got another core's");
  if (!(run.native instanceof TracedRun))
    throw new HeadscopeError("config", "backward needs a run with trace: true");
  const step = from === undefined ? run.stepCount - 1 : run.indexOf(from);
  const dOutput = given(`the ${from ?? "output"}'s gradient`, gradient);
  boundary.read(dOutput);
  // Only now: what was read may have disposed of either.
  const { native } = layer;
  const { bound } = /** @type {TracedRun} */ (run.native);
  return boundary.ask(native, "backward", bound, step, dOutput);
}
