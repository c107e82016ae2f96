import { refused } from "../text/refusals.js";

/**
 * What a reader or an author can set of a model that is trained: one table, as that of the layer's settings.
 *
 * @typedef {import("../../core/types.js").TaskName} TaskName
 *
 * @typedef {object} Settings  null: as the task has it
 * @property {TaskName} task
 * @property {number | null} heads    of each layer
 * @property {number | null} layers
 * @property {"crisp" | "ordinary"} stack  whether keys and values are read from the words, or from the stream as usual
 * @property {number} seed
 *
 * @typedef {object} Row
 * @property {keyof Settings} name
 * @property {"choice" | "count" | "seed"} kind
 * @property {number | string | null} default
 * @property {readonly (number | string)[]} [choices]
 * @property {string} [axis]
 */

const MOST_SEED = 2 ** 32 - 1;

/** @type {readonly Row[]} */
export const TRAIN_SETTINGS = [
  { name: "task", kind: "choice", default: "reference", choices: ["reference", "induction"] },
  { name: "heads", kind: "count", default: null, choices: [2, 4, 8], axis: "H" },
  { name: "layers", kind: "count", default: null, choices: [1, 2] },
  { name: "stack", kind: "choice", default: "crisp", choices: ["crisp", "ordinary"] },
  { name: "seed", kind: "seed", default: 1 },
];

/** @type {Readonly<Settings>} */
export const TRAIN_DEFAULTS = Object.freeze(
  /** @type {any} */ (Object.fromEntries(TRAIN_SETTINGS.map((row) => [row.name, row.default]))),
);

/** What is said of a value that a row has not; null of one that it has. @param {Row} row @param {unknown} value */
export function unfit({ name, default: otherwise, choices }, value) {
  if (value === otherwise || choices?.includes(/** @type {any} */ (value))) return null;
  const given = { name, value: String(JSON.stringify(value) ?? value).slice(0, 40) };
  if (choices) return refused("none_of", { ...given, choices: choices.join(", ") });
  const fits = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_SEED;
  return fits ? null : refused("no_seed", { ...given, most: MOST_SEED });
}

/** Only one task has its keys and values read from the words: the other's second layer reads what the first has made. @param {Settings} settings */
export const hasStack = ({ task }) => task === "reference";

/** The core's options. @param {Settings} settings @returns {import("../../core/types.js").ModelOptions} */
export function modelOptions(settings) {
  const { task, heads, layers, stack, seed } = settings;
  return {
    ...{ task, seed },
    numHeads: heads ?? undefined,
    layers: layers ?? undefined,
    keysFrom: hasStack(settings) ? (stack === "crisp" ? "words" : "stream") : undefined,
  };
}
