import { flatIndex } from "../../kit/state/memory.js";
import { isAttention } from "../../kit/state/quantity.js";
import { elementIn } from "../../kit/state/selection.js";

/**
 * How the score of a head's query and key is made.
 *
 * @typedef {import("../../kit/state/head.js").Head} Head
 * @typedef {import("../../kit/state/selection.js").Selection} Selection
 * @typedef {import("../../core/types.js").Step} Step
 */

/**
 * From the product of query and key to the weight: each step's number for this pair, and what made it.
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

/**
 * The features of the query and of the key, as their product reads them.
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
  // In self-attention both are along T.
  return { query: read(q, { token: query }), key: read(k, { key, token: key }) };
}
