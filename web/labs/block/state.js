import { TASKS, specialists } from "../../kit/state/training-tasks.js";
import { COUNTED } from "../../kit/state/head-roles.js";
import { trainInSlices } from "../../kit/state/train-in-slices.js";

/**
 * The block around a layer of attention, with the numbers of a small model that learns the task of Train in two such blocks. Plain numbers,
 * copied from the model.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {import("../../core/types.js").ModelStep} ModelStep
 *
 * @typedef {"before" | "normed" | "attention" | "middle" | "mlpNormed" | "up" | "relu" | "down" | "after"} Station
 * @typedef {"stream" | "attention" | "mlp"} Track  the residual stream, or the branch that adds to it
 * @typedef {Readonly<Record<Station, Pick<ModelStep, "id" | "shape" | "data">>>} BlockSteps
 *
 * @typedef {object} Sentence
 * @property {string} ending             the last word
 * @property {readonly string[]} tokens
 * @property {number} blank              position of the word whose meaning is asked
 * @property {readonly { word: string, probability: number }[]} likely  the likeliest words there
 * @property {readonly BlockSteps[]} layers
 *
 * @typedef {object} Block
 * @property {number} steps              of training
 * @property {number} blanks             that the model was tested on
 * @property {number} accuracy           share of correct ones
 * @property {import("../../kit/state/training-tasks.js").Found | null} finder  the head that looks at the right noun, if one does
 * @property {number} layers
 * @property {number} wide               width of the MLP
 * @property {readonly Sentence[]} sentences
 */

/** The stations of a block, in order, each with its track and, within its layer, the id of its step. */
export const STATIONS = /** @type {const} */ ([
  ["before", "stream", null],
  ["normed", "attention", "normed"],
  ["attention", "attention", "output"],
  ["middle", "stream", "middle"],
  ["mlpNormed", "mlp", "mlp_normed"],
  ["up", "mlp", "up"],
  ["relu", "mlp", "relu"],
  ["down", "mlp", "down"],
  ["after", "stream", "stream"],
]);

const STEPS = 300; // each of five seeds then answers 0.99 or more of every kind; at step 200 the rate is still high, and some fall back
const LIKELY = 5;
const OPTIONS = Object.freeze({ task: "reference", layerNorm: true, mlp: true, seed: 1 });
const { sentence, endings, blank: kind } = TASKS.reference;

/** Trained once for each core. @type {WeakMap<Core, Block>} */
const learned = new WeakMap();

/**
 * @param {Core} core
 * @param {(step: number, steps: number) => boolean} goesOn  receives the progress; returns whether to go on
 * @returns {Promise<Block | null>} null if training was stopped
 */
export async function learnBlock(core, goesOn) {
  const known = learned.get(core);
  if (known) return known;
  const model = core.createModel(/** @type {import("../../core/types.js").ModelOptions} */ (OPTIONS));
  try {
    if (!(await trainInSlices(model, STEPS, goesOn))) return null;
    const block = blockOf(model);
    learned.set(core, block);
    return block;
  } finally {
    model.dispose();
  }
}

/** @param {Model} model @returns {Block} */
export function blockOf(model) {
  const { kinds } = model.evaluate({ sentences: COUNTED });
  const finder = specialists(TASKS.reference, kinds).find((each) => each.kind === kind && each.to === "noun");
  const sentences = endings.map((ending) => sentenceOf(model, ending));
  const [{ layers }] = sentences;
  return {
    ...{ steps: model.step, blanks: kinds[kind].blanks, accuracy: kinds[kind].accuracy },
    ...{ finder: finder ?? null, layers: layers.length, sentences },
    wide: Number(layers[0].up.shape.at(-1)),
  };
}

/** @param {Model} model @param {string} ending @returns {Sentence} */
function sentenceOf(model, ending) {
  const said = sentence.slice(0, -endings[0].length) + ending;
  const { tokens, blanks } = model.predict(said);
  const asked = blanks.findIndex((blank) => blank.kind === kind);
  const steps = new Map(model.trace(said).map((step) => [step.id, step]));
  return {
    ...{ ending, tokens, blank: blanks[asked].position, likely: blanks[asked].words.slice(0, LIKELY) },
    layers: Array.from({ length: model.config.layers }, (_, layer) => stepsOf(steps, layer)),
  };
}

/** The steps of one block. @param {ReadonlyMap<string, ModelStep>} steps @param {number} layer counted from 0 */
function stepsOf(steps, layer) {
  const entry = layer === 0 ? "x" : `layer${layer}.stream`;
  const stepAt = (/** @type {string | null} */ id) => {
    const {
      id: full,
      shape,
      data,
    } = /** @type {ModelStep} */ (steps.get(id === null ? entry : `layer${layer + 1}.${id}`));
    return { id: full, shape, data };
  };
  return /** @type {BlockSteps} */ (Object.fromEntries(STATIONS.map(([name, , id]) => [name, stepAt(id)])));
}

/** A word's row of a station. @param {BlockSteps} steps @param {Station} station @param {number} token */
export function rowOf(steps, station, token) {
  const { shape, data } = steps[station];
  const width = Number(shape.at(-1));
  return data.subarray(token * width, (token + 1) * width);
}

/** The feature to which attention adds most, or from which it takes most. @param {BlockSteps} steps @param {number} token */
export function mostAdded(steps, token) {
  const row = rowOf(steps, "attention", token);
  return row.reduce((most, value, i) => (Math.abs(value) > Math.abs(row[most]) ? i : most), 0);
}
