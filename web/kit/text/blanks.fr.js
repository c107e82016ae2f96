/** Kinds of blanks, in French; the words that the model learned stay English. */

/** Edges from each word to the previous word. */
const PREVIOUS = {
  name: "token précédent",
  drawn: "token précédent",
  said: "d’un mot à celui qui le précède",
};

/** @type {import("./words.js").Translated<typeof import("./blanks.js").BLANKS>} */
export const blanks = {
  this: {
    label: "this ou these",
    short: "this",
    asks: "This ou these ?",
    edges: {
      previous: PREVIOUS,
      noun: { name: "son nom", drawn: "this → son nom", said: "de this à son nom" },
      tells: { name: "ce qui le dit", drawn: "this → ce qui le dit", said: "de this à ce qui le dit" },
    },
  },
  was: {
    label: "was ou were",
    short: "was",
    asks: "Was ou were ?",
    edges: {
      previous: PREVIOUS,
      noun: { name: "son sujet", drawn: "was → son sujet", said: "de was à son sujet" },
      tells: { name: "ce qui le dit", drawn: "was → ce qui le dit", said: "de was à ce qui le dit" },
    },
  },
  it: {
    label: "ce que désigne « it »",
    short: "it",
    asks: "Que désigne « it » ?",
    edges: {
      previous: PREVIOUS,
      noun: { name: "son nom", drawn: "it → son nom", said: "de it à son nom" },
      tells: {
        name: "l’adjectif qui le dit",
        drawn: "it → adjectif décisif",
        said: "de it à l’adjectif qui le dit",
      },
    },
  },
  repeat: {
    label: "ce qui vient ensuite",
    short: "suite",
    asks: "Qu’est-ce qui vient ensuite ?",
    edges: {
      previous: PREVIOUS,
      noun: {
        name: "ce qui la suivait",
        drawn: "une lettre → ce qui la suivait",
        said: "d’une lettre à ce qui la suivait",
      },
      tells: {
        name: "ce qui la suivait",
        drawn: "une lettre → ce qui la suivait",
        said: "d’une lettre à ce qui la suivait",
      },
    },
  },
};
