/** Words for weights that were trained. */
export const TRAINED_WEIGHTS = {
  title: "Trained.",
  what: "Nobody wrote these weights: a small model learned them just now, in this page, to fill in the words of one grammar. This is one layer of it, and what that reads of the sentence.",
  more: "The page Train shows how they came about, and what each head was found to do.",
  drawn: "",
};

export const TRAINED_ATTENTION =
  "These weights were learned, in this page, for the words of one grammar: a blank's row looks where its answer is; other rows nobody reads.";
