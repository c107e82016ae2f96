/** Whether the tests try every case, as each night and for a release: `npm test -- --nightly`. */
export const IS_NIGHTLY = process.env.HEADSCOPE_NIGHTLY === "1";

/**
 * Pairs of rows and columns: all at night; otherwise every second one, like the black squares of a chessboard, so that each row and each column occurs.
 * @template R, C @param {readonly R[]} rows @param {readonly C[]} columns @param {boolean} [isNightly] @returns {[R, C][]}
 */
export const pairs = (rows, columns, isNightly = IS_NIGHTLY) =>
  rows.flatMap((row, i) =>
    columns.flatMap((column, j) =>
      isNightly || (i + j) % 2 === 0 ? [/** @type {[R, C]} */ ([row, column])] : [],
    ),
  );
