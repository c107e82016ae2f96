import { number } from "../../kit/draw/legend.js";
import { shorten } from "../../kit/draw/tensor-labels.js";
import { fits } from "./state.js";
import { MASK } from "./words.js";
import { say } from "../../kit/text/words.js";

/** @import { MaskAnswer, MaskTurn } from "./state.js" */
/** @import { Localized } from "../../kit/text/words.js" */

/** @typedef {{ answer: MaskAnswer, tokens: readonly string[], keyTokens: readonly string[], head: number, query: number, key: number }} Seen */

/** Says how the mask changes the selected row. @param {Seen} view @param {MaskTurn} turn @param {Localized} speaker */
export function rowSaid({ answer, tokens, keyTokens, head, query }, turn, speaker) {
  const words = say(MASK, speaker);
  const keys = keyTokens.length;
  const seen = answer.open.subarray(query * keys, (query + 1) * keys).filter((value) => value === 0).length;
  const word = shorten(tokens[query], 20);
  if (seen) return words.sees(word, seen, keys);
  const [, , queries] = answer.weights.large.shape;
  if (turn.path === "softmax_axis") return words.blindOverQueries(word);
  return words.blind(word, number(answer.weights.large.data[(head * queries + query) * keys], 2));
}

/** Says whether the last word leaks into rows that may not see it. @param {MaskAnswer} answer @param {MaskTurn} turn @param {Localized} speaker */
export function leakSaid({ leaks, may }, turn, speaker) {
  const words = say(MASK, speaker);
  if (!fits(turn)) return words.needsMask;
  if (leaks.length) return words.leaks(leaks.join(", "), leaks.length);
  return may.every(Boolean) ? words.all : words.sealed;
}
