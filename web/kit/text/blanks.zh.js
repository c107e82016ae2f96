/** Kinds of blanks, in Chinese; the words that the model learned stay English. */

/** Edges from each word to the previous word. */
const PREVIOUS = { name: "前一个词元", drawn: "前一个词元", said: "从一个词到前一个词" };

/** @type {import("./words.js").Translated<typeof import("./blanks.js").BLANKS>} */
export const blanks = {
  this: {
    label: "this 还是 these",
    short: "this",
    asks: "This 还是 these？",
    edges: {
      previous: PREVIOUS,
      noun: { name: "它的名词", drawn: "this → 它的名词", said: "从 this 到它的名词" },
      tells: { name: "判断依据", drawn: "this → 判断依据", said: "从 this 到判断依据" },
    },
  },
  was: {
    label: "was 还是 were",
    short: "was",
    asks: "Was 还是 were？",
    edges: {
      previous: PREVIOUS,
      noun: { name: "它的主语", drawn: "was → 它的主语", said: "从 was 到它的主语" },
      tells: { name: "判断依据", drawn: "was → 判断依据", said: "从 was 到判断依据" },
    },
  },
  it: {
    label: "「it」指代什么",
    short: "it",
    asks: "「it」指代什么？",
    edges: {
      previous: PREVIOUS,
      noun: { name: "它的名词", drawn: "it → 它的名词", said: "从 it 到它的名词" },
      tells: { name: "起判断作用的形容词", drawn: "it → 判断用形容词", said: "从 it 到起判断作用的形容词" },
    },
  },
  repeat: {
    label: "接下来是什么",
    short: "下一个",
    asks: "接下来是什么？",
    edges: {
      previous: PREVIOUS,
      noun: { name: "上次的后继", drawn: "字母 → 上次的后继", said: "从字母到它上次的后继" },
      tells: { name: "上次的后继", drawn: "字母 → 上次的后继", said: "从字母到它上次的后继" },
    },
  },
};
