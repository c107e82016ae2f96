import { words } from "../kit/text/words.js";

/** Words of the view “what it writes” of the page Models. */
export const MODEL_WRITES = words("modelWrites", {
  /** @param {any} piece */
  who: (piece) => ["Who wrote ", piece, "?"],
  pieces: "The piece that is explained",
  /** @param {{ value: string, remainder: string }} of */
  sum: ({ value, remainder }) =>
    `Its logit is ${value} above the mean of all pieces: the sum of what each part adds, with the scale of later norms held. Rounding: ${remainder}.`,
  toMask:
    "Press a piece in the text, and mask it: what each part adds to the piece under the mask appears here.",
  computing: "Adding up",
  parts: "Parts of the model, and what each adds",
  part: "part",
  adds: "adds to the logit",
  /** @param {string} query */
  at: (query) => `“${query}” looks at`,
  without: "without it",
  embedding: "embedding",
  /** @param {number} layer */
  network: (layer) => `feed-forward ${layer}`,
  biases: "biases",
  /** @param {number} count */
  others: (count) => `the other ${count}`,
  together: "together",
  by: "heads first by",
  ways: { writes: "what they add", absence: "what is lost without them" },
  rank: "Switch off each head in turn",
  /** @param {number} done @param {number} total */
  ranking: (done, total) => `${done} of ${total} heads`,
  /** @param {string} share */
  whole: (share) => `With all heads: ${share}.`,
  why: "The two orders differ: without a head, later parts read another stream, and others may step in for it.",
  lens: "If it had to answer now",
  lensWhat:
    "The likeliest pieces, read from the stream after each layer by the final norm and the output matrix.",
  lensMasked: "The likeliest pieces, read from the stream after each layer by the model’s output head.",
  start: "embedding",
  /** @param {number} layer */
  after: (layer) => `after layer ${layer}`,
  likeliest: "likeliest pieces",
  /** @param {string} head */
  look: (head) => `${head}: where it looks`,
  corner: "part",
  columns: [
    "adds to the logit, above the mean",
    "adds to the logit",
    "adds to the mean",
    "probability without it",
  ],
});

/** Words of the parts of a score. */
export const MODEL_SCORE = words("modelScore", {
  /** @param {{ query: string, key: string, score: string }} of */
  score: ({ query, key, score }) => `The score of “${query}” for “${key}” is ${score}.`,
  /** @param {string} remainder */
  how: (remainder) =>
    `It is the product of a query and a key, and each part of the stream adds to both, with the scale of norms held. Rounding: ${remainder}.`,
  /** @param {string} value */
  position: (value) => `The distance adds ${value}.`,
  /** @param {number} cap */
  softcap: (cap) => `The model caps it at ${cap} afterwards.`,
  by: "parts of",
  sides: {
    /** @param {{ key: string }} pieces */
    key: ({ key }) => `the key of “${key}”`,
    /** @param {{ query: string }} pieces */
    query: ({ query }) => `the query of “${query}”`,
    /** @returns {string} */
    pairs: () => "both, in pairs",
  },
  sums: {
    key: "The whole query, times each part of the key",
    query: "Each part of the query, times the whole key",
    pairs: "A part of the query, times a part of the key",
  },
  others: "the others",
  adds: "adds to the score",
});

/** Words of parts of a second sentence, put into the first. */
export const MODEL_PATCHES = words("modelPatches", {
  title: "Patch from another sentence",
  what: "Numbers of the second sentence are put into the first, and the rest is computed from there on. What comes back shows where the difference is carried.",
  second: "Second sentence",
  pairs: "or take",
  /** @param {string} first @param {string} second */
  pair: (first, second) => `“${first}”, with “${second}”`,
  parts: "replace",
  ways: { output: "outputs", pattern: "patterns", values: "values", stream: "stream" },
  start: "Patch each in turn",
  /** @param {number} done @param {number} total */
  progress: (done, total) => `${done} of ${total} patches`,
  /** @param {string} first @param {string} second */
  grid: (first, second) =>
    `How much of the way from “${first}” to “${second}” each part brings back: 1 is all of it, 0 nothing. Press a cell for the answer with that part.`,
  /** @param {string} piece */
  same: (piece) =>
    `Both sentences answer “${piece}”: how much of the difference of its log probability each part brings back. Press a cell for the answer with that part.`,
  /** @param {number} layer */
  layer: (layer) => `layer ${layer}`,
  /** @param {number} layer @param {string} piece */
  stream: (layer, piece) => `the stream before layer ${layer} at “${piece}”`,
  atAsking:
    "The sentences have different numbers of pieces: only the outputs at the asking pieces are replaced.",
  /** @param {string} part */
  picked: (part) => `With ${part} of the second sentence:`,
  corner: "layer",
});

/** Words of the circuits of a head. */
export const MODEL_CIRCUIT = words("modelCircuit", {
  /** @param {string} head */
  title: (head) => `${head}, by its weights`,
  reading: "Reading its weights",
  /** @param {string} score */
  copying: (score) =>
    `Copying score ${score}: from −1 to 1, how positive the eigenvalues of W_V W_O are. Near 1, the head raises what it looks at.`,
  reads: "What it reads of what earlier heads write, of 1:",
  ways: { k: "by its keys", q: "by its queries", v: "by its values" },
  first: "No head comes before the first layer.",
  /** @param {string} piece */
  lists: (piece) => `Pieces for “${piece}”`,
  /** @param {string} piece */
  looksFor: (piece) => `“${piece}” looks for`,
  /** @param {string} piece */
  raises: (piece) => `looking at “${piece}” raises`,
  how: "From the weights alone: the embedding in place of the stream, without positions and biases.",
  howPlaced:
    "From the weights alone: the embedding in place of the stream, without biases. Positions count in what is looked for.",
  positions: "positions",
  unplaced: "left out",
  /** @param {number} query @param {number} key */
  places: (query, key) => `those of query ${query} and key ${key}`,
  /** @param {number} distance */
  distance: (distance) =>
    `a key ${Math.abs(distance)} ${Math.abs(distance) === 1 ? "token" : "tokens"} ${distance < 0 ? "after" : "before"} the query`,
});
