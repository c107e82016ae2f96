import { say, words } from "../../kit/text/words.js";

/** Words of the lab of gradients. */

/** The gradient of {x} for a step {y} that reads {x}: by operation, and for products by factor. */
export const FORMULAS = words(
  "backwardFormulas",
  /** @type {Readonly<Record<string, string | readonly string[]>>} */ ({
    linear: "∂{x} = ∂{y} · {w}ᵀ",
    matmul: ["∂{x} = ∂{y} · {other}ᵀ", "∂{x} = {other}ᵀ · ∂{y}"],
    scale: "∂{x} = {factor} · ∂{y}",
    mask: "∂{x} = ∂{y}, and 0 where it is blocked",
    softmax: "∂{x} = {y} ∘ (∂{y} − Σⱼ {y} ∘ ∂{y})",
    dropout: "∂{x} = ∂{y} ∘ kept ÷ (1 − p)",
    rope: "∂{x} = ∂{y}, turned back",
    rope_half: "∂{x} = ∂{y}, turned back",
    rms_norm: "∂{x} = (w ∘ ∂{y} − {x} · mean(w ∘ ∂{y} ∘ {x}) ÷ (mean {x}² + ε)) ÷ √(mean {x}² + ε)",
    softcap: "∂{x} = (1 − ({y} ÷ c)²) ∘ ∂{y}",
    alibi: "∂{x} = ∂{y}",
    sink: "∂{x} = ∂{y}, without the sink's column",
    concat: "∂{x} = ∂{y}, its own part",
    expand: "∂{x} = ∂{y}, summed over the heads that share it",
    add: "∂{x} = ∂{y}",
    /** For operations that only change the view. */
    moved: "∂{x} = ∂{y}, in the shape of {x}",
  }),
);

/** @param {string} op @param {number} place @param {Readonly<Record<string, string>>} names @param {import("../../kit/text/words.js").Localized} [speaker] */
export function formulaOf(op, place, names, speaker) {
  const formulas = say(FORMULAS, speaker);
  const found = formulas[op] ?? formulas.moved;
  return (typeof found === "string" ? found : found[place]).replace(/\{(\w+)\}/g, (_, name) => names[name]);
}

export const GRADIENTS = words("labGradients", {
  loss: "the loss L",
  kinds: /** @type {readonly ["number" | "row" | "weight", string][]} */ ([
    ["number", "one output number"],
    ["row", "a token's output row, summed"],
    ["weight", "one attention weight"],
  ]),
  token: "token",
  column: "column",
  key: "key",
  head: "head",
  /** @param {number} most */
  most: (most) => `columns go from 0 to ${most}`,
  /** @param {string} what @param {string} value */
  is: (what, value) => `L = ${what} = ${value}`,
  map: "∂L at every station, head by head; each on a scale of its own around 0. Press one to enlarge it.",
  /** @param {string} id */
  station: (id) => `∂L/∂${id}`,
  start: "1 where the loss is read, 0 elsewhere.",
  none: "L does not depend on this tensor.",
  and: "summed over all steps that read it",
  /** @param {string} id @param {readonly number[]} index @param {string} value */
  element: (id, index, value) => `∂L/∂${id}[${index.join(", ")}] = ${value}`,
  /** @param {string} id @param {string} value @param {string} gradient */
  there: (id, value, gradient) => `there ${id} is ${value} and ∂L/∂${id} is ${gradient}`,
  /** @param {number} products */
  products: (products) => `a sum of ${products} products`,
  nudge: "Nudge one weight",
  matrix: "of",
  row: "row",
  by: "by",
  largest: "largest gradient",
  /** @param {number} rows @param {number} columns */
  place: (rows, columns) => `rows go from 0 to ${rows - 1}, columns from 0 to ${columns - 1}`,
  table: ["", "predicted by the gradient", "run again"],
  moves: "L moves by",
  becomes: "L is then",
  /** @param {string} name @param {string} value @param {string} gradient */
  weight: (name, value, gradient) => `${name} is ${value}, and ∂L/∂${name} is ${gradient}.`,
  curve: "L as that weight is nudged",
  line: "predicted",
  run: "run again",
  why: "A gradient is the slope at the current weight: it predicts small changes well, but not large ones.",
  chart: "The loss as one weight is nudged, and the line of its gradient",
  figure:
    "The gradient of the loss at every station of the layer. Enter, then arrow keys, goes from station to station.",
  /** @param {string} id */
  large: (id) => `The gradient of the loss by ${id}`,
  corner: "element",
  columns: ["gradient"],
});
