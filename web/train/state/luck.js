const MOSTLY = 0.5; // of the sentences

/**
 * What is said of a correct answer where something is away without which most others are wrong; null where nothing is, or most are correct.
 * @param {import("./state.js").State} state @param {string} kind of the blank @param {{ luck: (share: string, sentences: number) => string }} words
 */
export function luckSaid({ away, without }, kind, words) {
  const counted = without?.away === away ? without : null;
  const share = counted?.kinds[kind]?.accuracy ?? 1;
  return counted && share < MOSTLY ? words.luck(share.toFixed(2), counted.sentences) : null;
}
