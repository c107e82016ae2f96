import { words } from "./words.js";

/** What the heads' page says. */
export const HEADS = words("heads", {
  all: "All heads",
  heads: "Heads",
  /** @param {number} head */
  head: (head) => `head ${head}`,
  /** At the beginning of a line. @param {number} head */
  Head: (head) => `Head ${head}`,
  /** @param {{ head: number, what: string }} title */
  titled: ({ head, what }) => `Head ${head}: ${what}`,
  scale: "scale",
  scales: "Whether heads share a scale",
  oneForAll: "one for all",
  oneEach: "one each",
  values: "values",
  logs: "How colours go with weights",
  linear: "linear",
  log: "log",
  colours: "colours",
  Colours: "Colours",
  colormaps: { blue: "blue", viridis: "viridis", cividis: "cividis" },
  rows: "A row is the word that looks, a column the word it looks at; a row adds up to 1.",
  compare: "compare heads",
  picking: "press the heads to compare",
  pick: "Shift-click picks heads to compare.",
  /** @param {unknown} token */
  bars: (token) => ["Bars: what a head adds to the output of ", token, "."],
  drag: "Drag one to scale the head, from off to twice as loud; a double click sets it back.",
  /** @param {{ heads: number, queries: number, keys: number }} shape */
  maps: ({ heads, queries, keys }) =>
    `Attention of ${heads} heads, ${queries} by ${keys}. Enter, then arrow keys, walks the cells; Page Up and Down change the head.`,
  sliders: "Scales of heads",
  /** @param {number} head */
  slider: (head) => `Scale of head ${head}`,
  /** @param {{ scale: number, share: string }} what */
  sliderAt: ({ scale, share }) => `${scale === 0 ? "off" : `${scale} times`}; adds ${share} of the output`,
  picture: "Attention of every head",
  tabs: "Views of the head",
  views: { map: "map", arcs: "arcs", products: "q · k", plane: "plane" },
  /** @param {{ head: number, view: string }} what */
  view: ({ head, view }) => `Head ${head}, ${view}`,
  /** @param {unknown} token */
  looks: (token) => ["«", token, "» looks at"],
  /** @param {{ rest: number, least: number | null }} keys  least: each is below it */
  more: ({ rest, least }) => `and ${rest} more${least === null ? "" : `, each below ${least}`}`,
  /** @param {{ entropy: string, rows: number }} head */
  entropy: ({ entropy, rows }) =>
    `Entropy ${entropy} nats, where 0 looks at one key; means over ${rows} rows.`,
  query: "query",
  /** What a head does, in a sentence, by its habit. */
  does: {
    /** @param {string} v */
    previous: (v) => `${v} of its weight on the previous token.`,
    /** @param {string} v */
    next: (v) => `${v} of its weight on the next token.`,
    /** @param {string} v */
    first: (v) => `${v} of its weight on the first token.`,
    /** @param {string} v */
    diagonal: (v) => `${v} of its weight on the diagonal, each word itself.`,
    /** @param {string} v @param {{ rows: number, elsewhere: string }} words */
    sameWord: (v, { rows, elsewhere }) =>
      `${v} of its weight on the same word, in the ${rows} rows whose word stands elsewhere too (there ${elsewhere}).`,
    broad: "It looks at everything about alike.",
    /** @param {string} v */
    near: (v) => `On average it looks ${v} tokens away.`,
    none: "No single pattern stands out.",
    nothing: "It attends to nothing.",
  },
  /** @param {number} head */
  large: (head) => `Head ${head}, large ↓`,
  spoken: "What each head does",
  /** @param {number} n notes more than those that are told */
  notes: (n) => ` (and ${n} more)`,
  /** @param {unknown} choice @param {number} of */
  layer: (choice, of) => ["layer ", choice, ` of ${of}`],
});
