import { formatNumber } from "../kit/draw/legend.js";
import { MEASURES } from "./words.js";
import { say } from "../kit/text/words.js";
import { count } from "../kit/elements/shape.js";

/** @import { Cell } from "./draw-bars.js" */
/** @import { Measure } from "./state-measures.js" */

/** Uses four digits for ratios near 1, so that the difference shows. @param {number} ratio */
export const ratioSaid = (ratio) => formatNumber(ratio, Math.abs(ratio - 1) < 0.1 ? 4 : 3);

/** 43.8 GFLOP, in the speaker's language. @param {import("../kit/text/words.js").Localized} speaker @returns {(value: number, name: Measure["name"]) => string} */
export const amountBy = (speaker) => (value, name) => {
  const prefixes = ["", "k", "M", "G", "T", "P", "E"];
  const power = Math.min(prefixes.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  return `${formatNumber(value / 1000 ** power)} ${prefixes[power]}${say(MEASURES, speaker).measures[name].unit}`.trim();
};

/**
 * Says a part of a bar and its share of the bar.
 * @param {readonly Measure[]} measures
 * @param {Cell} at
 * @param {string} who owner of the bar
 * @param {import("../kit/text/words.js").Localized} speaker
 */
export function partSaid(measures, { measure, bar, part }, who, speaker) {
  const words = say(MEASURES, speaker);
  const { name, layer, beside } = measures[measure];
  const parts = bar ? beside : layer;
  const value = `${count(parts[part], speaker)} ${words.measures[name].unit}`.trim();
  const share = `${formatNumber((100 * parts[part]) / parts.total)} %`;
  return words.cell(`${words.measures[name].name}, ${who}`, words.parts[part], value, share);
}
