import { KINDS } from "../../core/sentence-study.js";
import { COMMON_NOUNS } from "./nouns.js";

/** @import { SentenceFacts } from "../../core/sentence-study.js" */
/** @import { Token } from "./tokenizer.js" */

/** Words that hold an English sentence together. */
const FUNCTION_WORDS = new Set(
  `a an the i he she it we you they me him her us them my your his its our their this that these those who whom which what in on at by for of
  to as or and if so no not is was are were am be been has had have do does did will can may must shall would could should but than`.split(
    /\s+/,
  ),
);

const NOUNS = new Set(COMMON_NOUNS.split(/\s+/).filter(Boolean));
/** Endings of English nouns. */
const NOUN_ENDING = /..(tion|sion|ment|ness|ity|ship|hood|ism|ance|ence|dom)s?$/;
const PLURALS = /** @type {const} */ ([
  ["ies", "y"],
  ["es", ""],
  ["s", ""],
]);

const LETTER = /[\p{L}\p{N}]/u;
const SEPARATOR = /^\s*[.,;!?…。，、；！？]+\s*$|\n/;
const SEPARATOR_PIECES = new Set(["[SEP]", "</s>"]);
const COLON = /^\s*[:：]+\s*$/;
const SENTENCE_END = /^\s*[.!?…。！？]+\s*$|\n/;
/** Marks that end with a sentence rather than begin the next one. */
const CLOSING = /^\s*[.!?…。！？"'”’)\]»]+\s*$/;

/**
 * What the measures read of a text's tokens. Words and sentences follow from the text's letters, spaces and marks; nouns and function words are English.
 * @param {string} text @param {readonly Token[]} tokens @param {{ causal: boolean, maskId?: number }} model @returns {SentenceFacts}
 */
export function factsOf(text, tokens, { causal, maskId }) {
  const spelled = tokens.map(({ start, end }) => text.slice(start, end));
  const words = numbered(tokens, (i) => beginsWord(text, tokens, i));
  const wordTexts = textsOf(words, spelled);
  const kinds = tokens.map(({ id, text: piece }, i) => {
    const word = wordTexts[words[i]];
    const isSeparator = SEPARATOR.test(spelled[i]) || SEPARATOR_PIECES.has(piece);
    return (
      (isSeparator ? KINDS.separator : 0) +
      (COLON.test(spelled[i]) ? KINDS.colon : 0) +
      (isNoun(word) ? KINDS.noun : 0) +
      (id === maskId ? KINDS.mask : 0) +
      (FUNCTION_WORDS.has(word) ? KINDS.functionWord : 0)
    );
  });
  return {
    ...{ pieces: tokens.map(({ id }) => id), words, kinds, causal },
    sentences: numbered(tokens, (i) => beginsSentence(spelled, i)),
  };
}

/** The number of the word or sentence of each token. @param {readonly Token[]} tokens @param {(i: number) => boolean} begins */
function numbered(tokens, begins) {
  let number = -1;
  return tokens.map((_, i) => (i === 0 || begins(i) ? ++number : number));
}

/** Whether a token begins a word: runs of letters and digits are words, and each mark and special token is one. @param {string} text @param {readonly Token[]} tokens @param {number} i */
function beginsWord(text, tokens, i) {
  const { start, end } = tokens[i];
  const before = tokens[i - 1];
  if (start === end || before.start === before.end) return true;
  const [first, last] = [charFrom(text, start), text.slice(0, start).slice(-1)];
  return !LETTER.test(first) || !LETTER.test(last);
}

/** @param {string} text @param {number} at */
const charFrom = (text, at) => String.fromCodePoint(text.codePointAt(at) ?? 32);

/** @param {readonly string[]} spelled @param {number} i */
function beginsSentence(spelled, i) {
  if (!spelled[i] || CLOSING.test(spelled[i])) return false;
  let last = i - 1;
  while (last > 0 && CLOSING.test(spelled[last]) && !SENTENCE_END.test(spelled[last])) last--;
  return SENTENCE_END.test(spelled[last]);
}

/** Texts of words, in small letters. @param {readonly number[]} words @param {readonly string[]} spelled */
function textsOf(words, spelled) {
  /** @type {string[]} */
  const texts = [];
  for (const [i, word] of words.entries()) texts[word] = (texts[word] ?? "") + spelled[i];
  return texts.map((word) => word.trim().toLowerCase());
}

/** @param {string} word */
function isNoun(word) {
  if (FUNCTION_WORDS.has(word)) return false;
  if (NOUNS.has(word) || NOUN_ENDING.test(word)) return true;
  return PLURALS.some(
    ([ending, other]) => word.endsWith(ending) && NOUNS.has(word.slice(0, -ending.length) + other),
  );
}
