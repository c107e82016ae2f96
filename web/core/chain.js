import { oneOf, show, wholeNumber } from "./check.js";
import { HeadscopeError } from "./errors.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { ChainLink, ShapeCall } from "./types.js" */

/** As the core's tensors have them. */
const MOST_DIMENSIONS = 6;

/**
 * Calls one after another on a new tensor.
 * @param {Boundary} boundary
 * @param {readonly number[]} sizes
 * @param {readonly ShapeCall[]} calls
 * @returns {ChainLink[]}
 */
export function followChain(boundary, sizes, calls) {
  boundary.setIndices([...list("shape", sizes, 1), ...calls.flatMap((call) => numbersOf(boundary, call))]);
  /** @type {any[]} */
  const links = JSON.parse(boundary.call("chain", 0));
  const { module } = boundary;
  const chain = links.map((link, i) => {
    if (link.error !== null) return link;
    return { ...link, places: Int32Array.from(boundary.copy(module.resultData(i), link.shape).data) };
  });
  module.clearResults();
  return chain;
}

/** Which call, and what it is given. @param {Boundary} boundary @param {ShapeCall} call */
function numbersOf(boundary, { name, given = [] }) {
  const known = oneOf(
    "call",
    name ?? null,
    /** @type {ShapeCall["name"][]} */ (boundary.namesOf("ShapeCall")),
  );
  return [boundary.named("ShapeCall", known).value, ...list(known, given, Number.MIN_SAFE_INTEGER)];
}

/** How many, and these. @param {string} name @param {readonly number[]} numbers @param {number} least */
function list(name, numbers, least) {
  const all = Array.from(numbers, (number) => wholeNumber(name, number, least, "shape"));
  if (all.length <= MOST_DIMENSIONS) return [all.length, ...all];
  throw new HeadscopeError(
    "shape",
    `${name} ${show(all)} has ${all.length} dimensions (expected at most ${MOST_DIMENSIONS})`,
  );
}
