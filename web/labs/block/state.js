import { COUNTED } from "../../kit/state/head-roles.js";
import { trainInSlices } from "../../kit/state/train-in-slices.js";
import { TASKS, specialists } from "../../kit/state/training-tasks.js";

/**
 * The block around a layer of attention, as plain numbers: of a checkpoint's layer, or of a small model that learns the task of Train in two
 * such blocks.
 *
 * @typedef {"before" | "normed" | "attention" | "attentionNormed" | "middle" | "middleNormed" | "mlpNormed" | "router" | "up" | "activated" | "gated"
 *   | "down" | "downNormed" | "after" | "afterNormed"} Station
 * @typedef {"stream" | "attention" | "mlp"} Track  the residual stream, or the branch that adds to it
 * @typedef {{ shape: readonly number[], data: Float32Array }} Step  (1, T, width)
 * @typedef {Readonly<Partial<Record<Station, Step>> & Record<"before" | "attention" | "down" | "after", Step>>} BlockSteps
 *
 * @typedef {object} Likely  the likeliest words or pieces, as the model says after its last layer
 * @property {number} token  whose row they are computed from
 * @property {readonly { word: string, probability: number }[]} words
 *
 * @typedef {object} Sentence
 * @property {string} ending             the last word
 * @property {readonly string[]} tokens
 * @property {number | null} first       position of the word that is shown first; null for the page's
 * @property {(token: number) => Likely | null} likely  null if the model predicts nothing
 * @property {readonly { layer: number, steps: BlockSteps }[]} layers
 *
 * @typedef {object} Block
 * @property {import("../../kit/state/own.js").OwnBlock["order"]} order  of norms
 * @property {"layer" | "rms"} norm
 * @property {string} activation
 * @property {number} lastLayer          of the model
 * @property {readonly Sentence[]} sentences
 * @property {Trained} [trained]         for a model that the lab trained
 *
 * @typedef {object} Trained
 * @property {number} steps              of training
 * @property {number} blanks             that the model was tested on
 * @property {number} accuracy           share of correct ones
 * @property {import("../../kit/state/training-tasks.js").Found | null} finder  the head that looks at the right noun, if one does
 */

/** All stations, in order, each with its track and the id of its step in a checkpoint's block. @type {readonly (readonly [Station, Track, string | null])[]} */
const STATIONS = [
  ["before", "stream", null],
  ["normed", "attention", "normed"],
  ["attention", "attention", "output"],
  ["attentionNormed", "attention", "attention_normed"],
  ["middle", "stream", "middle"],
  ["middleNormed", "stream", "middle_normed"],
  ["mlpNormed", "mlp", "mlp_normed"],
  ["router", "mlp", "router"],
  ["up", "mlp", "up"],
  ["activated", "mlp", "activated"],
  ["gated", "mlp", "gated"],
  ["down", "mlp", "down"],
  ["downNormed", "mlp", "down_normed"],
  ["after", "stream", "stream"],
  ["afterNormed", "stream", "stream_normed"],
];

/** The stations that a block has, in order. @param {BlockSteps} steps @returns {{ name: Station, track: Track }[]} */
export const stationsOf = (steps) =>
  STATIONS.flatMap(([name, track]) => (steps[name] ? [{ name, track }] : []));

/** Where the branches leave the stream, and where they return. Without a sum in between, both read the same row. @param {BlockSteps} steps @returns {Record<"attention" | "mlp", { from: Station, to: Station }>} */
export const branchesOf = ({ middle, middleNormed }) => ({
  attention: { from: "before", to: middle ? "middle" : "after" },
  mlp: { from: middleNormed ? "middleNormed" : middle ? "middle" : "before", to: "after" },
});

/** The last step of a branch, which is added to the stream. @param {BlockSteps} steps @param {"attention" | "mlp"} track @returns {Station} */
export const addedBy = ({ attentionNormed, downNormed }, track) =>
  track === "attention"
    ? attentionNormed
      ? "attentionNormed"
      : "attention"
    : downNormed
      ? "downNormed"
      : "down";

/** The steps of a block by station. @param {Step} before @param {(id: string) => Step | undefined} stepAt @param {string} order */
export function stepsFrom(before, stepAt, order) {
  const named = STATIONS.map(([name, , id]) => [name, id === null ? before : stepAt(id)]);
  const steps = Object.fromEntries(named.filter(([, step]) => step));
  if (order === "parallel") delete steps.middle; // no part of the block reads this sum
  return /** @type {BlockSteps} */ (steps);
}

/**
 * The block of a checkpoint's layer.
 * @param {import("../../kit/state/own.js").OwnBlock} read
 * @param {{ layer: number, layers?: number, tokens: readonly string[] }} shown
 * @returns {Block}
 */
export function checkpointBlock(read, { layer, layers = layer + 1, tokens }) {
  const { order, norm, activation, input, steps, likely } = read;
  const shown = { layer, steps: stepsFrom(input, (id) => steps[id], order) };
  const sentence = { ending: "", tokens, first: null, likely, layers: [shown] };
  return { order, norm, activation, lastLayer: layers - 1, sentences: [sentence] };
}

/** A word's row of a station. @param {BlockSteps} steps @param {Station} station @param {number} token */
export function rowOf(steps, station, token) {
  const { shape, data } = /** @type {Step} */ (steps[station]);
  const width = Number(shape.at(-1));
  return data.subarray(token * width, (token + 1) * width);
}

/** The experts that a word's row is given to, and their weights, the largest first. @param {BlockSteps} steps @param {number} token @returns {{ expert: number, weight: number }[]} */
export const expertsOf = (steps, token) =>
  Array.from(rowOf(steps, "router", token), (weight, expert) => ({ expert, weight }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);

/** The number of features of a station. @param {BlockSteps} steps @param {Station} station */
export const widthOf = (steps, station) => Number(/** @type {Step} */ (steps[station]).shape.at(-1));

/** The feature to which attention adds most, or from which it takes most. @param {BlockSteps} steps @param {number} token */
export function mostAdded(steps, token) {
  const row = rowOf(steps, addedBy(steps, "attention"), token);
  return row.reduce((most, value, i) => (Math.abs(value) > Math.abs(row[most]) ? i : most), 0);
}

/**
 * The blocks of a small model that learns the task of Train. All numbers are copied from the model.
 *
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/model.js").Model} Model
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

/** The steps of one block. @param {ReadonlyMap<string, Step>} steps @param {number} layer counted from 0 */
function stepsOf(steps, layer) {
  const before = /** @type {Step} */ (steps.get(layer === 0 ? "x" : `layer${layer}.stream`));
  const idOf = (/** @type {string} */ id) => (id === "activated" ? KIND.activation : id);
  return stepsFrom(before, (id) => steps.get(`layer${layer + 1}.${idOf(id)}`), KIND.order);
}
