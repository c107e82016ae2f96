/** What the heads' page says. */
export const HEADS = {
  /** @type {readonly [boolean, string][]} */
  scale: [
    [false, "one for all"],
    [true, "one each"],
  ],
  /** @type {readonly [boolean, string][]} */
  log: [
    [false, "linear"],
    [true, "log"],
  ],
  /** @type {readonly ["blue" | "viridis" | "cividis", string][]} */
  colormaps: [
    ["blue", "blue"],
    ["viridis", "viridis"],
    ["cividis", "cividis"],
  ],
  rows: "A row is the word that looks, a column the word it looks at; a row adds up to 1.",
  compare: "compare heads",
  picking: "press the heads to compare",
  pick: "Shift-click picks heads to compare.",
  bars: "Bars: what a head adds to the output of",
  drag: "Drag one to scale the head, from off to twice as loud; a double click sets it back.",
  /** @type {readonly [import("../state/look.js").View, string][]} */
  views: [
    ["map", "map"],
    ["arcs", "arcs"],
    ["products", "q · k"],
    ["plane", "plane"],
  ],
  /** @type {readonly [boolean, string][]} */
  orders: [
    [false, "head"],
    [true, "effect of removing it"],
  ],
  adds: "What each head adds to the output of",
  need: "How many heads does the layer need?",
  cut: "Cut it out",
  measured: "What it does, measured",
  alike: "How alike are two heads?",
  sums: "Shares are of this word's output y as it is now, c · y / ‖y‖² of a head's part c: together 1. How far the output moves, ‖Δy‖ / ‖y‖, is over all words.",
};

/** What is measured of a head, and how its figure is read. @type {readonly { name: "previous" | "next" | "first" | "diagonal" | "sameWord" | "elsewhere" | "near" | "entropy" | "distance", label: string, unit: string }[]} */
export const MEASURES = [
  { name: "previous", label: "weight on the previous token", unit: "" },
  { name: "next", label: "weight on the next token", unit: "" },
  { name: "first", label: "weight on the first token", unit: "" },
  { name: "diagonal", label: "weight on itself (diagonal)", unit: "" },
  { name: "sameWord", label: "weight on the same word, itself included", unit: "" },
  { name: "elsewhere", label: "weight on the same word elsewhere", unit: "" },
  { name: "near", label: "weight at most 2 tokens away", unit: "" },
  { name: "entropy", label: "entropy: 0 looks at one key", unit: "nats" },
  { name: "distance", label: "distance of what it looks at", unit: "tokens" },
];
