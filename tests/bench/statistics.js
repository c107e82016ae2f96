/** @param {readonly number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The mean of the middle half. For times in coarse steps, whose median jumps by a step. @param {readonly number[]} values at least one */
export function middleMean(values) {
  const cut = values.length >> 2;
  const middle = values.toSorted((a, b) => a - b).slice(cut, values.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** @param {readonly number[]} values above 0 */
export const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * Exponent b of y = a x^b: the slope of the least-squares line through the logarithms.
 * @param {readonly (readonly [x: number, y: number])[]} points above 0, of at least two different x
 */
export function exponent(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const [meanX, meanY] = [0, 1].map((i) => logs.reduce((sum, point) => sum + point[i], 0) / logs.length);
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/**
 * Median over rounds of the ratio of two interleaved series. Load that slows one series in a round slows the
 * other too.
 * @param {readonly number[]} numerators
 * @param {readonly number[]} denominators
 */
export const medianRatio = (numerators, denominators) =>
  median(numerators.map((value, i) => value / denominators[i]));

/** The largest absolute difference; Infinity if the lengths differ or a number is NaN. @param {Float32Array} a @param {Float32Array} b */
export function largestDifference(a, b) {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = Math.abs(a[i] - b[i]);
    if (!(difference <= largest)) largest = Number.isNaN(difference) ? Infinity : difference;
  }
  return largest;
}

/**
 * The part of a forward pass's time that is not attention. The model of time: a constant, a term for each
 * query (its projections), a term for each key, and a term for each pair (the attention). Four passes
 * determine the terms.
 * @param {number} T queries and keys
 * @param {number} few
 * @param {{ all: number, fewKeys: number, fewQueries: number, both: number }} times of T queries and T keys, T and few, few and T, few and few
 */
export function besideAttention(T, few, { all, fewKeys, fewQueries, both }) {
  const rest = fewKeys + fewQueries - both; // includes 2 T few - few^2 pairs
  const pair = (all - rest) / (T - few) ** 2;
  return rest - pair * (2 * T * few - few ** 2);
}
