import { words } from "./words.js";

/** Words in pictures of products and heads. Loads with the code that draws them. */
export const SCENES = words("scenes", {
  query: "query",
  queries: "queries",
  keys: "keys",
  sum: "sum",
  /** @param {string} token */
  blend: (token) => `${token} as a blend`,
  /** The output as a sum. @param {string} token */
  headSum: (token) => `${token} as a sum of heads`,
  identity: "W_O = identity",
  pressStrip: "press a strip: head off",
  /** @param {string} head */
  inSum: (head) => `${head} in the sum`,
  /** @param {{ token: string, head: string | null }} row */
  row: ({ token, head }) => `“${token}”${head === null ? "" : ` in ${head}`}`,
  /**
   * Names a head's part of the parameters, as two texts, for two lines.
   * @param {{ from: number, to: number, head: string }} stretch @returns {[string, string]}
   */
  columns: ({ from, to, head }) => [`columns ${from} to ${to}`, `are ${head}`],
  /** @param {{ from: number, to: number, head: string }} stretch @returns {[string, string]} */
  rows: ({ from, to, head }) => [`rows ${from} to ${to}`, `are ${head}`],
  /** @param {readonly string[]} tokens queries */
  asks: (tokens) =>
    tokens.length === 1
      ? `“${tokens[0]}” looks at`
      : `mean of ${tokens.map((each) => `“${each}”`).join(", ")}`,
  /** @param {{ token: string, keys: number, percent: number }} fewest */
  fewest: ({ token, keys, percent }) =>
    `“${token}”: ${percent} % of the weight needs only ${keys === 1 ? "1 key" : `${keys} keys`}`,
  /** @param {{ q: string, k: string, angle: string, dimensions: number }} lengths */
  lengths: ({ q, k, angle, dimensions }) =>
    `|q| ${q}, |k| ${k}, ${angle} between them, in all ${dimensions} dimensions`,
  noAngle: "no angle",
  /** @param {string} percent */
  kept: (percent) => `The plane keeps ${percent} % of all squared lengths`,
  scales: "key: queries and keys each to a scale of their own",
  /** @param {{ query: string, key: string }} pair */
  products: ({ query, key }) => `q of “${query}” times k of “${key}”, feature by feature`,
  added: "added up",
  /** @param {number} head */
  addedIn: (head) => `added in head ${head}`,
  /** @param {string} slope */
  slope: (slope) => `−${slope} for each token of distance`,
  turned: "pairs of features, before → after",
  /** @param {{ shown: number, of: number }} pairs */
  pairs: ({ shown, of }) => `${shown} of ${of} shown`,
  sumOf: "sum of q · k",
  /** @param {number} width width of a head */
  root: (width) => `, which is 1/√${width}`,
  /** @param {string} query */
  softmax: (query) => `softmax over the row of “${query}”`,
  /** @param {{ op: string, from: string }} step */
  done: ({ op, from }) => `${op} of ${from}`,
  /** @param {{ from: number, to: number, of: number }} part */
  features: ({ from, to, of }) => `showing features ${from} to ${to} of ${of}; the bars go on`,
  left: "heads left",
  change: "change of the output, ‖Δy‖ / ‖y‖",
  inOrder: "in head order",
  leastFirst: "least effect first",
  /** @param {{ left: number, moved: string }} now */
  now: ({ left, moved }) => `now: ${left} left, ${moved}`,
  shared: "shared weight",
  weight: "weight",
  difference: "difference",
  mean: "mean",
  /** @param {string} head */
  others: (head) => `${head} − the others' mean`,
  off: "off",
});
