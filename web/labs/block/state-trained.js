import { TASKS, specialists } from "../../kit/state/training-tasks.js";
import { COUNTED } from "../../kit/state/head-roles.js";
import { trainInSlices } from "../../kit/state/train-in-slices.js";
import { stepsFrom } from "./state.js";

/**
 * The blocks of a small model that learns the task of Train. All numbers are copied from the model.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {import("./state.js").Block} Block
 * @typedef {import("./state.js").Sentence} Sentence
 */

const STEPS = 300; // each of five seeds then answers 0.99 or more of every kind; at step 200 the rate is still high, and some fall back
const LIKELY = 5;
const OPTIONS = Object.freeze({ task: "reference", layerNorm: true, mlp: true, seed: 1 });
const KIND = /** @type {const} */ ({ order: "pre", norm: "layer", activation: "relu" });
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
function blockOf(model) {
  const { kinds } = model.evaluate({ sentences: COUNTED });
  const finder = specialists(TASKS.reference, kinds).find((each) => each.kind === kind && each.to === "noun");
  const { blanks, accuracy } = kinds[kind];
  return {
    ...KIND,
    lastLayer: model.config.layers - 1,
    sentences: endings.map((ending) => sentenceOf(model, ending)),
    trained: { steps: model.step, blanks, accuracy, finder: finder ?? null },
  };
}

/** @param {Model} model @param {string} ending @returns {Sentence} */
function sentenceOf(model, ending) {
  const said = sentence.slice(0, -endings[0].length) + ending;
  const { tokens, blanks } = model.predict(said);
  const { position, words } = /** @type {typeof blanks[number]} */ (
    blanks.find((blank) => blank.kind === kind)
  );
  const steps = new Map(model.trace(said).map(({ id, shape, data }) => [id, { shape, data }]));
  const likely = { token: position, words: words.slice(0, LIKELY) };
  return {
    ...{ ending, tokens, first: position, likely: () => likely },
    layers: Array.from({ length: model.config.layers }, (_, layer) => ({
      layer,
      steps: stepsOf(steps, layer),
    })),
  };
}

/** The steps of one block. @param {ReadonlyMap<string, import("./state.js").Step>} steps @param {number} layer counted from 0 */
function stepsOf(steps, layer) {
  const before = /** @type {import("./state.js").Step} */ (
    steps.get(layer === 0 ? "x" : `layer${layer}.stream`)
  );
  const idOf = (/** @type {string} */ id) => (id === "activated" ? KIND.activation : id);
  return stepsFrom(before, (id) => steps.get(`layer${layer + 1}.${idOf(id)}`), KIND.order);
}
