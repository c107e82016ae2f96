import { asNorm, vector } from "./transformer.js";

/** @import { Core } from "./core.js" */
/** @import { Matrix, NormOptions } from "./transformer.js" */
/** @import { TensorOutput } from "./types.js" */

// What parts of a transformer add to numbers at its end, for web/models: see src/transformer/contributions.hpp. Arguments are not checked.

/**
 * Numbers that are linear in a vector x (d): number i is rows[i] · x + added[i].
 * @typedef {object} Readings
 * @property {TensorOutput} rows (n, d)
 * @property {number[]} added
 */

/** Numbers as they are read before a norm of x, whose scale is held. @param {Core} core @param {TensorOutput} rows @param {NormOptions} norm @param {TensorOutput} x (1, 1, d) @returns {Readings} */
export const readBeforeNorm = ({ boundary }, rows, norm, x) =>
  boundary.call("readBeforeNorm", rows, asNorm(boundary, norm), x);

/** … before x W + b. @param {Core} core @param {TensorOutput} rows @param {Matrix} matrix @param {Float32Array} [bias] @returns {Readings} */
export const readBeforeProduct = ({ boundary }, rows, matrix, bias) =>
  boundary.call("readBeforeProduct", rows, matrix.native, bias && vector(bias));

/**
 * … before transform(), whose norm's scale and whose activation's ratio of output to input are held.
 * @param {Core} core @param {TensorOutput} rows @param {TensorOutput} x (1, 1, d) @param {Matrix} dense
 * @param {NormOptions & { activation: string, bias: Float32Array }} options @returns {Readings}
 */
export const readBeforeTransform = ({ boundary }, rows, x, dense, { activation, bias, ...norm }) =>
  boundary.call("readBeforeTransform", rows, x, dense.native, {
    ...asNorm(boundary, norm),
    activation: boundary.names.activation.indexOf(activation),
    bias: vector(bias),
  });

/** The sum of a matrix's columns. @param {Core} core @param {Matrix} matrix (d, n) @returns {TensorOutput} (d) */
export const sumColumns = ({ boundary }, matrix) => boundary.call("sumColumns", matrix.native);

/** What each part of a query and each part of a key add to their score together. @param {Core} core @param {TensorOutput} queries (n, d_k) @param {TensorOutput} keys (m, d_k) @param {number} scale of the scores @returns {TensorOutput} (n, m) */
export const scorePairs = ({ boundary }, queries, keys, scale) =>
  boundary.call("scorePairs", queries, keys, scale);
