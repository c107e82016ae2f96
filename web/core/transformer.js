import { Handle } from "./handle.js";
import { readConfig } from "./layer-config.js";

/** @import { Boundary } from "./boundary.js" */
/** @import { Core } from "./core.js" */
/** @import { LayerOptions, TensorOutput } from "./types.js" */

// Transformer blocks of checkpoints, for web/models. Arguments come from this project, not from a caller, so
// they are not checked.

/**
 * A matrix (rows, columns) within a tensor of a file, as the core reads it: see StoredMatrix of src/transformer.
 * @typedef {object} StoredMatrix
 * @property {Uint8Array} bytes of the whole tensor
 * @property {string} type "F32", "F16" or "BF16"
 * @property {number} rows
 * @property {number} columns
 * @property {number} allColumns of the tensor
 * @property {boolean} isInOut stored (rows, allColumns), not (allColumns, rows)
 * @property {number} first column
 * @property {number} group so many columns of each period belong to the matrix
 * @property {number} period
 * @property {number} factor of each number
 *
 * @typedef {object} NormOptions a norm; there is none without a gain
 * @property {"layer" | "rms"} norm
 * @property {number} eps
 * @property {Float32Array} [gain]
 * @property {Float32Array} [shift]
 *
 * @typedef {{ key: TensorOutput, value: TensorOutput }} KeyValues (1, H_kv, T, d)
 *
 * @typedef {object} BlockOptions
 * @property {LayerOptions} attention
 * @property {number} dFeedForward 0 ends the block before its feed-forward network
 * @property {"pre" | "post" | "sandwich" | "parallel" | "after"} order
 * @property {"layer" | "rms"} norm
 * @property {string} activation
 * @property {number} eps
 * @property {boolean} attentionNorm whether a norm stands before attention
 * @property {boolean} network false ends the block with the sum of its input and attention
 * @property {boolean} gated
 * @property {boolean} causal
 * @property {number} maxDistance most tokens of learned positions by distance; 0 for none
 * @property {boolean} keysMeetDistances whether keys meet these, too
 *
 * @typedef {object} HeadPatch numbers of another pass, to put into a pass
 * @property {"output" | "pattern" | "values"} of  the head's output before W_O (T, d_v), its weights (T, T_k), or its values (T, d_v)
 * @property {number} head  a key/value head for values
 * @property {number} token  the only one whose numbers are replaced, or -1 for all
 * @property {TensorOutput} numbers
 */

/**
 * @typedef {{ output: TensorOutput, attention: TensorOutput, read?: TensorOutput, byDistance?: TensorOutput, network?: TensorOutput,
 *   present?: KeyValues, values?: TensorOutput, concat?: TensorOutput, made?: TensorOutput,
 *   attended?: TensorOutput, steps?: Record<string, TensorOutput> }} BlockResults  see BlockPass.results()
 */

/** @param {Float32Array} data */
export const vector = (data) => ({ data, shape: [data.length] });

/** @param {Boundary} boundary @param {StoredMatrix} matrix */
const asStored = ({ names }, matrix) => ({ ...matrix, type: names.storedType.indexOf(matrix.type) });

/** @param {Boundary} boundary @param {NormOptions} norm */
export const asNorm = ({ names }, { norm, eps, gain, shift }) => ({
  norm: names.norm.indexOf(norm),
  eps,
  gain: gain && vector(gain),
  shift: shift && vector(shift),
});

/**
 * A block of a transformer. Its parameters are set one by one, by the names of the layer's weights and of the core's blockParameter.
 * @extends {Handle<any>}
 */
export class Block extends Handle {
  /** @param {Core} core @param {BlockOptions} options */
  constructor({ boundary }, { attention, order, norm, activation, ...others }) {
    const { names } = boundary;
    const bound = boundary.call("createBlock", {
      ...others,
      attention: readConfig(boundary, attention),
      order: names.order.indexOf(order),
      norm: names.norm.indexOf(norm),
      activation: names.activation.indexOf(activation),
    });
    super(boundary, bound, "block");
  }

  /** Shares the memory of a packed matrix. @param {string} name @param {Matrix} matrix */
  setMatrix(name, matrix) {
    this.boundary.ask(this.native, "setMatrix", ...this.#place(name), matrix.native);
  }

  /** @param {string} name @param {Float32Array} values */
  setVector(name, values) {
    this.boundary.ask(this.native, "setValues", ...this.#place(name), vector(values));
  }

  /**
   * Begins a pass.
   * @param {TensorOutput} x (1, T, dModel)
   * @param {{ headScale?: Float32Array, past?: KeyValues, keyPadding?: TensorOutput, added?: TensorOutput, memory?: TensorOutput,
   *   patches?: readonly HeadPatch[], caches?: boolean, traces?: boolean, parts?: boolean, read?: boolean, attended?: boolean }} [options]
   *   headScale: (H); past: of earlier tokens; keyPadding: (1, T_k), 1 for keys that no query sees; added: to the scores, (1, H, T, T_k);
   *   memory: (1, T_memory, dModel) that keys and values are projected from, in place of x; caches: the keys and values of all tokens are
   *   returned; traces: the steps are; parts: the outputs of the heads and of the network are; read: the input of attention is; attended: the
   *   output of attention is, in place of all that follows
   */
  begin(x, { headScale, past, keyPadding, added, memory, patches = [], ...keeps } = {}) {
    const { caches = false, traces = false, parts = false, read = false, attended = false } = keeps;
    const { patched } = this.boundary.names;
    const given = patches.map(({ of, ...patch }) => ({ ...patch, of: patched.indexOf(of) }));
    const inputs = [x, headScale && vector(headScale), past, keyPadding, added, memory, given];
    const kept = [caches, traces, parts, read, attended];
    const pass = this.boundary.ask(this.native, "begin", ...inputs, kept);
    return new BlockPass(this.boundary, pass, "pass");
  }

  /**
   * What the block's parts add to numbers that are linear in its output: rows (n, dModel). Biases of W_O and of norms are in `added`.
   * @param {{ x: TensorOutput, concat: TensorOutput, made: TensorOutput }} row of one token, each (1, 1, width) @param {TensorOutput} rows
   * @returns {{ heads: TensorOutput, network: number[], rows: TensorOutput, added: number[] }} heads (n, H); rows: of the input
   */
  shares(row, rows) {
    return this.boundary.ask(this.native, "shares", row, rows);
  }

  /** The factors of a head's circuits, which read the stream behind the norm before attention. @param {number} head @returns {import("./circuits.js").Factors} */
  circuit(head) {
    return this.boundary.ask(this.native, "circuit", head);
  }

  /** What a head looks for in the stream by W_Q W_Kᵀ. @param {number} head @param {TensorOutput} x (1, n, dModel) @param {number} distance tokens from the key to the query, which rotary positions turn by @returns {TensorOutput} (1, n, dModel) */
  lookedFor(head, x, distance) {
    return this.boundary.ask(this.native, "lookedFor", head, x, distance);
  }

  /**
   * A score of a head, with its scale held: the product of a query and a key, what positions by distance add, and the features of both as they are read
   * from the stream.
   * @param {{ x: TensorOutput, head: number, query: number, key: number }} of x: the block's input, (1, T, dModel)
   * @returns {{ query: import("./contributions.js").Readings, key: import("./contributions.js").Readings, product: number, distance: number, scale: number }}
   */
  score(of) {
    return this.boundary.ask(this.native, "score", of);
  }

  /** The parameters of attention, row-major. @returns {Record<string, TensorOutput>} */
  weights() {
    return this.boundary.ask(this.native, "weights");
  }

  /** @param {string} name */
  #place(name) {
    const { parameter, blockParameter } = this.boundary.names;
    const isAttention = parameter.includes(name);
    return [isAttention, (isAttention ? parameter : blockParameter).indexOf(name)];
  }
}

/**
 * A block's pass, computed in pieces.
 * @extends {Handle<any>}
 */
export class BlockPass extends Handle {
  /** Computes on until about `most` flops are done. @param {number} most @returns {boolean} whether more remains */
  advance(most) {
    return this.boundary.ask(this.native, "advance", most);
  }

  /**
   * The results of a pass that has ended. read: what queries, keys and values are projected from; byDistance: what was added to the scores.
   * network: what the feed-forward network reads, of a block that ends before it. values: of the heads, (1, H, T, d_v), of a block whose cache holds
   * latents. concat: the outputs of the heads. made: that of the network. attended: that of attention, before its norm; output, network and made are
   * left out beside it. steps: of the block, by id in order; of attention, its output only.
   * @returns {BlockResults}
   */
  results() {
    return this.boundary.ask(this.native, "results");
  }
}

/**
 * A matrix in wasm memory, in the order that products read. It must be packed before its use.
 * @extends {Handle<any>}
 */
export class Matrix extends Handle {
  /** @param {Core} core @param {StoredMatrix} matrix */
  constructor({ boundary }, matrix) {
    super(boundary, boundary.call("createMatrix", asStored(boundary, matrix)), "matrix");
  }

  /** Packs about `most` more numbers. @param {number} most @returns {boolean} whether more remain */
  pack(most) {
    return this.boundary.ask(this.native, "pack", most);
  }

  /** @returns {boolean} */
  get isFinite() {
    return this.boundary.ask(this.native, "isFinite");
  }
}

/**
 * The likeliest pieces after each token, found while logits arrive part by part.
 * @extends {Handle<any>}
 */
export class Likeliest extends Handle {
  /** @param {Core} core @param {{ tokens: number, most: number, answers: readonly number[] }} options answers: a piece for each token, or -1 */
  constructor({ boundary }, { tokens, most, answers }) {
    super(boundary, boundary.call("createLikeliest", tokens, most, answers), "search");
  }

  /**
   * Adds the logits of the pieces from `first` on.
   * @param {TensorOutput} x (1, T, dModel) @param {Matrix} matrix @param {{ bias?: Float32Array, cap: number, first: number }} options a cap of 0
   *   caps nothing
   */
  add(x, matrix, { bias, cap, first }) {
    this.boundary.ask(this.native, "add", x, matrix.native, bias && vector(bias), cap, first);
  }

  /** `most` ids and logits a token, the likeliest first; the log of the sum of exponentials; the answers' logits. @returns {{ ids: number[], logits: Float32Array, logSums: number[], answers: Float32Array }} */
  found() {
    return this.boundary.ask(this.native, "found");
  }
}

/** The stream that the first block reads. @param {Core} core @param {{ words: TensorOutput, scale: number, positions?: TensorOutput, types?: TensorOutput } & NormOptions} rows each (1, T, dModel) @returns {TensorOutput} */
export const embedRows = ({ boundary }, { words, scale, positions, types, ...norm }) =>
  boundary.call("embedRows", { words, scale, positions, types, ...asNorm(boundary, norm) });

/** x W + b. @param {Core} core @param {TensorOutput} x (1, T, d) @param {Matrix} matrix @param {Float32Array} [bias] @returns {TensorOutput} */
export const project = ({ boundary }, x, matrix, bias) =>
  boundary.call("project", x, matrix.native, bias && vector(bias));

/**
 * A feed-forward network of its own: down(activation(gate(x)) · up(x)), or without a gate down(activation(up(x))).
 * @param {Core} core @param {TensorOutput} x (1, T, dModel) @param {{ gate?: Matrix, up: Matrix, down: Matrix }} matrices
 * @param {{ activation: string, bGate?: Float32Array, bUp?: Float32Array, bDown?: Float32Array, limit: number }} options limit: see FeedForward of
 *   src/transformer; 0 for none
 * @returns {TensorOutput}
 */
export const feedForward = ({ boundary }, x, { gate, up, down }, { activation, bGate, bUp, bDown, limit }) =>
  boundary.call("feedForward", x, up.native, down.native, {
    ...{ gate: gate?.native, activation: boundary.names.activation.indexOf(activation), limit },
    ...{ bGate: bGate && vector(bGate), bUp: bUp && vector(bUp), bDown: bDown && vector(bDown) },
  });

/** The norm after the last block. @param {Core} core @param {TensorOutput} x @param {NormOptions} norm @returns {TensorOutput} */
export const finish = ({ boundary }, x, norm) => boundary.call("finish", x, asNorm(boundary, norm));

/** What masked models do before the output's matrix. @param {Core} core @param {TensorOutput} x @param {Matrix} dense @param {NormOptions & { activation: string, bias: Float32Array }} options @returns {TensorOutput} */
export const transform = ({ boundary }, x, dense, { activation, bias, ...norm }) =>
  boundary.call("transform", x, dense.native, {
    ...asNorm(boundary, norm),
    activation: boundary.names.activation.indexOf(activation),
    bias: vector(bias),
  });
