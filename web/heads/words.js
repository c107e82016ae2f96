import { words } from "../kit/text/words.js";

/** Words of the heads' page. */
export const HEADS = words("heads", {
  all: "All heads",
  heads: "Heads",
  /** @param {{ head: string, what: string }} title  head: its name */
  titled: ({ head, what }) => `${head}: ${what}`,
  rows: "A row is the word that looks, a column the word it looks at; a row adds up to 1.",
  compare: "compare heads",
  scale: "scale heads",
  picking: "press the heads to compare",
  pick: "Shift-click picks heads to compare.",
  /** @param {unknown} token */
  bars: (token) => ["Bars: what a head adds to the output of ", token, "."],
  drag: "Knobs scale a head, from off to 2×; a double click sets 1×.",
  /** @param {{ heads: number, queries: number, keys: number }} shape */
  maps: ({ heads, queries, keys }) =>
    `Attention of ${heads} heads, ${queries} by ${keys}. Enter, then arrow keys, walks the cells; Page Up and Down change the head.`,
  sliders: "Scales of heads",
  /** @param {string} head */
  slider: (head) => `Scale of ${head}`,
  /** @param {{ scale: number, share: string }} what */
  sliderAt: ({ scale, share }) => `${scale === 0 ? "off" : `${scale} times`}; adds ${share} of the output`,
  picture: "Attention of every head",
  /** @param {unknown} token */
  looks: (token) => ["“", token, "” looks at"],
  /** @param {{ rest: number, least: number | null }} keys  least: every other is below */
  more: ({ rest, least }) => `and ${rest} more${least === null ? "" : `, each below ${least}`}`,
  /** @param {{ entropy: string, rows: number }} head */
  entropy: ({ entropy, rows }) =>
    `Entropy ${entropy} nats, where 0 looks at one key; means over ${rows} rows.`,
  query: "query",
  askMore: "Shift-click adds a token: the mean.",
  /** Sentences that describe a head, by habit. */
  does: {
    /** @param {string} v */
    previous: (v) => `${v} of its weight on the previous token.`,
    /** @param {string} v */
    next: (v) => `${v} of its weight on the next token.`,
    /** @param {string} v */
    first: (v) => `${v} of its weight on the first token.`,
    /** @param {string} v */
    diagonal: (v) => `${v} of its weight on the diagonal, the key at the query's own place.`,
    /** @param {string} v @param {{ rows: number, elsewhere: string }} words */
    sameWord: (v, { rows, elsewhere }) =>
      `${v} of its weight on the same word, in the ${rows} rows whose word is repeated (at other places: ${elsewhere}).`,
    broad: "It gives all keys similar weights.",
    /** @param {string} v */
    near: (v) => `On average it looks ${v} tokens away.`,
    none: "It has no clear role.",
    /** @param {{ figure: string, edge: string, sentences: number }} role */
    role: ({ figure, edge, sentences }) =>
      `${figure} of its weight ${edge}: measured on ${sentences} sentences that it was not trained on.`,
    nothing: "It attends to nothing.",
  },
  /** @param {string} head */
  large: (head) => `${head}, large ↓`,
  spoken: "What each head does",
  circuits: "Where it looks, what it writes",
  /** @param {number} n number of further notes */
  notes: (n) => ` (and ${n} more)`,
  /** @param {unknown} choice @param {number} of */
  layer: (choice, of) => ["layer ", choice, ` of ${of}`],
});

/** Words about contributions, ablation, similarity and measures of heads. */
export const STUDIES = words("asked", {
  order: "order",
  orders: "Order of the heads",
  byHead: "head",
  byEffect: "effect of removing it",
  /** @param {unknown} token */
  adds: (token) => ["What each head adds to the output of ", token],
  share: "share of the output",
  without: "output change without the head",
  mute: "off",
  off: "switched off",
  solo: "solo",
  /** @param {string} head */
  muteOne: (head) => `${head} off`,
  /** @param {string} head */
  soloOne: (head) => `${head} solo`,
  /** For tables. @param {string} token */
  addsTo: (token) => `adds to ${token}`,
  column: "head",
  /** For tables. */
  scaled: "scale",
  moves: "output change without it",
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
  sums: "The share of a head's part c in this word's current output y is c · y / ‖y‖²; all shares sum to 1. The output's change, ‖Δy‖ / ‖y‖, is over all words.",
  need: "How many heads does the layer need?",
  /** @param {{ least: string, order: string }} curves */
  needs: ({ least, order }) =>
    `How far the output moves as heads go. Least effect first: ${least}. In head order: ${order}.`,
  cut: "Cut it out",
  noneOff: "Switch a head off, and the smaller layer that does the same without it appears here.",
  allOff: "With every head off there is no layer left: one has to stay.",
  /** @param {{ heads: readonly string[], before: number, after: number, apart: unknown }} cut */
  cutOut: ({ heads, before, after, apart }) => {
    const one = heads.length === 1;
    return [
      `Without ${one ? "head" : "heads"} ${heads.join(", ")} the layer has ${after} parameters instead of ${before}: W_Q, W_K and W_V lost ${one ? "that head's" : "those heads'"} columns, W_O the rows. Its output is that of the layer with ${one ? "it" : "them"} off, `,
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
  /** @param {{ head: string, before: string, after: unknown, even: boolean, still: unknown }} what  even: whether attention was uniform before */
  mistaken: ({ head, before, after, even, still }) => [
    ` setting the W_Q and W_K of ${head} to 0 does not remove it. Its attention `,
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
  /** @param {string} name the core's name of a measure */
  queries: (name) => `${name} queries`,
  alike: "How alike are two heads?",
  /** @param {number} heads */
  alikeLabel: (heads) => `Shared weight of any two of ${heads} heads`,
  alikeShare: "The share of their weight that two heads put on the same keys.",
  /** @param {{ one: string, other: string, shared: unknown }} pair */
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
  /** @param {readonly string[]} heads */
  pair: ([one, other]) => `heads ${one} and ${other}`,
  /** @param {readonly string[]} heads */
  beside: (heads) => `Heads ${heads.join(", ")} side by side`,
  /** @param {readonly string[]} heads */
  besideLabel: (heads) => `Maps of heads ${heads.join(", ")}, their mean and their difference`,
  close: "close",
});

/** Measures of a head, and how to read them. */
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
