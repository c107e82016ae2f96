import { WIDTH, lattice, tint } from "./ink.mjs";

/** Functions of several motifs: they read the matrices of a head, and draw its map. */

/**
 * @typedef {import("../../../web/kit/state/picture.js").Picture} Picture
 * @typedef {object} Subject what a motif is computed from
 * @property {import("../../../web/core/index.js").Core} core
 * @property {Picture} picture  of the chapter's figure
 * @property {number} head      selected in the figure
 * @property {number} token
 * @property {number} key
 * @property {import("../drawings/words.mjs").DrawingWords} said  the words inside the picture
 * @property {() => Promise<readonly number[]>} losses  of each step in which the trained model learned
 */

/** A matrix of one head, as rows. @param {Picture} picture @param {string} id @param {number} head */
export function matrixOfHead(picture, id, head) {
  const [, , rows, columns] = picture.step(id)?.shape ?? [];
  const data = picture.values(id).slice(head * rows * columns, (head + 1) * rows * columns);
  return {
    data,
    rows,
    columns,
    row: (/** @type {number} */ at) => data.slice(at * columns, (at + 1) * columns),
  };
}

/** The largest size of some numbers. @param {Float32Array} values */
export const largestSize = (values) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The place of the largest number. @param {readonly number[]} values */
export const placeOfLargest = (values) => values.indexOf(Math.max(...values));

export const SQUARE = 120; // px, of a whole map
export const TOP = 10;

/** A map, its cells as large as fit. @param {Picture} picture @param {number} head @param {number} [left] */
export function headMap(picture, head, left = (WIDTH - SQUARE) / 2) {
  const { data, columns } = matrixOfHead(picture, "weights", head);
  const size = SQUARE / columns;
  return {
    size,
    left,
    marks: lattice(data, columns, { x: left, y: TOP, size, fill: (weight) => tint(weight) }),
  };
}
