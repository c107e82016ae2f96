import { isList, oneOf, show, wholeNumber } from "./check.js";
import { refusal } from "./errors.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Message } from "./message.js" */

/**
 * @typedef {object} ShapeCall
 * @property {"view" | "reshape" | "transpose" | "permute" | "contiguous" | "unsqueeze" | "expand"} name name of the method of torch.Tensor
 * @property {readonly number[]} [given] sizes, or dimensions
 *
 * @typedef {object} LaidOut layout of a tensor in memory
 * @property {null} error
 * @property {number[]} shape
 * @property {number[]} strides in elements
 * @property {number} offset
 * @property {boolean} contiguous
 * @property {"view" | "copy"} storage whether the result shares the memory of the tensor that the call was made on
 * @property {number} buffer index of the memory; 0 is that of the chain's first tensor
 * @property {Int32Array} places for each element, in logical order, its position in the first tensor's memory
 *
 * @typedef {LaidOut | { error: string, refusal: Message }} ChainLink result of a call: a tensor, or the reason of its refusal
 */

/** The core's limit of a tensor's rank. */
const MOST_DIMENSIONS = 6;

const MOST_CALLS = 1000;

/**
 * Implements Core.followChain.
 * @param {Boundary} boundary
 * @param {readonly number[]} shape
 * @param {readonly ShapeCall[]} calls
 * @returns {ChainLink[]}
 */
export function followChain(boundary, shape, calls) {
  const sizes = list("shape", shape, 1);
  if (!Array.isArray(calls))
    throw refusal("config", "not_calls", "calls {calls} are not an array of { name, given }", {
      calls: show(calls),
    });
  if (calls.length > MOST_CALLS)
    throw refusal("config", "too_many_calls", "{calls} calls are more than {most}", {
      ...{ calls: calls.length, most: MOST_CALLS },
    });
  const given = Array.from(calls, (call) => readCall(boundary, call));
  const { links, numbers } = boundary.call("chain", sizes, given);
  return JSON.parse(links).map((/** @type {any} */ link, /** @type {number} */ i) =>
    link.error === null ? { ...link, places: Int32Array.from(numbers[i]) } : link,
  );
}

/** @param {Boundary} boundary @param {ShapeCall | null | undefined} call */
function readCall({ names }, call) {
  const { name, given = [] } = call ?? {};
  const known = oneOf("call", name ?? null, names.shapeCall);
  return { call: names.shapeCall.indexOf(known), given: list(known, given, Number.MIN_SAFE_INTEGER) };
}

/** @param {string} name @param {unknown} numbers @param {number} least */
function list(name, numbers, least) {
  if (!isList(numbers))
    throw refusal("shape", "not_whole_numbers", "{name} {numbers} is not an array of whole numbers", {
      ...{ name, numbers: show(numbers) },
    });
  const { length } = /** @type {ArrayLike<unknown>} */ (numbers);
  if (length > MOST_DIMENSIONS)
    throw refusal(
      "shape",
      "sizes_too_many",
      "{name} {sizes} has {dimensions} dimensions (expected at most {most})",
      { name, sizes: show(numbers), dimensions: length, most: MOST_DIMENSIONS },
    );
  return Array.from(/** @type {ArrayLike<unknown>} */ (numbers), (number) =>
    wholeNumber(name, number, least, "shape"),
  );
}
