import { headsOf, placeIn } from "./study-types.js";

/** @import { Head, Study, Sums } from "./study-types.js" */

/**
 * How far two studies differ in a measure of one head.
 * @typedef {Head & { measure: string, first: number, second: number, halves: readonly [number, number], by: number, times: number }} Difference
 *   by: second minus first; times: its size in half widths of its 95 % interval
 */

/** Whether two studies have heads of the same numbers. @param {Study} first @param {Study} second */
export const haveCommonHeads = (first, second) => commonHeads(first, second).length > 0;

/** Heads that both studies have. @param {Study} first @param {Study} second */
const commonHeads = (first, second) =>
  headsOf({ layers: Math.min(first.layers, second.layers), heads: Math.min(first.heads, second.heads) });

/**
 * The differences whose interval does not reach 0, clearest first. The interval of a difference of two independent means has the root of the
 * sum of both squares as its half width.
 * @param {{ study: Study, sums: Sums }} first @param {{ study: Study, sums: Sums }} second @param {readonly string[]} [measures] those of both by default
 * @returns {Difference[]}
 */
export function differences(first, second, measures = first.study.measures) {
  const common = measures.filter((each) => second.study.measures.includes(each));
  return commonHeads(first.study, second.study)
    .flatMap((head) => common.map((measure) => differenceOf(first, second, head, measure)))
    .filter(({ times }) => times > 1)
    .sort((a, b) => b.times - a.times);
}

/** @param {{ study: Study, sums: Sums }} first @param {{ study: Study, sums: Sums }} second @param {Head} head @param {string} measure @returns {Difference} */
function differenceOf(first, second, head, measure) {
  const places = [first, second].map(({ study }) => placeIn(study, head, measure));
  const [a, b] = [first.sums.mean[places[0]], second.sums.mean[places[1]]];
  const halves = /** @type {const} */ ([first.sums.half[places[0]], second.sums.half[places[1]]]);
  const times = Math.abs(b - a) / Math.hypot(...halves);
  return { ...head, measure, first: a, second: b, halves, by: b - a, times };
}

/** Of each head the clearest difference, clearest first. @param {readonly Difference[]} all  clearest first */
export function clearestByHead(all) {
  const seen = new Set();
  return all.filter(({ layer, head }) => {
    const name = `${layer}.${head}`;
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
}
