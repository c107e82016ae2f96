import { words } from "../../kit/text/words.js";

/** Words of the lab that builds a head. */
export const BUILD = words("labBuild", {
  place: "look",
  back: "tokens back",
  ahead: "tokens ahead",
  itself: "at itself",
  /** @param {number} offset */
  offset: (offset) => (offset === 0 ? "at itself" : `${Math.abs(offset)} ${offset < 0 ? "back" : "ahead"}`),
  offsetName: "how far, in tokens",
  word: "same word",
  first: "first token",
  sharpness: "sharpness",
  nats: "nats",
  picture: {
    wQ: "This head's columns of W_Q, transposed",
    wK: "Its columns of W_K, transposed",
    map: "What it looks at",
    word: "word",
    position: "position",
  },
  how: "W_K copies pairs of sine and cosine from the words' vectors. W_Q copies them too, rotated by the chosen distance and multiplied by a gain that grows with the sharpness. Nothing is learned.",
  puzzle: "A puzzle",
  /** @param {string} asks @param {string} finds */
  task: (asks, finds) => `Turn the dials until “${asks}” finds “${finds}”.`,
  /** @param {string} asks @param {string} finds @param {string} weight @param {string} enough */
  now: (asks, finds, weight, enough) =>
    `“${asks}” gives “${finds}” ${weight}. The puzzle needs ${enough}.`,
  /** @param {string} weight */
  solved: (weight) => `Found, with a weight of ${weight}.`,
  /** @param {string} word @param {string} weight */
  counted: (word, weight) =>
    `It did so by counting. With one more word between the two, “${word}”, the same head gives it ${weight}: it knows a place, not what the word means. A head that finds by meaning has to be learned; the page Train has one.`,
  more: "really",
  hints: "Hints",
  /** @type {readonly ((asks: string, finds: string, from: number, to: number) => string)[]} */
  hint: [
    (asks, finds) =>
      `A head by formula knows places and whether two words are the same. “${finds}” is neither the first word nor the same as “${asks}”.`,
    (asks, finds, from, to) => `“${asks}” is word ${from}, “${finds}” is word ${to}, counted from 0.`,
    (asks, finds, from, to) =>
      `Look ${Math.abs(to - from)} ${to < from ? "back" : "ahead"}, with nothing else on, and make it sharper until its neighbours get little.`,
  ],
  none: "The puzzle needs a sentence with “it” and “animal”.",
  given: "This layer's vectors were given to the element, so that no formula can read positions from them.",
  /** @param {string} query @param {string} key @param {string} weight */
  cell: (query, key, weight) => `“${query}” looks at “${key}” with ${weight}.`,
  figure:
    "The head's columns of W_Q and W_K, and its attention. Enter, then the arrow keys, walks the attention.",
  corner: "query",
});

/** Words of the second half of the lab: one head that is asked for two patterns. */
export const WANTED = words("labWanted", {
  heading: "One head, asked for two things at once",
  about:
    "Paint who should look at whom, with a weight of 1 each. Then the core looks for the head that comes nearest, and for the two heads that together do, by gradient steps on W_Q and W_K.",
  /** @param {number} most */
  cut: (most) => `Only the sentence's first ${most} words are used.`,
  both: "“it”: “animal” and “tired”",
  beside: "each word: the one before and the one after",
  clear: "Clear",
  find: "Find the best head, and the best two",
  stop: "Stop",
  wanted: "wanted",
  one: "the best head",
  two: "the best two, added",
  /** @param {number} head */
  each: (head) => `head ${head === 0 ? "A" : "B"} of the two`,
  /** @param {number} heads @param {number} start @param {number} of @param {number} step */
  progress: (heads, start, of, step) =>
    `${heads === 1 ? "One head" : "Two heads"}, start ${start} of ${of}: step ${step}`,
  paint: "Press a cell to mark it, again to clear it; drag to paint. Then start the search.",
  nothing: "Nothing is wanted yet.",
  /** @param {string} one @param {string} two */
  losses: (one, two) =>
    `Squared error of a row, in the mean: ${one} by the best head, ${two} by the best two.`,
  little: "less than 0.001",
  others: "The other rows are free: their weights do not count.",
  budget:
    "A row is a budget of 1: the softmax makes each row's weights add up to 1, so one head that is asked for two things gives each a half, and misses both by as much. A second head is a second budget.",
  surplus:
    "A budget must also be spent in full: in a row that wants one thing only, the second head spreads its weight over all keys, where it does least harm.",
  apart:
    "The two heads are not told which target belongs to which head. The seed of their first weights decides this.",
  /** @param {number} tokens */
  figure: (tokens) =>
    `What is wanted of ${tokens} by ${tokens} weights, and what the best heads give. Enter, then the arrow keys, walks what is wanted; Enter wants a cell or lets it go.`,
  /** @param {string} query @param {string} key @param {boolean} isWanted */
  cell: (query, key, isWanted) => `“${query}” → “${key}”: ${isWanted ? "wanted" : "not wanted"}`,
  corner: "map, query",
});
