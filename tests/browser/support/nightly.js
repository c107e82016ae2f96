/** Whether the tests try every case, as each night and for a release: `npm test -- --nightly`. */
export const IS_NIGHTLY = process.env.HEADSCOPE_NIGHTLY === "1";

/**
 * Pairs of rows and columns: all at night; otherwise as few as have each row and each column, in turn.
 * @template R, C @param {readonly R[]} rows @param {readonly C[]} columns @param {boolean} [isNightly] @returns {[R, C][]}
 */
export const pairs = (rows, columns, isNightly = IS_NIGHTLY) =>
  rows.flatMap((row, i) =>
    columns.flatMap((column, j) =>
      isNightly || isTaken(i, j, rows.length, columns.length) ? [/** @type {[R, C]} */ ([row, column])] : [],
    ),
  );

/** Whether a row is taken with a column: each of the more numerous kind once. @param {number} i @param {number} j @param {number} rows @param {number} columns */
const isTaken = (i, j, rows, columns) => (rows >= columns ? i % columns === j : j % rows === i);

/**
 * Cases that repeat each other, such as a page at two widths: all at night; otherwise those at the given places.
 * @template T @param {readonly T[]} cases @param {...number} places @returns {T[]}
 */
export const sample = (cases, ...places) => (IS_NIGHTLY ? [...cases] : places.map((place) => cases[place]));
