import { words } from "../kit/text/words.js";

/** What the labs are called, and the question that each answers. */
export const LAB_WORDS = words(
  "labWords",
  /** @type {Readonly<Record<string, { name: string, question: string }>>} */ ({
    mask: {
      name: "Mask",
      question: "Who may look at whom, and what becomes of a word that may look at nobody?",
    },
    softmax: {
      name: "Softmax",
      question: "Why are scores divided by √d_k?",
    },
    gradients: {
      name: "Gradients",
      question: "Which numbers does a loss hang on, and does it move as its gradient says?",
    },
    dropout: {
      name: "Dropout",
      question: "What does dropout do to attention weights, and which of them are returned?",
    },
    batch: {
      name: "Batch",
      question: "Two sentences of different length in one batch: who may look at what?",
    },
    layer: {
      name: "Layer",
      question:
        "Which of d_k, d_v, biases and one product for all does a layer need, and what does each cost?",
    },
    cost: {
      name: "Cost",
      question: "Are many heads free, and what becomes of that in a long text?",
    },
    order: {
      name: "Order",
      question: "Does attention know the order of the words?",
    },
    roles: {
      name: "Roles",
      question: "Who asks, who is asked: what if both were the same?",
    },
    build: {
      name: "Build",
      question: "Can you write the weights of a head that finds what you want, and what can one head not do?",
    },
    chain: {
      name: "Chain",
      question: "Which calls bring these numbers into that shape, each where it belongs?",
    },
    network: {
      name: "Network",
      question: "Drawn as a tensor network: which index does each product sum over, and which are left?",
    },
  }),
);

export const LABS_SAY = words("labs", {
  heading: "Labs",
  about: "Turn one thing, and see what it does.",
  loading: "Loading the core…",
});

/** What bars of costs are called. */
export const MEASURES = words("labMeasures", {
  parts: { projections: "projections", scores: "QKᵀ", softmax: "scale, softmax", values: "A V, concat" },
  measures: {
    parameters: { name: "Parameters", unit: "" },
    flops: { name: "Arithmetic", unit: "FLOP" },
    moved: { name: "Memory traffic", unit: "B" },
    held: { name: "Memory held", unit: "B" },
  },
  /** @param {string} ratio */
  ratio: (ratio) => `× ${ratio}`,
  /** @param {string} bar @param {string} part @param {string} value @param {string} share */
  cell: (bar, part, value, share) => `${bar}: ${part} ${value}, ${share} of the bar`,
});
