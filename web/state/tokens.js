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

/**
 * A sentence that tokenize cuts back into these tokens wherever language allows: no space before closing punctuation.
 * @param {readonly string[]} tokens
 */
export function sentenceOf(tokens) {
  return tokens.reduce(
    (sentence, token, i) => sentence + (i && !/^[\p{Pe}\p{Po}]/u.test(token) ? " " : "") + token,
    "",
  );
}
