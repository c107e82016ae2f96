/**
 * The block around a layer of attention, as plain numbers: of a checkpoint's layer, or of a small model that learns the task of Train in two
 * such blocks (state-trained.js).
 *
 * @typedef {"before" | "normed" | "attention" | "attentionNormed" | "middle" | "middleNormed" | "mlpNormed" | "up" | "activated" | "gated"
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

/** The number of features of a station. @param {BlockSteps} steps @param {Station} station */
export const widthOf = (steps, station) => Number(/** @type {Step} */ (steps[station]).shape.at(-1));

/** The feature to which attention adds most, or from which it takes most. @param {BlockSteps} steps @param {number} token */
export function mostAdded(steps, token) {
  const row = rowOf(steps, addedBy(steps, "attention"), token);
  return row.reduce((most, value, i) => (Math.abs(value) > Math.abs(row[most]) ? i : most), 0);
}
