import { headsOf, placeIn } from "./study-types.js";

/** @import { Result } from "./study-store.js" */
/** @import { Head } from "./study-types.js" */

/** An axis shows the mean of a measure over sentences, or its deviation: how far the measure varies between sentences. */
const DEVIATION = ".deviation";

/** The measure of how far the loss of a sentence rises without a head. Other measures have no values below 0. */
export const LOSS = "lossWithout";

/** The axis of a measure's deviation. @param {string} measure */
export const deviationOf = (measure) => `${measure}${DEVIATION}`;

/** The measure of an axis. @param {string} axis */
export const measureOf = (axis) => axis.replace(DEVIATION, "");

/** Whether an axis shows a deviation. @param {string} axis */
export const isDeviation = (axis) => axis.endsWith(DEVIATION);

/** What attention that is spread evenly has on an axis; NaN for a deviation. @param {Pick<Result, "study" | "sums">} result @param {string} axis */
export const evenOf = ({ study, sums }, axis) =>
  isDeviation(axis) ? NaN : (sums.even.mean[study.measures.indexOf(axis)] ?? NaN);

/**
 * What an axis shows of a head.
 * @param {Pick<Result, "study" | "sums">} result @param {Head} head @param {string} axis
 * @returns {{ value: number, half: number, count: number }} half: NaN without an interval
 */
export function axisValue({ study, sums }, head, axis) {
  if (!study.measures.includes(measureOf(axis))) return { value: NaN, half: NaN, count: 0 };
  const at = placeIn(study, head, measureOf(axis));
  const count = sums.count[at];
  if (isDeviation(axis)) return { value: count > 1 ? sums.deviation[at] : NaN, half: NaN, count };
  return { value: sums.mean[at], half: sums.half[at], count };
}

/**
 * Heads that have both axes, as points.
 * @param {Result} result @param {string} x @param {string} y @param {(named: Result["names"][number]) => string | null} nameOf
 */
export const pointsOf = (result, x, y, nameOf) =>
  headsOf(result.study).flatMap((head, i) => {
    const [across, up] = [axisValue(result, head, x), axisValue(result, head, y)];
    if (!Number.isFinite(across.value) || !Number.isFinite(up.value)) return [];
    const name = nameOf(result.names[i]);
    return { head, x: across.value, y: up.value, halfX: across.half, halfY: up.half, name };
  });

/** Measures that at least one head has. @param {Pick<Result, "study" | "sums">} result */
export const measuresIn = ({ study, sums }) =>
  study.measures.filter((measure) =>
    headsOf(study).some((head) => sums.count[placeIn(study, head, measure)] > 0),
  );

/** The measures of a link such as previous,induction; null for others. @param {string | null} text @returns {{ x: string, y: string } | null} */
export function axesOfLink(text) {
  const [x, y, ...more] = (text ?? "").split(",");
  const isName = (/** @type {string | undefined} */ name) => /^[a-z]+(\.deviation)?$/i.test(name ?? "");
  return isName(x) && isName(y) && !more.length ? { x, y } : null;
}
