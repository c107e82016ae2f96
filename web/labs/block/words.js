import { words } from "../../kit/text/words.js";

/** Words of the lab of the block around a layer. */
export const BLOCK = words("labBlock", {
  ending: "the last word",
  layer: "layer",
  word: "row of",
  /** Names of the stations. */
  names: {
    before: "stream",
    normed: "norm",
    attention: "attention",
    attentionNormed: "norm",
    middle: "stream",
    middleNormed: "norm",
    mlpNormed: "norm",
    router: "router",
    up: "W_up",
    gated: "product",
    down: "W_down",
    downNormed: "norm",
    after: "stream",
    afterNormed: "norm",
  },
  /** Names of the colour scales. */
  scales: { stream: "stream", norm: "norm", mlp: "MLP" },
  lesson:
    "The layer of the walk is the part called attention. It replaces nothing: its output is added to the stream, a row of d_model numbers for each word that runs from x to the logits. An MLP adds to the same row.",
  /** @param {{ feature: number, layer: number, before: string, attention: string, middle: string }} what */
  adds: ({ feature, layer, before, attention, middle }) =>
    `Layer ${layer}, feature ${feature}: ${before}, plus ${attention} from attention, is ${middle}.`,
  /** @param {{ middle: string, down: string, after: string }} what */
  addsMlp: ({ middle, down, after }) => `The MLP adds ${down} to ${middle}: the sum is ${after}.`,
  /** For a parallel block. @param {{ feature: number, layer: number, before: string, attention: string, down: string, after: string }} what */
  addsBoth: ({ feature, layer, before, attention, down, after }) =>
    `Layer ${layer}, feature ${feature}: ${before}, plus ${attention} from attention and ${down} from the MLP, is ${after}.`,
  /** @param {string} value */
  norms: (value) => `The norm makes it ${value}.`,
  norm: {
    layer: "A norm (LayerNorm) gives each row mean 0 and variance 1, then a learned gain and shift.",
    rms: "A norm (RMSNorm) divides each row by its root mean square, then applies a learned gain.",
  },
  order: {
    pre: "Attention and the MLP each read a norm of the stream, not the stream itself.",
    post: "The norms come after the sums, in the stream itself.",
    sandwich: "There is a norm before attention and before the MLP, and one after each.",
    parallel: "Attention and the MLP read the same row of the stream, each through a norm.",
    after: "Attention and the MLP read the stream itself; a norm of what each computes is added to it.",
  },
  /** For the model that the lab trains. */
  keysFromWords: "Keys and values are read from the words themselves, x.",
  /** @param {{ width: number, activation: string, isReLU: boolean }} what */
  mlp: ({ width, activation, isReLU }) =>
    `Attention alone moves numbers between words. The MLP reads one row at a time: W_up makes it ${width} numbers wide, ${activation} ${isReLU ? "sets negative ones to 0" : "makes negative ones almost 0"}, W_down brings it back.`,
  /** @param {{ width: number, activation: string }} what */
  gatedMlp: ({ width, activation }) =>
    `Attention alone moves numbers between words. The MLP reads one row at a time: W_gate and W_up each make it ${width} numbers wide, ${activation} of the first is multiplied by the second, W_down brings the product back.`,
  /** The name of the experts' sum. */
  mixed: "experts",
  /** @param {{ count: number, chosen: string }} what chosen: numbers of experts with their weights */
  experts: ({ count, chosen }) =>
    `Attention alone moves numbers between words. In place of one MLP there are ${count}, the experts: a router reads the row and chooses some, and their outputs are added, each times its weight. Experts of this row: ${chosen}.`,
  checkpoint:
    "These are the numbers of the model on show: the row of each piece on its way through this layer.",
  /** @param {{ steps: number, share: string, blanks: number }} what */
  learned: ({ steps, share, blanks }) =>
    `This model was trained just now, in ${steps} steps: it has two such blocks and read Train's sentences. In ${blanks} other sentences, ${share} of its answers for “it” are correct.`,
  /** @param {{ head: string, weight: string }} what */
  finder: ({ head, weight }) => `${head} gives the right noun ${weight} of its weight, at least.`,
  /** @param {string} word @param {number} layer */
  logits: (word, layer) =>
    `After layer ${layer} the unembedding turns the row of “${word}” into logits, one per word of the vocabulary; a softmax turns them into probabilities:`,
  /** @param {{ layer: number, word: string, features: number }} what */
  figure: ({ layer, word, features }) =>
    `The block of layer ${layer}: the row of “${word}” in the stream, what attention adds and what the MLP adds, ${features} numbers each. Enter, then the arrows, walk the features.`,
  /** For a checkpoint, above its likeliest pieces. @param {string} piece */
  predicts: (piece) =>
    `The last layer's row of “${piece}” becomes one number for each piece of the vocabulary, its logits; a softmax makes them probabilities:`,
  table: "feature",
  /** Column headings of the table: the numbers that attention adds to the stream, and those that the MLP adds. */
  added: { attention: "attention adds", mlp: "MLP adds" },
});

/** Words of the lab Block about a model with an encoder and a decoder. */
export const PAIR = words("labBlockPair", {
  kind: "model",
  kinds: { one: "one block", pair: "encoder and decoder" },
  reads: "reads",
  writes: "writes",
  names: {
    before: "stream",
    normed: "norm",
    attention: "attention",
    cross: "cross",
    middle: "stream",
    up: "W_up",
    down: "W_down",
    after: "stream",
    last: "norm",
  },
  /** Headings of the two sides. @param {string} word */
  encoder: (word) => `Encoder: row of “${word}”`,
  /** @param {string} word */
  decoder: (word) => `Decoder: row that writes “${word}”`,
  /** Label of the line from the encoder to the decoder. */
  memory: "keys and values",
  /** @typedef {{ feature: number, before: string, added: readonly string[], after: string }} PairSums */
  /** @param {PairSums} sums */
  encoderAdds: ({ feature, before, added: [attention, mlp], after }) =>
    `Encoder, feature ${feature}: ${before}, plus ${attention} from attention and ${mlp} from the MLP, is ${after}.`,
  /** @param {PairSums} sums */
  decoderAdds: ({ feature, before, added: [attention, cross, mlp], after }) =>
    `Decoder, feature ${feature}: ${before}, plus ${attention} from attention, ${cross} from cross-attention and ${mlp} from the MLP, is ${after}.`,
  lesson:
    "The encoder reads all English words at once. The decoder writes the French ones: each of its rows reads the French words before it, then asks the encoder. Its block has one part more, cross-attention: queries are read from the decoder's row, keys and values from the encoder's last norm, one row for each English word.",
  /** @param {number} steps */
  learned: (steps) => `This model learned to translate, in ${steps} steps.`,
  /** @param {string} word */
  logits: (word) =>
    `The decoder's last norm of the row that writes “${word}” becomes logits, one for each French word; a softmax makes them probabilities:`,
  /** @param {{ english: string, french: string, features: number }} what */
  figure: ({ english, french, features }) =>
    `Encoder and decoder: the row of “${english}” in the encoder's stream, the row that writes “${french}” in the decoder's, and what each part adds, ${features} numbers each. Enter, then the arrows, walk the features.`,
  /** Column headings of the table. */
  column: {
    /** @param {string} name */
    source: (name) => `encoder ${name}`,
    /** @param {string} name */
    target: (name) => `decoder ${name}`,
  },
});
