import { shareSaid } from "../../kit/text/share.js";

const MOSTLY = 0.5; // of the sentences

/**
 * Notes that a correct answer is probably luck: without the removed parts, most answers of this kind are
 * wrong. Null otherwise.
 * @param {import("./state.js").State} state @param {string} kind of the blank @param {{ luck: (share: string, sentences: number) => string }} words
 */
export function luckSaid({ away, without }, kind, words) {
  const counted = without?.away === away ? without : null;
  const share = counted?.kinds[kind]?.accuracy ?? 1;
  return counted && share < MOSTLY ? words.luck(shareSaid(share), counted.sentences) : null;
}
