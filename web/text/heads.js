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
  need: "How many heads does it need?",
  cut: "Cut it out",
  measured: "What it does, measured",
  alike: "How alike are two heads?",
  sums: "c · y / ‖y‖² of each head's contribution c to that token's output y: together 1.",
};

/** What is measured of a head, and how its figure is read. @type {readonly { name: "previous" | "next" | "first" | "diagonal" | "sameWord" | "elsewhere" | "near" | "entropy" | "distance", label: string, unit: string }[]} */
export const MEASURES = [
  { name: "previous", label: "previous token", unit: "" },
  { name: "next", label: "next token", unit: "" },
  { name: "first", label: "first token", unit: "" },
  { name: "diagonal", label: "its own position", unit: "" },
  { name: "sameWord", label: "same word, wherever it stands", unit: "" },
  { name: "elsewhere", label: "same word at another position", unit: "" },
  { name: "near", label: "at most 2 tokens away", unit: "" },
  { name: "entropy", label: "entropy", unit: "nats" },
  { name: "distance", label: "distance", unit: "tokens" },
];
