import { groupDigits } from "../kit/text/grouped.js";
import { words } from "../kit/text/words.js";

/** Descriptions of the attributes, for references. */
export const OPENING_SAYS = { ending: "Last word of the sentence." };

/** Words of the opening; the words of the sentence stay English, since the model learned them. */
export const OPENED = words("opening", {
  about: "One attention head changes its target",
  /** @param {unknown} word */
  asks: (word) => ["What does ", word, " mean here?"],
  invites: "Change the last word: a head chooses another noun.",
  /** For screen readers. @param {string} word */
  lets: (word) => `Show where “${word}” looks`,
  /** For screen readers. @param {{ from: string, to: string }} words */
  turns: ({ from, to }) => `The last word is “${from}”: change it to “${to}”`,
  /** @param {{ count: number, share: string }} rest */
  others: ({ count, share }) => `${count} other words: ${share}. Together: 1.`,
  map: "Rows look at columns",
  answers: "Press a word or a cell.",
  /** @param {{ from: string, to: string, share: string }} cell */
  cell: ({ from, to, share }) => `“${from}” gives “${to}” ${share} of its attention.`,
  /** @param {{ word: unknown, sentences: number }} what */
  learned: ({ word, sentences }) => [
    "This head learned to find the word that ",
    word,
    ` stands for, from ${groupDigits(sentences)} sentences with blanks.`,
  ],
  /** @param {readonly { weight: unknown, to: unknown, ending: unknown }[]} endings */
  gives: ([first, second]) => [
    "With ",
    first.ending,
    " the head gives ",
    first.to,
    " ",
    first.weight,
    "; with ",
    second.ending,
    ", ",
    second.to,
    " ",
    second.weight,
    ".",
  ],
  walk: "How does it choose?",
  own: "Your own sentence",
  computed: "Computed in your browser, in C++.",
  /** @param {unknown} page */
  train: (page) => [" Watch it learn: ", page, "."],
  /** @param {unknown} page */
  learn: (page) => [" From the beginning: ", page, "."],
  pages: { train: "Train", learn: "Learn" },
  /** For screen readers. @param {{ from: string, to: string, weight: string, ending: string }} what */
  looks: ({ from, to, weight, ending }) =>
    `With “${ending}”, “${from}” looks mostly at “${to}”, ${weight} of its weight.`,
  /** @param {{ sentence: string, head: string, looks: string }} what */
  picture: ({ sentence, head, looks }) => `${sentence}. ${head}: ${looks}`,
  /** @param {{ head: string, words: number }} what */
  mapped: ({ head, words }) => `${head}: the attention of ${words} words to ${words} words.`,
});
