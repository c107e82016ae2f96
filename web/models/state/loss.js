/** @import { Likely } from "./unembedding.js" */

/**
 * Mean surprisal in nats of the pieces that tokens are to predict; NaN if there are none.
 * @param {Pick<Likely, "logSums" | "answers">} likely @param {readonly number[]} answers a piece of each token, or -1
 */
export function lossOf({ logSums, answers: logits }, answers) {
  const answered = answers.flatMap((answer, i) => (answer < 0 ? [] : [i]));
  return answered.reduce((sum, i) => sum + (logSums[i] - logits[i]), 0) / answered.length;
}
