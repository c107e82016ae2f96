import { headscope } from "../runtimes/headscope.js";

/** @import { Core } from "../../../web/core/index.js" */
/** @import { Problem } from "../problem.js" */

/**
 * What is to be timed beside a forward, so that its projections can be taken from its time. With one key, Q and the output are projected
 * for all T, K and V for one token, and there is next to no attention: half the projections, since K and V cost what Q and the output
 * do. With one query as well, nothing is left but the call.
 * @param {Core} core
 * @param {Problem} problem
 */
export function besideAttention(core, problem) {
  const { dModel } = problem.size;
  const first = { data: problem.x.subarray(0, dModel), shape: [1, 1, dModel] };
  return [
    { ...headscope(core, problem, { key: first }), name: "half the projections" },
    { ...headscope(core, problem, { query: first }), name: "the call" },
  ];
}
