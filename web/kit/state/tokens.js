/** Made when it is first needed: that takes 6 ms, and most sentences go without. @type {Intl.Segmenter | undefined} */
let segmenter;

/** In characters: the platform's segmenter takes as long for each word as the text around it is long. */
const STRETCH = 500;

/**
 * Words and punctuation marks of a sentence. `didn't` is one word; languages written without spaces are cut by the
 * platform's dictionary.
 *
 * @param {string} sentence
 * @returns {string[]}
 */
export function tokenize(sentence) {
  const runs = sentence.normalize("NFC").split(/[ \t\r\n]+/);
  return runs.flatMap((run) => plain(run) ?? segments(run));
}

/** A word as most are, and what ends a sentence, as the segmenter has them; null of others. @param {string} run */
function plain(run) {
  const [, word, end] = /^(\w+|[a-z]+'[a-z]+)([.,!?]?)$/i.exec(run) ?? [];
  return word ? [word, end].filter(Boolean) : null;
}

/** A stretch at a time: its last segment may go on in the next. @param {string} run */
function segments(run) {
  /** @type {string[]} */
  const found = [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  for (let from = 0, size = STRETCH; from < run.length;) {
    const stretch = Array.from(segmenter.segment(run.slice(from, from + size)), ({ segment }) => segment);
    if (from + size < run.length) stretch.pop();
    size = stretch.length ? STRETCH : 2 * size; // a word longer than that
    for (const segment of stretch) {
      from += segment.length;
      if (segment.trim()) found.push(segment.trim());
    }
  }
  return found;
}

/** No space after an opening bracket or quote, nor before closing punctuation. */
const OPENS = /^[\p{Ps}\p{Pi}]+$/u;
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}]/u;

/** Written without spaces. */
const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Po}]+$/u;

/** Opens and closes alike: the first of a pair opens. */
const STRAIGHT = /^["'`]$/;

/**
 * A sentence that tokenize cuts back into these tokens wherever language allows.
 * @param {readonly string[]} tokens
 */
export function sentenceOf(tokens) {
  /** @type {Set<string>} straight quotes that stand open */
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
