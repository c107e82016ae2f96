/** What the labs are called, and the question that each answers. @type {Readonly<Record<string, { name: string, question: string }>>} */
export const LAB_WORDS = {
  mask: {
    name: "Mask",
    question: "Who may look at whom, and what becomes of a word that may look at nobody?",
  },
};

export const LABS_SAY = {
  heading: "Labs",
  about: "Turn one thing, and see what it does.",
};
