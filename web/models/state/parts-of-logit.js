/** @import { Shares } from "./contributions.js" */

/**
 * What one part of a model adds to a piece's logit.
 *
 * @typedef {object} Contribution
 * @property {"embedding" | "head" | "network" | "biases"} kind
 * @property {number | null} layer  of a head or a feed-forward network
 * @property {number | null} head
 * @property {number} logit  what the part adds to the logit
 * @property {number} mean  what it adds to the mean logit of all pieces
 * @property {number} value  logit − mean: only this changes probabilities
 *
 * @typedef {object} Contributions
 * @property {number} piece  its id
 * @property {string} text
 * @property {number} position
 * @property {number} logit  of the run, before a soft cap
 * @property {number} mean  logit of all pieces
 * @property {number} value  logit − mean
 * @property {number} remainder  the logit without the sum of its parts, which is rounding
 * @property {readonly Contribution[]} parts  the largest value first
 */

/**
 * The contributions to number i of `count`; the mean of all numbers follows them.
 * @param {Shares & { logits: readonly number[] }} shares @param {number} i @param {number} count
 * @returns {Omit<Contributions, "piece" | "text" | "position">}
 */
export function contributionsIn({ logits, embedding, heads, networks, biases }, i, count) {
  const parts = [
    part("embedding", null, null, [embedding[i], embedding[count]]),
    part("biases", null, null, [biases[i], biases[count]]),
    ...networks.map((each, layer) => part("network", layer, null, [each[i], each[count]])),
    ...heads.flatMap((each, layer) => {
      const size = each.length / (count + 1);
      return Array.from({ length: size }, (_, head) =>
        part("head", layer, head, [each[i * size + head], each[count * size + head]]),
      );
    }),
  ];
  const sum = parts.reduce((all, { logit }) => all + logit, 0);
  parts.sort((a, b) => b.value - a.value);
  const [logit, mean] = [logits[i], logits[count]];
  return { logit, mean, value: logit - mean, remainder: logit - sum, parts };
}

/** @param {Contribution["kind"]} kind @param {number | null} layer @param {number | null} head @param {readonly [logit: number, mean: number]} of @returns {Contribution} */
const part = (kind, layer, head, [logit, mean]) => ({ kind, layer, head, logit, mean, value: logit - mean });
