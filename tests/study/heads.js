/** Steps between evaluations of a model. */
export const EVERY = 25;

/** @param {readonly number[]} numbers */
export const least = (numbers) => Math.min(...numbers);

/** @typedef {{ layer: number, head: number, weight: number }} Head */

/** The head with the most weight. @param {readonly (readonly number[])[]} weights [layer][head] @returns {Head} */
export const best = (weights) =>
  weights
    .flatMap((row, layer) => row.map((weight, head) => ({ layer, head, weight })))
    .reduce((a, b) => (b.weight > a.weight ? b : a));

/** Number of distinct heads. @param {readonly Head[]} heads */
export const distinct = (heads) => new Set(heads.map(({ layer, head }) => `${layer} ${head}`)).size;

/** Layer and head of the values that satisfy a predicate. @param {readonly (readonly number[])[]} rows @param {(value: number) => boolean} isMeant */
export const where = (rows, isMeant) =>
  rows.flatMap((row, layer) =>
    row.flatMap((value, head) => (isMeant(value) ? [/** @type {const} */ ([layer, head])] : [])),
  );
