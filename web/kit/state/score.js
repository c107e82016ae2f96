import { flatIndex } from "./memory.js";
import { isAttention } from "./quantity.js";
import { elementIn } from "./selection.js";

/**
 * How the score of a query and a key in a head is computed.
 *
 * @typedef {import("./head.js").DrawnHead} Head
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("../../core/types.js").Step} Step
 */

/**
 * From the product of query and key to the weight: the number of each step for this pair, and its computation.
 * @param {Head} head
 * @returns {{ step: Step, value: number }[]}
 */
export function scoreOf({ picture, step: last, item, head, query, key }) {
  const index = [item, head, query, key];
  const until = picture.steps.slice(0, picture.steps.indexOf(last) + 1);
  return until
    .filter((step) => isAttention(step) && step.axes.includes("H"))
    .map((step) => ({ step, value: picture.values(step.id)[flatIndex(step, index)] }));
}

/** Whether a factor is 1/√d_k. @param {unknown} factor @param {number} width d_k @returns {boolean} */
export const isRootOf = (factor, width) =>
  typeof factor === "number" && Math.abs(factor * factor * width - 1) < 1e-5;

/**
 * The features of the query and the key, as the product reads them.
 * @param {Head} of
 * @returns {{ query: number[], key: number[] } | null} null without a layer
 */
export function factorsOfScore({ picture, item, head, query, key }) {
  const product = picture.steps.find(isAttention);
  if (!product?.inputs.length) return null;
  const [q, k] = product.inputs.map((id) => /** @type {Step} */ (picture.step(id)));
  const features = /** @type {number} */ (q.shape.at(-1));
  const read = (/** @type {Step} */ step, /** @type {Partial<Selection>} */ at) =>
    Array.from({ length: features }, (_, feature) => {
      const selection = { batch: item, token: null, key: null, column: null, head, feature, ...at };
      const index = elementIn(step, selection, picture.steps);
      return index ? picture.values(step.id)[flatIndex(step, index)] : NaN;
    });
  // In self-attention both lie along T.
  return { query: read(q, { token: query }), key: read(k, { key, token: key }) };
}
