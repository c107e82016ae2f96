/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Added } from "./description.js" */

// Positions as numbers that are added to the scores of the last `tokens` of `keys` tokens.

/**
 * Learned numbers of distances.
 * @param {Added} added @param {{ tokens: number, keys: number, heads: number, learned: Float32Array }} sizes learned: (buckets, heads)
 * @returns {TensorOutput} (1, H, T, T_k)
 */
export function biasOfBuckets(added, { tokens, keys, heads, learned }) {
  return everyScore(heads, tokens, keys, (head, i, j) => learned[bucketOf(j - i, added) * heads + head]);
}

/**
 * What ALiBi changes if tokens are hidden: transformers counts only those that are seen as positions.
 * @param {readonly number[]} attentionMask of all tokens @param {number} tokens @param {number} heads
 * @returns {TensorOutput} (1, H, T, T_k)
 */
export function slopesOfSeen(attentionMask, tokens, heads) {
  let counted = 0;
  const moved = attentionMask.map((seen, j) => (seen ? counted++ : 0) - j);
  return everyScore(heads, tokens, attentionMask.length, (head, _, j) => slopeOf(head, heads) * moved[j]);
}

/** All that ALiBi adds. @param {number} tokens @param {number} keys @param {number} heads @returns {TensorOutput} (1, H, T, T_k) */
export const slopesOfAll = (tokens, keys, heads) =>
  everyScore(heads, tokens, keys, (head, i, j) => slopeOf(head, heads) * (j - i));

/** @param {number} heads @param {number} tokens @param {number} keys @param {(head: number, query: number, key: number) => number} at */
function everyScore(heads, tokens, keys, at) {
  const data = new Float32Array(heads * tokens * keys);
  let place = 0;
  for (let head = 0; head < heads; head++)
    for (let i = keys - tokens; i < keys; i++) for (let j = 0; j < keys; j++) data[place++] = at(head, i, j);
  return { data, shape: [1, heads, tokens, keys] };
}

/** The slope of a head (Press et al. 2022): see alibi_slope() of src/layer. @param {number} head @param {number} heads */
function slopeOf(head, heads) {
  const power = 2 ** Math.floor(Math.log2(heads));
  return head < power ? 2 ** ((-8 * (head + 1)) / power) : 2 ** ((-4 * (2 * (head - power) + 1)) / power);
}

/**
 * The bucket of a distance from query to key: one half for keys after the query, which a causal model has no buckets for; in each half, small
 * distances have a bucket each, and larger ones share buckets whose widths grow. In float32, as transformers computes it.
 * @param {number} distance @param {Added} sizes
 */
function bucketOf(distance, { buckets, most, isCausal = false }) {
  const half = isCausal ? buckets : Math.floor(buckets / 2);
  const exact = Math.floor(half / 2);
  const far = isCausal ? Math.max(0, -distance) : Math.abs(distance);
  const { fround, log } = Math;
  const shared = () => {
    const share = fround(fround(log(fround(far / exact))) / fround(log(most / exact)));
    return Math.min(half - 1, exact + Math.trunc(fround(share * (half - exact))));
  };
  return (!isCausal && distance > 0 ? half : 0) + (far < exact ? far : shared());
}
