/** Created on first use, because creation takes 6 ms and most sentences do not need a segmenter. @type {Intl.Segmenter | undefined} */
let segmenter;

/** Characters per part: for each word, the platform's segmenter takes time proportional to the length of the text. */
const STRETCH = 500;

/**
 * Words and punctuation of a sentence. `didn't` is one word; languages without spaces are segmented by the platform's dictionary.
 *
 * @param {string} sentence
 * @returns {string[]}
 */
export function tokenize(sentence) {
  const runs = sentence.normalize("NFC").split(/[ \t\r\n]+/);
  return runs.flatMap((run) => plain(run) ?? segments(run));
}

/** Splits simple words and final punctuation as the segmenter does; null for others. @param {string} run */
function plain(run) {
  const [, word, end] = /^(\w+|[a-z]+'[a-z]+)([.,!?]?)$/i.exec(run) ?? [];
  return word ? [word, end].filter(Boolean) : null;
}

/** Segments a text in parts. The last segment of a part is segmented again with the next part, because it may continue there. @param {string} run */
function segments(run) {
  /** @type {string[]} */
  const found = [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  for (let from = 0, size = STRETCH; from < run.length;) {
    const stretch = Array.from(segmenter.segment(run.slice(from, from + size)), ({ segment }) => segment);
    if (from + size < run.length) stretch.pop();
    size = stretch.length ? STRETCH : 2 * size; // the word is longer than the part
    for (const segment of stretch) {
      from += segment.length;
      if (segment.trim()) found.push(segment.trim());
    }
  }
  return found;
}

/** Opening brackets and quotes, after which there is no space. */
const OPENS = /^[\p{Ps}\p{Pi}]+$/u;
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/** Scripts without spaces. */
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Po}]+$/u;

/** Quotes that both open and close. The first of a pair opens. */
const STRAIGHT = /^["'`]$/;

/**
 * A sentence that tokenize() splits into the same tokens, as far as the language allows.
 * @param {readonly string[]} tokens
 */
export function sentenceOf(tokens) {
  /** @type {Set<string>} open straight quotes */
  const open = new Set();
  let opened = true;
  return tokens.reduce((sentence, token, i) => {
    const opens = STRAIGHT.test(token) ? !open.delete(token) : OPENS.test(token);
    if (opens && STRAIGHT.test(token)) open.add(token);
    const joined =
      opened ||
      (!opens && CLOSES.test(token)) ||
      (SPACELESS.test(tokens[i - 1]) && !STRAIGHT.test(tokens[i - 1]) && SPACELESS.test(token) && !opens);
    opened = opens;
    return sentence + (joined ? "" : " ") + token;
  }, "");
}

/**
 * The place of a word among the tokens that a model reads, which may be in lower case or split: the same occurrence of the same word, otherwise the
 * place after the previous word's.
 * @param {readonly string[]} read @param {readonly string[]} words @param {number} at
 * @returns {number} at most the last place
 */
export function placeAmong(read, words, at) {
  const same = (/** @type {string} */ word) => word.toLowerCase() === words[at].toLowerCase();
  const count = words.slice(0, at).filter(same).length;
  const places = read.flatMap((word, i) => (same(word) ? [i] : []));
  const found = places[count] ?? (at > 0 ? placeAmong(read, words, at - 1) + 1 : 0);
  return Math.min(found, read.length - 1);
}
