import { isList, show, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";
import { tensorArgument, vectorArgument } from "./tensor-argument.js";
import { namedMeasures, readMeasures } from "./measures.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { TensorArgument } from "./tensor-argument.js" */
/** @import { MeasureOptions, Measures, Numbers, TensorInput, TensorOutput } from "./types.js" */

/**
 * @typedef {object} Reordered
 * @property {TensorOutput} rows (B, T, n): the shuffled rows, each back at its token's original position
 * @property {TensorOutput} apart (B, T): the largest difference of each row from the original row
 * @property {number} largest largest of `apart`
 */

// Implements the calls of Core on attention weights, scores and outputs that the caller has.

/** Calls a bound function whose arguments are all tensors. @param {Boundary} boundary @param {string} name @param {...TensorArgument} tensors */
function ask(boundary, name, ...tensors) {
  boundary.read(...tensors);
  return boundary.call(name, ...tensors);
}

/** @param {Boundary} boundary @param {TensorInput} attention @param {MeasureOptions} [options] @returns {Measures} */
export function measure(boundary, attention, options) {
  const call = readMeasures(options);
  const weights = tensorArgument("attention", attention);
  boundary.read(weights);
  return namedMeasures(boundary, boundary.call("measure", weights, call));
}

/** @param {Boundary} boundary @param {TensorInput} attention @param {Numbers} factors @returns {TensorOutput} */
export const blend = (boundary, attention, factors) =>
  ask(boundary, "blend", tensorArgument("attention", attention), vectorArgument("factors", factors));

/** @param {Boundary} boundary @param {Numbers} weights @returns {{ order: number[], held: Float32Array }} */
export const rank = (boundary, weights) => ask(boundary, "rank", vectorArgument("weights", weights));

/** @param {Boundary} boundary @param {TensorInput} attention @returns {{ rows: TensorOutput, median: number, mean: number }} */
export const jacobianNorms = (boundary, attention) =>
  ask(boundary, "jacobianNorms", tensorArgument("attention", attention));

/** @param {Boundary} boundary @param {TensorInput} scores @returns {TensorOutput} */
export const asymmetry = (boundary, scores) => ask(boundary, "asymmetry", tensorArgument("scores", scores));

/** @param {Boundary} boundary @param {TensorInput} straight @param {TensorInput} shuffled @param {readonly number[]} order @returns {Reordered} */
export function putBack(boundary, straight, shuffled, order) {
  if (!isList(order))
    throw refusal("shape", "order_no_positions", "order {order} is not an array of positions", {
      order: show(order),
    });
  const places = Array.from(order, (at) => wholeNumber("order", at, 0, "shape"));
  const [output, shuffledOutput] = [
    tensorArgument("the output", straight),
    tensorArgument("the shuffled output", shuffled),
  ];
  boundary.read(output, shuffledOutput);
  return boundary.call("putBack", output, shuffledOutput, places);
}
