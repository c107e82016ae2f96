const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * Words and punctuation marks of a sentence. `didn't` is one word; languages written without spaces are cut by the
 * platform's dictionary.
 *
 * @param {string} sentence
 * @returns {string[]}
 */
export function tokenize(sentence) {
  return Array.from(segmenter.segment(sentence.normalize("NFC")), ({ segment }) => segment.trim()).filter(
    Boolean,
  );
}

/** No space after an opening bracket or quote, nor before closing punctuation. */
const OPENS = /^[\p{Ps}\p{Pi}]+$/u;
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/** Written without spaces. */
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Po}]+$/u;

/**
 * A sentence that tokenize cuts back into these tokens wherever language allows.
 * @param {readonly string[]} tokens
 */
export function sentenceOf(tokens) {
  return tokens.reduce((sentence, token, i) => {
    const before = tokens[i - 1] ?? "";
    const joined = !i || OPENS.test(before) || CLOSES.test(token);
    return sentence + (joined || (SPACELESS.test(before) && SPACELESS.test(token)) ? "" : " ") + token;
  }, "");
}
