import { words } from "../../kit/text/words.js";

/** Words of the lab of a layer's sizes. */
export const LAYER = words("labLayer", {
  turns: "The layer",
  dK: "d_k",
  dV: "d_v",
  bias: "biases",
  /** @type {readonly [boolean, string][]} */
  biases: [
    [false, "none"],
    [true, "four"],
  ],
  fused: "Q, K, V",
  /** @type {readonly [boolean, string][]} */
  products: [
    [false, "three products"],
    [true, "one product"],
  ],
  again: "Back to the layer shown",
  walk: "Walk through this one",
  hindrance: {
    given:
      "These weights were given, and with them d_k, d_v and biases: what can be turned is how many products make Q, K and V.",
    cross: "Keys and values come from a second sentence, so that one product cannot make all three.",
    latent: "Keys and values are made of a latent, so that one product cannot make all three.",
  },
  /** @param {string} message */
  refused: (message) => `The core takes no such layer: ${message}.`,
  layer: "this layer",
  plain: "plain",
  mixed: "× weights",
  /** @param {string} shape */
  whole: (shape) => `qkv ${shape}`,
  figure:
    "The layer's matrices and what they make, features to scale, and what it costs beside the plain layer",
  hint: "Widths are features, to scale. Point at a matrix, a tensor or a bar to read it; Enter, then the arrow keys, walks them.",
  /** @param {string} name @param {string} shape @param {string} parameters */
  matrix: (name, shape, parameters) => `${name}, ${shape}: ${parameters} parameters`,
  /** @param {string} name @param {string} shape */
  input: (name, shape) => `${name}, ${shape}: the sentence, as it comes in`,
  /** @param {string} name @param {string} shape @param {{ view: boolean, flops: string, moved: string }} facts */
  tensor: (name, shape, { view, flops, moved }) =>
    `${name}, ${shape}: ${view ? "a view, nothing is moved" : `a copy, made by ${flops} FLOP; ${moved} B are read and written`}`,
  /** @param {{ dK: number, dV: number, dModel: number, heads: number, parameters: string, flops: string, moved: string, held: string }} said */
  said: ({ dK, dV, dModel, heads, parameters, flops, moved, held }) =>
    `${heads} ${heads === 1 ? "head" : "heads"} of d_k = ${dK} and d_v = ${dV} at d_model = ${dModel} take, compared with the plain layer, ${parameters} times the parameters, ${flops} times the arithmetic, ${moved} times the memory traffic and ${held} times the memory.`,
  plainIs: "Plain is d_k = d_v = d_model / heads, no biases, three products.",
  sizes:
    "W_O maps H · d_v columns to d_model, so d_k and d_v need not divide d_model. d_k sets how finely a query tells keys apart, d_v how much a head passes on.",
  fusedHeading: "One product or three",
  /** @param {string} equal @param {string} numbers */
  same: (equal, numbers) =>
    equal === numbers
      ? `With the same weights both were run: all ${numbers} numbers of the output are the same to the last bit. What differs is that x is read once, and that q, k and v are views of one memory.`
      : `With the same weights both were run: ${equal} of the ${numbers} numbers of the output are the same to the last bit.`,
  biasHeading: "What each bias does",
  drawn:
    "They begin at 0; here they were drawn between −½ and ½, so that they have an effect. Without one of them, the output moves by up to:",
  given: "Without one bias, the output moves by up to:",
  /** @type {Readonly<Record<"bQ" | "bK" | "bV" | "bO", string>>} */
  names: { bQ: "b_Q", bK: "b_K", bV: "b_V", bO: "b_O" },
  nothing: "rounding",
  keys: "b_K adds the same to every score of a row, and the softmax takes it away again: this layer does not need it.",
  /** @param {string} folded */
  folded: (folded) =>
    `Weights of a row sum to 1, so b_V adds the same to every token: with this constant added to b_O and without b_V, the output differs by at most ${folded}: rounding.`,
  none: "Turn the biases on, and see which of the four change the output.",
  corner: "of the layer",
  columns: ["this layer", "plain", "×"],
  /** @param {string} id */
  shapeOf: (id) => `shape of ${id}`,
});
