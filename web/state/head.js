import { attentionIn, isAttention } from "./quantity.js";
import { elementIn, nearestIn } from "./selection.js";
import { flatIndex } from "./memory.js";

/**
 * One head of a picture: its attention, and the row and the cell of it that are selected.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./selection.js").Selection} Selection
 *
 * @typedef {object} Head
 * @property {Picture} picture
 * @property {Step} step       the attention weights
 * @property {number} head
 * @property {number} query
 * @property {number} key
 * @property {number} heads    of the layer
 * @property {number} queries
 * @property {number} keys
 * @property {readonly string[]} tokens
 * @property {readonly string[]} keyTokens
 */

/** The selected head, or the first; so with its query, and with its key. @param {Picture} picture @param {Selection} selection @returns {Head} */
export function headIn(picture, selection) {
  const step = attentionIn(picture);
  const [, heads, queries, keys] = step.shape;
  const [, head, query, key] = nearestIn(step, selection, picture.steps);
  const { tokens, keyTokens } = picture.settings;
  return {
    picture,
    step,
    head,
    query,
    key,
    heads,
    queries,
    keys,
    tokens,
    keyTokens: keyTokens.length ? keyTokens : tokens,
  };
}

/** The weights that a query of the head gives. @param {Head} head @param {number} [query] */
export function rowOf({ picture, step, head, query: selected, keys }, query = selected) {
  const at = flatIndex(step, [0, head, query, 0]);
  return picture.values(step.id).subarray(at, at + keys);
}

/** All of its weights, (T_q, T_k). @param {Head} head */
export function mapOf({ picture, step, head, queries, keys }) {
  const at = head * queries * keys;
  return picture.values(step.id).subarray(at, at + queries * keys);
}

/**
 * From the product of query and key to the weight: each step's number for this pair, and what made it.
 * @param {Head} head
 * @returns {{ step: Step, value: number }[]}
 */
export function scoreOf({ picture, step: last, head, query, key }) {
  const index = [0, head, query, key];
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
export function factorsOfScore({ picture, head, query, key }) {
  const product = picture.steps.find(isAttention);
  if (!product?.inputs.length) return null;
  const [q, k] = product.inputs.map((id) => /** @type {Step} */ (picture.step(id)));
  const features = /** @type {number} */ (q.shape.at(-1));
  const read = (/** @type {Step} */ step, /** @type {Partial<Selection>} */ at) =>
    Array.from({ length: features }, (_, feature) => {
      const selection = { token: null, key: null, column: null, head, feature, ...at };
      const index = elementIn(step, selection, picture.steps);
      return index ? picture.values(step.id)[flatIndex(step, index)] : NaN;
    });
  // In self-attention both are along T.
  return { query: read(q, { token: query }), key: read(k, { key, token: key }) };
}
