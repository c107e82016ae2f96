/** @import { Study } from "./study.js" */

/**
 * A name that a measure gives to a head.
 * @typedef {object} HeadName
 * @property {string | null} name of the measure; null if none fits
 * @property {"clear" | "partly" | null} strength
 * @property {number} mean weight on what the measure names; NaN without a name
 * @property {number} half of its 95 % interval
 * @property {number} count of sentences that have such keys
 */

/** Measures that name heads by a place relative to the query, which every query has. */
const PLACES = ["previous", "same", "next", "twoBefore"];
/** Measures that name heads by what keys are, where a sentence has such keys. */
const KEYS = [
  ...["sameWord", "samePiece", "induction", "inductionPair", "separators", "colons", "functionWords"],
  ...["sentenceStart", "lastNoun", "mask"],
];
const REST = ["first"];

const CLEAR = 0.5; // of the weight that even attention leaves
const PARTLY = 0.25;

/** A head gets a name only if the measure is defined in this many sentences, or in all of a smaller study. */
const FEWEST = 10;

/**
 * The names of all heads. A measure names a head if its mean is above that of even attention by a half of what that leaves ("clear") or a quarter
 * ("partly"), and its 95 % interval wholly above. A clear place wins over kinds of keys, since every query has it; then kinds of keys, then the first token, where
 * heads rest, and a place in part.
 * @param {Pick<Study, "count" | "layers" | "heads" | "measures" | "sums">} study @returns {HeadName[]} (layers, heads)
 */
export function namesOf(study) {
  const sums = study.sums();
  const { measures } = study;
  /** @param {number} head @param {readonly string[]} names @param {number} least */
  const best = (head, names, least) => {
    const found = names.flatMap((name) => {
      const at = measures.indexOf(name);
      const i = head * measures.length + at;
      if (at < 0 || !(sums.count[i] >= Math.min(FEWEST, study.count))) return [];
      const [mean, half, even] = [sums.mean[i], sums.half[i], sums.even.mean[at]];
      const excess = (mean - even) / (1 - even);
      const isAbove = study.count === 1 || mean - half > even;
      return isAbove && excess >= least ? [{ name, excess, mean, half, count: sums.count[i] }] : [];
    });
    return found.sort((a, b) => b.excess - a.excess)[0];
  };
  return Array.from({ length: study.layers * study.heads }, (_, head) => {
    const found =
      best(head, PLACES, CLEAR) ??
      best(head, KEYS, PARTLY) ??
      best(head, REST, CLEAR) ??
      best(head, PLACES, PARTLY);
    if (!found) return { name: null, strength: null, mean: NaN, half: NaN, count: 0 };
    const { excess, ...named } = found;
    return { ...named, strength: excess >= CLEAR ? "clear" : "partly" };
  });
}
