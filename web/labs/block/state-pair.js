import { learnToTranslate } from "../../kit/state/translation-layer.js";

/**
 * The encoder and the decoder of the model that translates, as plain numbers: every row of a sentence and of its translation.
 *
 * @typedef {import("./state.js").Step} Step
 * @typedef {"before" | "normed" | "attention" | "cross" | "middle" | "up" | "activated" | "down" | "after" | "last"} PairStation
 * @typedef {"stream" | "norm" | "mlp"} Quantity  what a station's numbers are; each has one scale
 * @typedef {{ name: PairStation, quantity: Quantity, step: Step }} Stop
 *
 * @typedef {object} Side
 * @property {readonly string[]} words                of its rows: the English words, or the French words that the rows write
 * @property {readonly Stop[]} streams                the residual stream, before and after each sum
 * @property {readonly (readonly Stop[])[]} branches  between two of these; the last stop is added to the stream
 * @property {Stop} last                              the norm after the last sum
 *
 * @typedef {object} Pair
 * @property {Side} source  the encoder
 * @property {Side} target  the decoder
 * @property {number} steps of training
 * @property {(row: number) => { word: string, probability: number }[]} likely  the likeliest French words, as a row of the decoder says
 */

const LIKELY = 5;

/**
 * @param {readonly string[]} sentence English words
 * @param {(step: number, steps: number) => boolean} goesOn  receives the progress, if the model has to be trained; returns whether to go on
 * @returns {Promise<Pair | null>} null if training was stopped
 */
export async function learnPair(sentence, goesOn) {
  let isAsked = true;
  const { model } = await learnToTranslate((step, steps) => (isAsked = goesOn(step, steps)));
  try {
    return isAsked ? pairOf(model, sentence) : null;
  } finally {
    model.dispose();
  }
}

/** @param {import("../../core/translator.js").Translator} model @param {readonly string[]} sentence @returns {Pair} */
export function pairOf(model, sentence) {
  const steps = new Map(model.trace(sentence).map(({ id, shape, data }) => [id, { shape, data }]));
  const at = (/** @type {string} */ id) => /** @type {Step} */ (steps.get(id));
  const { source, target } = model.translate(sentence);
  const logits = at("logits");
  return {
    source: sideOf(source, "encoder", ["encoder1"], at),
    target: sideOf(target, "decoder", ["decoder1", "cross1"], at),
    steps: model.step,
    likely: (row) => likeliest(logits, row, model.targetWords),
  };
}

/**
 * One block: its attentions, then its MLP.
 * @param {readonly string[]} words @param {string} name @param {readonly string[]} attentions scopes of their steps; the MLP is in the first
 * @param {(id: string) => Step} at @returns {Side}
 */
function sideOf(words, name, attentions, at) {
  const stop = (
    /** @type {PairStation} */ station,
    /** @type {Quantity} */ quantity,
    /** @type {string} */ id,
  ) => ({
    ...{ name: station, quantity, step: at(id) },
  });
  const [block] = attentions;
  return {
    words,
    streams: [
      stop("before", "stream", `${name}.x`),
      ...attentions.map((scope) => stop("middle", "stream", `${scope}.middle`)),
      stop("after", "stream", `${block}.stream`),
    ],
    branches: [
      ...attentions.map((scope, i) => [
        stop("normed", "norm", `${scope}.normed`),
        stop(i ? "cross" : "attention", "stream", `${scope}.output`),
      ]),
      [
        stop("normed", "norm", `${block}.mlp_normed`),
        stop("up", "mlp", `${block}.up`),
        stop("activated", "mlp", `${block}.relu`),
        stop("down", "stream", `${block}.down`),
      ],
    ],
    last: stop("last", "norm", `${name}.normed`),
  };
}

/** All stations of a side, in order. @param {Side} side */
export const stopsOf = ({ streams, branches, last }) => [
  ...branches.flatMap((branch, i) => [streams[i], ...branch]),
  streams[streams.length - 1],
  last,
];

/** @param {Stop} stop */
export const widthOfStop = ({ step }) => Number(step.shape.at(-1));

/** A word's row of a station. @param {Stop} stop @param {number} token */
export function rowOfStop(stop, token) {
  const width = widthOfStop(stop);
  return stop.step.data.subarray(token * width, (token + 1) * width);
}

/** @param {Step} logits @param {number} row @param {readonly string[]} words */
function likeliest({ data }, row, words) {
  const all = data.subarray(row * words.length, (row + 1) * words.length);
  const most = Math.max(...all);
  const powers = Array.from(all, (logit) => Math.exp(logit - most));
  const sum = powers.reduce((a, b) => a + b);
  return words
    .map((word, i) => ({ word, probability: powers[i] / sum }))
    .sort((a, b) => b.probability - a.probability)
    .slice(0, LIKELY);
}
