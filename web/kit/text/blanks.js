import { words } from "./words.js";

/**
 * Kinds of blanks that a trained model fills, and the edges of attention that define heads' roles.
 *
 * @typedef {object} KindWords
 * @property {string} label  name of the kind
 * @property {string} short  a short name, for table headings
 * @property {string} asks   question about the blank
 * @property {Readonly<Record<"noun" | "tells" | "previous", EdgeWords>>} edges  from the blank to its noun or to the word that tells the answer, or from each word to the previous one
 *
 * @typedef {{ name: string, drawn: string, said: string }} EdgeWords  name: the target; drawn: the edge in a picture; said: the edge in a sentence
 */

/** Edges from each word to the previous word. */
const PREVIOUS = {
  name: "previous token",
  drawn: "previous token",
  said: "from a word to the one before it",
};

/** Words by kind of blank. */
export const BLANKS = words(
  "blanks",
  /** @type {Readonly<Record<string, KindWords>>} */ ({
    this: {
      label: "this or these",
      short: "this",
      asks: "This or these?",
      edges: {
        previous: PREVIOUS,
        noun: { name: "its noun", drawn: "this → its noun", said: "from this to its noun" },
        tells: { name: "telling word", drawn: "this → telling word", said: "from this to the telling word" },
      },
    },
    was: {
      label: "was or were",
      short: "was",
      asks: "Was or were?",
      edges: {
        previous: PREVIOUS,
        noun: { name: "its subject", drawn: "was → its subject", said: "from was to its subject" },
        tells: { name: "telling word", drawn: "was → telling word", said: "from was to the telling word" },
      },
    },
    it: {
      label: "what “it” stands for",
      short: "it",
      asks: "What does “it” stand for?",
      edges: {
        previous: PREVIOUS,
        noun: { name: "its noun", drawn: "it → its noun", said: "from it to its noun" },
        tells: {
          name: "telling adjective",
          drawn: "it → telling adjective",
          said: "from it to the telling adjective",
        },
      },
    },
    repeat: {
      label: "what comes next",
      short: "next",
      asks: "What comes next?",
      edges: {
        previous: PREVIOUS,
        noun: {
          name: "what followed it",
          drawn: "a letter → what followed it",
          said: "from a letter to what followed it",
        },
        tells: {
          name: "what followed it",
          drawn: "a letter → what followed it",
          said: "from a letter to what followed it",
        },
      },
    },
  }),
);
