import { quoteValue } from "../../kit/text/quoted.js";
import { refused } from "../words-refusals.js";
import { TRAIN_SETTINGS } from "../../kit/state/training-settings.js";
import { headKey } from "./removal.js";
import { TASKS } from "../../kit/state/training-tasks.js";

/**
 * The public values of an element that trains, with attribute, link and property.
 *
 * @typedef {import("./training.js").Training} Training
 * @typedef {import("./state.js").State} State
 *
 * @typedef {object} Row
 * @property {string} name
 * @property {string} attribute
 * @property {(state: State) => any} read      null for the default
 * @property {(training: Training, value: any) => void} write
 * @property {(text: string) => unknown} written
 * @property {(value: any) => string} asText
 */

const list = {
  written: (/** @type {string} */ text) => text.split(/[\s,]+/).filter(Boolean),
  asText: (/** @type {readonly string[]} */ all) => all.join(","),
};

const number = (/** @type {string} */ text) =>
  text.trim() && !Number.isNaN(Number(text)) ? Number(text) : text;

/** A list of texts from any value; a value that is no list becomes one item, about which there is a message. @param {any} value @returns {string[]} */
const listIn = (value) =>
  typeof value === "object" && value?.[Symbol.iterator] ? Array.from(value, textIn) : [textIn(value)];

/** @param {unknown} value */
const textIn = (value) => (typeof value === "string" ? value : quoteValue(value));

/** Name of an edge in links and attributes, such as 1:it:noun. @param {import("../../core/types.js").Cut} cut */
const cutNamed = ({ layer, from, to }) => [layer, from, to].join(":");

/** @param {string} name */
function namedCut(name) {
  const [layer, from, to] = name.split(":");
  return {
    layer: /^\d+$/.test(layer) ? Number(layer) : NaN,
    from,
    to: /^\d+$/.test(to) ? Number(to) : /** @type {"noun"} */ (to),
  };
}

/** @type {readonly Row[]} */
export const TRAIN_ROWS = [
  ...TRAIN_SETTINGS.map(({ name, kind, default: otherwise }) => ({
    ...{ name, attribute: name },
    read: (/** @type {State} */ { settings }) => (settings[name] === otherwise ? null : settings[name]),
    write: (/** @type {Training} */ training, /** @type {unknown} */ value) =>
      training.configure({ [name]: value }),
    written: kind === "choice" ? (/** @type {string} */ text) => text : number,
    asText: String,
  })),
  {
    name: "tokens",
    attribute: "tokens",
    read: ({ sentence, settings }) => (sentence === TASKS[settings.task].sentence ? null : sentence || null),
    write: (training, sentence) => training.say(sentence === null ? "" : listIn(sentence)),
    written: (text) => text,
    asText: (sentence) => (typeof sentence === "string" ? sentence : sentence.join(" ")),
  },
  {
    name: "moment",
    attribute: "step",
    read: ({ at }) => at || null,
    write: (training, step) => training.show(step ?? 0),
    written: number,
    asText: String,
  },
  {
    name: "off",
    attribute: "off",
    read: ({ away: { off } }) => (off.length ? off : null),
    write: (training, off) => training.take({ ...training.state.away, off: off === null ? [] : listIn(off) }),
    ...list,
  },
  {
    name: "cut",
    attribute: "cut",
    read: ({ away: { cuts } }) => (cuts.length ? cuts.map(cutNamed) : null),
    write: (training, cuts) =>
      training.take({ ...training.state.away, cuts: cuts === null ? [] : listIn(cuts).map(namedCut) }),
    ...list,
  },
];

/**
 * Message about a removal that names a head or an edge that the model lacks; null for a valid removal.
 * @param {import("./removal.js").Away} away @param {{ layers: number, numHeads: number }} sizes @param {readonly string[]} kinds
 */
export function whyInvalidRemoval({ off, cuts }, { layers, numHeads }, kinds) {
  const isHead = (/** @type {string} */ name) => {
    const [layer, head] = name.split(".").map(Number);
    return layer >= 0 && layer < layers && head >= 0 && head < numHeads && name === headKey(layer, head);
  };
  const noHead = off.find((name) => !isHead(name));
  if (noHead !== undefined)
    return refused("no_head_named", {
      ...{ value: quoteValue(noHead), first: headKey(0, 0) },
      last: headKey(layers - 1, numHeads - 1),
    });
  const noCut = cuts.find(
    ({ layer, from, to }) =>
      !(Number.isInteger(layer) && layer >= 0 && layer < layers) ||
      !kinds.includes(from) ||
      !(to === "noun" || to === "tells" || typeof to === "number"),
  );
  return noCut
    ? refused("no_edge", {
        value: quoteValue(cutNamed(noCut)),
        example: `${layers - 1}:${kinds[kinds.length - 1]}:noun`,
      })
    : null;
}
