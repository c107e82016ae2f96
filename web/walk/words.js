import { say, words } from "../kit/text/words.js";

/** Words around the steps of the walk. */
export const WALK = words("walk", {
  steps: "Steps",
  lanes: "Lanes",
  heads: "Heads",
  stepping: "Stepping",
  previous: "Previous step",
  next: "Next step",
  play: "Play",
  pause: "Pause",
  /** @param {{ at: number, of: number, name: string }} step */
  at: ({ at, of, name }) => `Step ${at} of ${of} · ${name}`,
  /** For screen readers. @param {{ at: number, of: number, title: string, id: string, sizes: readonly string[] }} step */
  heard: ({ at, of, title, id, sizes }) => `Step ${at} of ${of}: ${title}. ${id}: ${sizes.join(", ")}.`,
  /** @param {{ means: string, element: string, value: string }} read  means: the number's head, words and feature */
  value: ({ means, element, value }) => `${means}: ${element} is ${value}.`,
  /** A weight. @param {{ query: string, key: string, head: string }} pair */
  attends: ({ query, key, head }) => `“${query}” attends to “${key}” in ${head}`,
  /** @param {{ thing: string, word: string }} token */
  token: ({ thing, word }) => `${thing} “${word}”`,
  /** @param {{ thing: string, at: number }} one */
  one: ({ thing, at }) => `${thing} ${at}`,
  /** @param {{ title: string, shape: readonly number[] }} step */
  picture: ({ title, shape }) =>
    `${title}, ${shape.join(" by ")}. Enter, then arrow keys, walks the cells; with Shift they pan.`,
  /** For a picture that is higher than its frame. */
  further: "↓ more below",
  work: "Show the arithmetic",
  unwork: "Back to the picture",
  exact: "In code and memory",
  strides: "strides",
  offset: "offset",
  storage: "storage",
  view: "view",
  copy: "copy",
  /** The step that a view shows. @param {string} id */
  of: (id) => ` of ${id}`,
  not: "not ",
  contiguous: "contiguous",
  cost: "cost",
  /** @param {{ elements: string, flops: readonly unknown[], bytes: string }} cost  flops: the number and its name */
  costs: ({ elements, flops, bytes }) => [elements, " elements · ", ...flops, " · ", bytes, " bytes"],
  FLOPs: "FLOPs",
  wrong: "Try it wrong:",
  costsWhat: "What it costs",
  attention: "attention",
  colours: "Colours of attention",
  toOne: "0 to 1",
  toLargest: "to the largest",
});

/** Sentences about attention, by kind of weights. */
export const ATTENTION = words("attention", {
  random: "Random weights: what these heads attend to means nothing yet.",
  own: "These weights were given: the page does not know how they came to be.",
  trained:
    "These weights were learned for the words of one grammar: a blank's row looks where its answer is, and only that row affects the answer.",
  checkpoint: "These are the weights of the open model, and the layer's real input for the text.",
  language: "Learned from the World English Bible and WordNet; no piece sees a later one.",
  /** @param {{ name: string, edge: string, figure: string, sentences: number }} role */
  role: ({ name, edge, figure, sentences }) =>
    `${name} gives ${figure} of its weight ${edge}, over ${sentences} sentences.`,
  /** @param {number} after */
  window: (after) => `In this layer a word sees itself and the ${after} words after it.`,
  /** @param {number} n number of further warnings */
  more: (n) => ` (and ${n} more)`,
  /**
   * @param {{ token: unknown, strongest: readonly { key: unknown, head: string, weight: string }[] }} most strongest: one key, or two different keys
   */
  most: ({ token, strongest }) => [
    token,
    " attends most ",
    strongest.map(({ key, head, weight }, i) => [i ? ", to " : "to ", key, ` in ${head} (${weight})`]),
    ".",
  ],
  constructed: "None of these heads knows what a word refers to: that has to be learned.",
});

/** Words around a program. */
export const CODE = words("code", {
  language: "Language",
  program: "Program",
  /** @param {string} language */
  copy: (language) => `Copy the whole ${language} program`,
  /** @param {{ file: string, size: string }} what */
  download: ({ file, size }) => `Download ${file} ${size}: the page's numbers, for the program`,
  /** @param {{ text: string, id: string, shape: readonly number[] }} name */
  name: ({ text, id, shape }) => `${text}: ${id}, ${shape.join(" by ")}`,
});

/** Words about the cost of a forward pass. */
export const COST = words("cost", {
  sizes: "Sizes",
  totals: "Totals",
  stepwise: "Step by step",
  here: "this layer",
  /** @param {string} name name of a model's size */
  shapes: (name) => `${name} by its shapes alone: nothing of that size is run here.`,
  /** @param {{ given: readonly string[], copies: number, steps: number }} counts  copies: number of steps that write memory */
  writes: ({ given, copies, steps }) =>
    `${given.join(", ")} ${given.length === 1 ? "is" : "are"} given. Of the other ${steps} steps ${copies} write memory; the rest only look at it. Parameters do not depend on the number of heads: each gets its share of the same matrices.`,
  parameters: "parameters",
  FLOPs: "FLOPs",
  moved: "bytes moved",
  held: "bytes held",
  configured: "as configured",
  oneFull: "one full-size head",
  allFull: "as many full-size heads",
  step: "step",
  shape: "shape",
  storage: "storage",
  bytes: "bytes",
  view: "view",
  copy: "copy",
});

/**
 * Formulas with numbers. The core gives the forms in symbols. This table replaces the forms that read better in words. Nothing here computes a
 * number.
 *
 * @typedef {import("../core/types.js").Step} Step
 * @typedef {import("../kit/text/words.js").Localized} Localized
 * @typedef {Readonly<Record<string, string | number | undefined>>} Parts  values of the blanks
 */

/** By the core's form. */
export const FORMULAS = words("formulas", {
  "{x}": "a copy of {a}",
  "{a}": "a copy of {a}",
  "{sink}": "the head's sink, a learned score",
  "{x} | {fill}": "{x}, or {fill} where blocked",
  "exp {x} / Σ exp {a}": "softmax({x}) over {a}",
  "{x} · 1/(1 − {p}) | 0": "{x} · 1/(1 − {p}), or 0 where dropped",
  input: "the word's vector and the position's, side by side",
  /** Formula of an input that the page did not embed. */
  given: "given to the layer",
  same: "the same number as {a}",
  /** @param {string} op */
  unknown: (op) => `by ${op}, which is not known here`,
  /** Follows the first products of a sum. @param {number} n total number */
  products: (n) => `… (${n} products)`,
});

/** Names of steps' numbers, for steps that have one. @type {Readonly<Record<string, string>>} */
const BY_ID = {
  scaled: "{x} / √{dK}",
};

/** Formulas where there is no room for the names of what they read. @type {Readonly<Record<string, string>>} */
const BRIEF = {
  "exp {x} / Σ exp {a}": "softmax({x})",
};

/**
 * @param {import("../kit/state/picture.js").Picture} picture @param {Step} step @param {Parts} parts @param {Localized} [speaker]
 * @param {boolean} [isBrief]
 */
export function formulaOf({ operations, own }, step, parts, speaker, isBrief = false) {
  if (!step.inputs.length && own?.input) return say(FORMULAS, speaker).given;
  const operation = operations[step.op];
  const brief = isBrief && operation ? BRIEF[formAt(operation, step, Number(parts.j))] : undefined;
  return (brief ?? formOf(operation, step, Number(parts.j), speaker)).replace(/\{(\w+)\}/g, (_, name) =>
    String(parts[name] ?? NaN),
  );
}

/** @param {import("../core/types.js").Operation | undefined} operation @param {Step} step @param {number} column @param {Localized} [speaker] */
function formOf(operation, step, column, speaker) {
  const { id, op, inputs } = step;
  const said = say(FORMULAS, speaker);
  if (!operation) return said.unknown(op);
  if (!inputs.length) return said.input;
  const form = formAt(operation, step, column);
  return BY_ID[id] ?? /** @type {Record<string, any>} */ (said)[form] ?? form ?? said.same;
}

/**
 * The formula of a column. Several formulas belong to the places of a block; a block that is the whole row is divided among them. Features that
 * a rotation leaves alone are copied, and positions that are not scaled are not divided. The last column of scores with a sink is the sink.
 * @param {import("../core/types.js").Operation} operation @param {Step} step @param {number} column
 */
function formAt({ formulas, reads }, { op, attributes }, column) {
  if (op === "sink") {
    const [keys] = /** @type {number[]} */ (attributes.lengths);
    return column < keys ? "{x}" : "{sink}";
  }
  const turned = /** @type {number | undefined} */ (attributes.turned);
  if (turned === undefined) return formulas[column % formulas.length];
  if (column >= turned) return "{x}";
  const [, size] = reads[0] ?? [];
  const place = size ? column % size : Math.floor((column / turned) * formulas.length);
  return attributes.scaling === 1 ? formulas[place].replace(" / {scaling}", "") : formulas[place];
}

/** Words about the origin of a number. */
export const ORIGIN = words("origin", {
  title: "Where this number came from",
  close: "✕ close",
  what: "Outlines at earlier steps mark the inputs of this number. Of several inputs, one is traced further: in a sum, the input with the largest product.",
  /** @param {string} n total number; the index of the followed input comes after */
  among: (n) => `${n} numbers, of them `,
});
