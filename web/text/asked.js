import { words } from "./words.js";

/** What is asked of heads: what each adds, what is left without it, how alike two are, and what it does, measured. */
export const ASKED = words("asked", {
  order: "order",
  orders: "Order of the heads",
  byHead: "head",
  byEffect: "effect of removing it",
  /** @param {unknown} token */
  adds: (token) => ["What each head adds to the output of ", token],
  share: "share of the output",
  without: "the output moves without it by",
  mute: "mute",
  off: "off",
  solo: "solo",
  /** @param {number} head */
  muteOne: (head) => `Mute head ${head}`,
  /** @param {number} head */
  soloOne: (head) => `Solo head ${head}`,
  /** Of numbers as a table. @param {string} token */
  addsTo: (token) => `adds to ${token}`,
  column: "head",
  /** Of numbers as a table. */
  scaled: "scale",
  moves: "output moves without it",
  /** @param {string} refusal */
  stayed: (refusal) => `${refusal}; the heads stay as they were.`,
  /** @param {{ whole: unknown, token: unknown, most: string }} moved */
  moved: ({ whole, token, most }) => [
    "The output moved by ",
    whole,
    " of its norm, most at ",
    token,
    ` (${most}).`,
  ],
  back: "All heads back to 1",
  sums: "Shares are of this word's output y as it is now, c · y / ‖y‖² of a head's part c: together 1. How far the output moves, ‖Δy‖ / ‖y‖, is over all words.",
  need: "How many heads does the layer need?",
  /** @param {{ least: string, order: string }} curves */
  needs: ({ least, order }) =>
    `How far the output moves as heads go. Least effect first: ${least}. In head order: ${order}.`,
  cut: "Cut it out",
  noneOff: "Mute a head, and here stands the smaller layer that does the same without it.",
  allOff: "With every head off there is no layer left: one has to stay.",
  /** @param {{ heads: readonly number[], before: number, after: number, apart: unknown }} cut */
  cutOut: ({ heads, before, after, apart }) => {
    const one = heads.length === 1;
    return [
      `Without ${one ? "head" : "heads"} ${heads.join(", ")} the layer has ${after} parameters instead of ${before}: W_Q, W_K and W_V lost ${one ? "that head's" : "those heads'"} columns, W_O the rows. Its output is that of the layer with ${one ? "it" : "them"} muted, `,
      apart,
      ".",
    ];
  },
  same: "to the bit",
  /** @param {string} share of the norm */
  nearly: (share) => `to ${share} of the norm`,
  before: "before",
  after: "after",
  mistake: "The classic mistake:",
  /** @param {{ head: number, before: string, after: unknown, even: boolean, still: unknown }} what  even: it was before */
  mistaken: ({ head, before, after, even, still }) => [
    ` setting head ${head}'s W_Q and W_K to 0 does not remove it. Its attention `,
    even ? "was even already (entropy " : `turns even (entropy from ${before} to `,
    after,
    " nats), and it still adds the mean of its values: ",
    still,
    " of the output's length. A head that is off adds 0.",
  ],
  measured: "what it does, measured",
  meanOf: "mean of",
  figure: "figure",
  counted: "rows counted",
  noQuery: "no such query",
  /** @param {string} name of a measure, as the core has it */
  queries: (name) => `${name} queries`,
  alike: "How alike are two heads?",
  /** @param {number} heads */
  alikeLabel: (heads) => `Shared weight of any two of ${heads} heads`,
  alikeShare: "The share of their weight that two heads put on the same keys.",
  /** @param {{ one: number, other: number, shared: unknown }} pair */
  alikePair: ({ one, other, shared }) => [
    `Heads ${one} and ${other} put `,
    shared,
    " of their weight on the same keys.",
  ],
  /** @param {{ pair: unknown, shared: string }} most */
  alikeMost: ({ pair, shared }) => [
    "Most alike are ",
    pair,
    ` (${shared}). A click sets a pair side by side.`,
  ],
  /** @param {readonly number[]} heads */
  pair: ([one, other]) => `heads ${one} and ${other}`,
  /** @param {readonly number[]} heads */
  beside: (heads) => `Heads ${heads.join(", ")} side by side`,
  /** @param {readonly number[]} heads */
  besideLabel: (heads) => `Maps of heads ${heads.join(", ")}, their mean and their difference`,
  close: "close",
});

/** In their order. */
export const MEASURED = /** @type {const} */ ([
  "previous",
  "next",
  "first",
  "diagonal",
  "sameWord",
  "elsewhere",
  "near",
  "entropy",
  "distance",
]);

/** What is measured of a head, and how its figure is read. */
export const MEASURES = words("measures", {
  previous: "weight on the previous token",
  next: "weight on the next token",
  first: "weight on the first token",
  diagonal: "weight on itself (diagonal)",
  sameWord: "weight on the same word, itself included",
  elsewhere: "weight on the same word elsewhere",
  near: "weight at most 2 tokens away",
  entropy: "entropy: 0 looks at one key",
  distance: "distance of what it looks at",
  nats: "nats",
  tokens: "tokens",
});
