import { quoteValue } from "../text/quoted.js";
import { refused } from "../text/refusals.js";
import { TRANSLATION_MODEL } from "./translation-model.js";

/**
 * The settings of a trained model, in one table, like the settings of the layer.
 *
 * @typedef {import("./training-tasks.js").TrainedTask} TrainedTask
 *
 * @typedef {object} Settings  null selects the task's default
 * @property {TrainedTask} task
 * @property {number | null} heads    heads of each layer
 * @property {number | null} layers
 * @property {"crisp" | "ordinary"} stack  whether keys and values read the words' embeddings (crisp) or the residual stream (ordinary)
 * @property {number | null} seed
 *
 * @typedef {object} Row
 * @property {keyof Settings} name
 * @property {"choice" | "count" | "seed"} kind
 * @property {number | string | null} default
 * @property {readonly (number | string)[]} [choices]
 * @property {string} [axis]
 */

const MOST_SEED = 2 ** 32 - 1;
const SEED = 1; // of tasks that have no seed of their own

/** @type {readonly Row[]} */
export const TRAIN_SETTINGS = [
  { name: "task", kind: "choice", default: "reference", choices: ["reference", "induction", "translation"] },
  { name: "heads", kind: "count", default: null, choices: [1, 2, 4, 8], axis: "H" },
  { name: "layers", kind: "count", default: null, choices: [1, 2] },
  { name: "stack", kind: "choice", default: "crisp", choices: ["crisp", "ordinary"] },
  { name: "seed", kind: "seed", default: null },
];

/** @type {Readonly<Settings>} */
export const TRAIN_DEFAULTS = Object.freeze(
  /** @type {any} */ (Object.fromEntries(TRAIN_SETTINGS.map((row) => [row.name, row.default]))),
);

/** Message about a value that its row does not allow, or null. @param {Row} row @param {unknown} value */
export function whyUnfit({ name, default: otherwise, choices }, value) {
  if (value === otherwise || choices?.includes(/** @type {any} */ (value))) return null;
  const given = { name, value: quoteValue(value) };
  if (choices) return refused("none_of", { ...given, choices: choices.join(", ") });
  const fits = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_SEED;
  return fits ? null : refused("no_seed", { ...given, most: MOST_SEED });
}

/**
 * Whether `stack` applies. The induction task cannot read keys and values from the words, because its second layer must read the first layer's
 * result.
 * @param {Settings} settings
 */
export const hasStack = ({ task }) => task === "reference";

/** The options for the core, of the translation. @param {Settings} settings @returns {import("../../core/types.js").TranslatorOptions} */
export const translatorOptions = ({ heads, layers, seed }) => ({
  ...TRANSLATION_MODEL,
  ...(seed !== null && { seed }),
  numHeads: heads ?? undefined,
  layers: layers ?? undefined,
});

/** The options for the core, of a task with one stack of layers. @param {Settings} settings @returns {import("../../core/types.js").ModelOptions} */
export function modelOptions(settings) {
  const { task, heads, layers, stack, seed } = settings;
  return {
    task: /** @type {import("../../core/types.js").TaskName} */ (task),
    seed: seed ?? SEED,
    numHeads: heads ?? undefined,
    layers: layers ?? undefined,
    keysFrom: hasStack(settings) ? (stack === "crisp" ? "words" : "stream") : undefined,
  };
}
