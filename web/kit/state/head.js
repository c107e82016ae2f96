import { attentionIn } from "./quantity.js";
import { nearestIn } from "./selection.js";
import { flatIndex } from "./memory.js";

/**
 * One head of a picture: its attention, with the selected row and cell.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./selection.js").Selection} Selection
 *
 * @typedef {object} Head
 * @property {Picture} picture
 * @property {Step} step       the attention weights
 * @property {number} item     index of the sentence in a batch, otherwise 0
 * @property {number} head
 * @property {number} query
 * @property {number} key
 * @property {number} heads    number of heads of the layer
 * @property {number} queries
 * @property {number} keys
 * @property {readonly string[]} tokens
 * @property {readonly string[]} keyTokens
 *
 * @typedef {object} Attended what drawings of a head read of a picture
 * @property {readonly Step[]} steps
 * @property {Picture["step"]} step
 * @property {Picture["values"]} values
 * @property {Picture["rank"]} rank
 * @property {Picture["run"]} run
 * @property {Pick<Picture["config"], "dK">} config
 *
 * @typedef {Omit<Head, "picture"> & { picture: Attended }} DrawnHead
 */

/** The selected head, query and key; each defaults to the first. @param {Picture} picture @param {Selection} selection @returns {Head} */
export function headIn(picture, selection) {
  const step = attentionIn(picture);
  const [, heads, queries, keys] = step.shape;
  const [item, head, query, key] = nearestIn(step, selection, picture.steps);
  const { tokens, keyTokens } = picture.settings;
  return {
    picture,
    step,
    item,
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

/** The weights of one query of the head. @param {DrawnHead} head @param {number} [query] */
export function rowOf({ picture, step, item, head, query: selected, keys }, query = selected) {
  const at = flatIndex(step, [item, head, query, 0]);
  return picture.values(step.id).subarray(at, at + keys);
}

/** All weights of the head, (T_q, T_k). @param {Head} head */
export function mapOf({ picture, step, item, head, queries, keys }) {
  const at = flatIndex(step, [item, head, 0, 0]);
  return picture.values(step.id).subarray(at, at + queries * keys);
}
