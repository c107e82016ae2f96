import assert from "node:assert/strict";
import test from "node:test";
import { OPENING } from "../../web/kit/state/settings.js";
import { sentenceOf, tokenize } from "../../web/kit/state/tokens.js";

const CHINESE = "动物没有过马路，因为它太累了。";

test("the default sentence has twelve tokens; didn't is one, and the full stop is one", () => {
  assert.deepEqual(tokenize(OPENING), [
    ..."The animal didn't cross the street because it was too tired".split(" "),
    ".",
  ]);
});

test("a contraction is one word, with either apostrophe", () => {
  assert.deepEqual(tokenize("it's didn’t"), ["it's", "didn’t"]);
});

test("simple words are split as the segmenter splits them", () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  for (const word of ["cat", "didn't", "Cat's", "R2D2", "a_b", "42", "x", "I'm", "don't"])
    for (const end of ["", ".", ",", "!", "?"]) {
      const said = Array.from(segmenter.segment(word + end), ({ segment }) => segment);
      assert.deepEqual(tokenize(word + end), said, word + end);
    }
  assert.deepEqual(tokenize("3.14 'tis rock'n'roll e.g."), ["3.14", "'", "tis", "rock'n'roll", "e.g", "."]);
});

test("Chinese text is split into words", () => {
  const tokens = tokenize(CHINESE);
  assert.equal(tokens.join(""), CHINESE);
  assert.ok(tokens.length > 6 && tokens.length < 15, tokens.join("|"));
  assert.ok(tokens.includes("动物") && tokens.includes("因为"), tokens.join("|"));
});

test("an emoji of several code points is one token", () => {
  assert.deepEqual(tokenize("hi 👩‍👩‍👧‍👦!"), ["hi", "👩‍👩‍👧‍👦", "!"]);
});

test("empty text and spaces have no tokens", () => {
  assert.deepEqual(tokenize(""), []);
  assert.deepEqual(tokenize(" \t\n\u00a0 "), []);
});

test("a letter with a combining accent equals the accented letter", () => {
  assert.deepEqual(tokenize("cafe\u0301"), tokenize("caf\u00e9"));
});

test("a sentence made of tokens splits into the same tokens", () => {
  for (const sentence of [
    OPENING,
    "Wait, what?!",
    "one",
    "Is it (really) so: yes; no?",
    "3.5 dogs",
    'He said "hello" and "why not?", then (as "ever") left.',
    "“Curly” and «pointed», 'single' too",
    CHINESE,
    "",
  ])
    assert.equal(sentenceOf(tokenize(sentence)), sentence);
  assert.deepEqual(tokenize(sentenceOf(["state", "-", "of", "Zen", "禅"])), [
    "state",
    "-",
    "of",
    "Zen",
    "禅",
  ]);
});

/** Splits the whole text with the platform's segmenter. @param {string} text */
const whole = (text) =>
  Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), ({ segment }) =>
    segment.trim(),
  ).filter(Boolean);

test("splitting in parts gives the same tokens as splitting the whole", () => {
  for (const text of [
    CHINESE.repeat(60),
    "it's 3.14, (e.g.) a_b! ".repeat(60).replaceAll(" ", "\u00a0"),
    `${"é".repeat(3000)}. ${"x".repeat(3000)}-${"ü".repeat(499)}! 5\u202f000`,
    "👩‍👩‍👧‍👦".repeat(200),
    " a\tb\r\n\r\nc  d ",
    "שלום עולם, مرحبا",
  ])
    assert.deepEqual(tokenize(text), whole(text.normalize("NFC")));
});

test("the time is linear in the length of the text", () => {
  const time = (/** @type {string} */ text) => {
    const begun = process.cpuUsage().user;
    tokenize(text);
    return (process.cpuUsage().user - begun) / 1000;
  };
  for (const text of ["ab cd ", "ab, cd. ", CHINESE]) {
    time(text.repeat(1500));
    const short = time(text.repeat(1500));
    const long = Math.min(...[1, 2, 3].map(() => time(text.repeat(15_000)))); // a neighbour only adds
    assert.ok(long < 40 * short + 20, `${text}: ${short} and ${long} ms`);
  }
});
