/** In place of trained.js and learned.js, and of the words for it, where elements cannot train. */

/** @type {readonly never[]} */
export const TRAINED = [];

/** @type {readonly never[]} */
export const TRAINED_ROWS = [];

export class Learned {
  of() {}
  end() {}
}

export const TRAINED_WEIGHTS = undefined;
export const TRAINED_ATTENTION = undefined;
