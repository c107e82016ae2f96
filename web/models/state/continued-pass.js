/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Pass } from "./transformer.js" */
/** @import { Likely } from "./unembedding.js" */

/**
 * The pass over a sentence and one token more, joined of the sentence's pass and that of the token after it.
 * @param {Pass} earlier @param {Pass} next of one token, with the earlier keys and values
 * @param {number} id of the token
 * @returns {Pass | null} null if the earlier pass does not list the logit of the token
 */
export function continuedPass(earlier, next, id) {
  const likely = earlier.likely && next.likely && joinedLikely(earlier.likely, next.likely, id);
  if (earlier.likely && !likely) return null;
  return {
    attention: earlier.attention.map((maps, layer) => joinedMaps(maps, next.attention[layer])),
    hidden: earlier.hidden.map((rows, layer) => joinedRows(rows, next.hidden[layer])),
    likely,
    notices: next.notices,
  };
}

/** A causal model's maps, (H, T, T), with one more row, (H, 1, T + 1): earlier tokens give the new key no weight. @param {TensorOutput} maps @param {TensorOutput} row @returns {TensorOutput} */
function joinedMaps({ data, shape: [heads, tokens] }, { data: row }) {
  const size = tokens + 1;
  const all = new Float32Array(heads * size * size);
  for (let head = 0; head < heads; head++) {
    const first = head * size * size;
    for (let query = 0; query < tokens; query++) {
      const from = (head * tokens + query) * tokens;
      all.set(data.subarray(from, from + tokens), first + query * size);
    }
    all.set(row.subarray(head * size, (head + 1) * size), first + tokens * size);
  }
  return { data: all, shape: [heads, size, size] };
}

/** @param {TensorOutput} rows (T, width) @param {TensorOutput} next (1, width) @returns {TensorOutput} */
const joinedRows = ({ data, shape: [tokens, width] }, next) => ({
  data: joined(data, next.data),
  shape: [tokens + 1, width],
});

/** @param {Float32Array} a @param {Float32Array} b */
function joined(a, b) {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The likeliest pieces, with the token's logit as the answer of the last token before it. @param {Likely} earlier @param {Likely} next @param {number} id @returns {Likely | null} */
function joinedLikely(earlier, next, id) {
  const { most, ids, logits, logSums, answers } = earlier;
  const last = logSums.length - 1;
  const at = ids.indexOf(id, last * most);
  if (at < 0) return null;
  const answered = joined(answers, next.answers);
  answered[last] = logits[at];
  return {
    most,
    ids: [...ids, ...next.ids],
    logits: joined(logits, next.logits),
    logSums: [...logSums, ...next.logSums],
    answers: answered,
  };
}
