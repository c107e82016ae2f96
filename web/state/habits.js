import { groupSize, headOf } from "./selection.js";

/**
 * What the heads do, said from their numbers.
 *
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("../core/types.js").Step} Step
 */

/** @type {readonly ["previous" | "next" | "first" | "diagonal", string][]} */
const MASSES = [
  ["previous", "previous token"],
  ["next", "next token"],
  ["first", "first token"],
  ["diagonal", "diagonal"],
];
const CLEAR = 0.5; // of the weight: more than on all other keys together
const TWINS = 0.25; // of the weight on the same word elsewhere: less is but a look at itself
const NEAR = 1.5; // tokens
const BROAD = 0.95; // of the entropy of looking at all keys alike

/**
 * A head's habit for the title of its heat map, found from its measurements and never from its number.
 * @param {Picture} picture
 * @param {Step} step  whose axes say which head an index is of
 * @returns {(index: readonly number[]) => string}  empty where they say none
 */
export function habitOf(picture, { axes }) {
  const group = groupSize(picture.steps);
  /** @type {number | undefined} */
  let most;
  return (index) => {
    const head = headOf(axes, index, group);
    return head === null ? "" : habit(picture.measure().heads[head], (most ??= entropyOfAll(picture)));
  };
}

/** @param {import("../core/types.js").HeadMeasures} measures @param {number} most  nats */
export function habit(measures, most) {
  if (measures.diagonal === 0 && measures.distance === 0) return "nothing";
  const { sameWord, elsewhere } = measures;
  const [name, label] = MASSES.reduce((best, each) => (measures[each[0]] > measures[best[0]] ? each : best));
  const apart = name !== "diagonal" && measures[name] >= CLEAR; // of a place, and not of a word
  if (!apart && sameWord >= CLEAR && elsewhere >= TWINS) return `same word ${sameWord.toFixed(2)}`;
  if (measures[name] >= CLEAR) return `${label} ${measures[name].toFixed(2)}`;
  if (most > 0 && measures.entropy >= BROAD * most) return `broad ${measures.entropy.toFixed(2)} nats`;
  return measures.distance <= NEAR ? `near ${measures.distance.toFixed(2)} away` : "no single pattern";
}

/** The mean entropy of looking at all keys that may be seen alike, in nats: what is broad is measured against. @param {Picture} picture */
export function entropyOfAll({ settings: { tokens, keyTokens, causal } }) {
  const keys = keyTokens.length || tokens.length;
  const seen = tokens.map((_, i) => (causal ? Math.max(1, i + 1 + keys - tokens.length) : keys));
  return seen.reduce((sum, count) => sum + Math.log(count), 0) / seen.length;
}
