/**
 * Words of a translation: which English words may stand in place of another, the nearest known words, and which French words have changed.
 *
 * @typedef {import("../../core/types.js").SentencePair} SentencePair
 */

/** The end of a sentence, as the model reads and writes it. */
export const END = "<end>";

/** The words of a sentence without its end. @param {readonly string[]} words */
export const withoutEnd = (words) => (words.at(-1) === END ? words.slice(0, -1) : words);

const EXAMPLES = 1500; // sentences, enough for every word to stand in every place
const NEAREST = 3; // words

/** English words by their kind, such as a singular noun or an adjective that stands after its noun in French. */
export class Lexicon {
  /** @type {Map<string, Set<string>>} */
  #kinds = new Map();
  /** Words that follow "these". @type {Set<string>} */
  #plurals = new Set();

  /** @param {(seed: number) => SentencePair} example draws a sentence and its translation */
  constructor(example) {
    const pairs = Array.from({ length: EXAMPLES }, (_, seed) => example(seed));
    for (const { source, target } of pairs)
      for (const { part, source: at, agrees } of target)
        if (part === "determiner" && source[at] === "these") this.#plurals.add(source[agrees ?? 0]);
    for (const pair of pairs)
      pair.source.forEach((word, at) => {
        const kind = this.#kindAt(pair, at);
        if (kind) this.#kinds.set(kind, (this.#kinds.get(kind) ?? new Set()).add(word));
      });
  }

  /** The words that fit at a place, in alphabetical order; only the own word if it has no other. @param {SentencePair} pair @param {number} at */
  choices(pair, at) {
    const kind = this.#kindAt(pair, at);
    const words = (kind && this.#kinds.get(kind)) || [pair.source[at]];
    return [...new Set([pair.source[at], ...words])].sort();
  }

  /** @param {SentencePair} pair @param {number} at position in the English sentence @returns {string | null} null for words without others of their kind */
  #kindAt({ source, target }, at) {
    const place = target.findIndex((each) => each.source === at);
    const { part, agrees } = target[place] ?? {};
    const number =
      agrees !== null && agrees !== undefined && this.#plurals.has(source[agrees]) ? "plural" : "singular";
    if (part === "determiner" || part === "noun") return `${part} ${number}`;
    if (part === "adjective") {
      const noun = target.findIndex((each) => each.part === "noun" && each.source === agrees);
      return `adjective ${place < noun ? "before" : "after"}`;
    }
    if (part === "verb") {
      const form = source[at - 1] === "not" ? "plural" : number; // “does not see” has the form of “they see”
      return `verb ${form} ${at === source.length - 2 ? "alone" : "with an object"}`;
    }
    return part === "pronoun" ? part : null;
  }
}

/** The known words with the fewest changes of letters. @param {string} word @param {readonly string[]} known */
export const nearestWord = (word, known) =>
  known
    .map((each) => ({ each, far: changes(word.toLowerCase(), each) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAREST)
    .map(({ each }) => each);

/** Number of letters to insert, remove or replace (Levenshtein, 1966). @param {string} a @param {string} b */
function changes(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++)
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + Number(a[i - 1] !== b[j - 1]));
  }
  return row[b.length];
}

/** Which words are not among those of the earlier sentence, in the same order. @param {readonly string[]} words @param {readonly string[] | null} before @returns {readonly boolean[]} */
export function changedIn(words, before) {
  if (!before) return words.map(() => false);
  // common[i][j]: length of the longest common subsequence from i and j on.
  const common = Array.from({ length: words.length + 1 }, () => new Array(before.length + 1).fill(0));
  for (let i = words.length - 1; i >= 0; i--)
    for (let j = before.length - 1; j >= 0; j--)
      common[i][j] =
        words[i] === before[j] ? 1 + common[i + 1][j + 1] : Math.max(common[i + 1][j], common[i][j + 1]);
  let j = 0;
  return words.map((word, i) => {
    while (j < before.length && word !== before[j] && common[i][j + 1] === common[i][j]) j++;
    if (word !== before[j]) return true;
    j++;
    return false;
  });
}
