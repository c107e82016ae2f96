import { checkRefusal } from "../words-refusals.js";
import { elements } from "../../core/tensor-argument.js";

/**
 * A layer saved by a reader: x, the weights as saved, and the numbers of heads and batch items.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {"wQ" | "wK" | "wV" | "wO"} Matrix
 * @typedef {"bQ" | "bK" | "bV" | "bO"} Bias
 *
 * @typedef {object} Sizes
 * @property {number} B @property {number} T @property {number} dModel
 * @property {number} H @property {number} kvHeads @property {number} dK @property {number} dV
 *
 * @typedef {object} SavedLayer
 * @property {Sizes} sizes
 * @property {{ data: SavedArray["data"], shape: number[] }} x  (B, T, d_model)
 * @property {Readonly<Record<Matrix, { data: SavedArray["data"], shape: readonly number[] }>>} matrices  (in, out)
 * @property {Partial<Record<Bias, SavedArray>>} biases
 * @property {boolean} isLinear  whether the shapes show that matrices were saved as nn.Linear's (out, in)
 * @property {boolean} isSquare  whether the shapes leave the orientation open
 * @property {{ data: Uint8Array, shape: number[] } | null} padding  (B, T): true is padding
 * @property {boolean | null} causal  as saved; null if missing
 */

export const MATRICES = /** @type {const} */ (["wQ", "wK", "wV", "wO"]);
export const BIASES = /** @type {const} */ (["bQ", "bK", "bV", "bO"]);
const NEEDED = ["x", ...MATRICES];
const OTHERS = ["num_heads", "causal", "key_padding_mask"];

/** Results to compare, in order of computation. */
export const RESULTS = /** @type {const} */ (["q", "k", "v", "scores", "attention", "context", "output"]);

const KNOWN = [...NEEDED, ...BIASES, ...OTHERS, ...RESULTS];

/** Ignores capitals and underscores: w_q, W_Q and wQ are equal. @param {string} name */
const plain = (name) => name.toLowerCase().replace(/_/g, "");

/** @param {string} name @returns {string | undefined} the name of the array of a layer that is meant, if any */
const meantBy = (name) => KNOWN.find((each) => plain(each) === plain(name));

/** Whether an array is read; a file may hold others, of any type. @param {string} name */
export const isKnown = (name) => meantBy(name) !== undefined;

/**
 * Splits arrays into known names and others.
 * @param {ReadonlyMap<string, SavedArray>} arrays
 */
export function splitKnown(arrays) {
  /** @type {Map<string, SavedArray>} */
  const known = new Map();
  /** @type {string[]} */
  const unknown = [];
  for (const [name, array] of arrays) {
    const found = meantBy(name);
    if (found === undefined || known.has(found)) unknown.push(name);
    else known.set(found, array);
  }
  return { known, unknown };
}

/**
 * @param {ReadonlyMap<string, SavedArray>} known
 * @returns {SavedLayer}
 * @throws {import("../../core/errors.js").HeadscopeError} if arrays are missing, or do not go together
 */
export function layerIn(known) {
  const missing = NEEDED.filter((name) => !known.has(name));
  if (missing.length)
    throw checkRefusal("format", "arrays_missing", {
      ...{ missing: missing.join(", "), needed: NEEDED.join(", ") },
    });
  const x = threeOf(/** @type {SavedArray} */ (known.get("x")));
  const [B, T, dModel] = x.shape;
  const H = headsIn(known, B);
  const saved = /** @type {Record<Matrix, SavedArray>} */ (
    Object.fromEntries(MATRICES.map((name) => [name, known.get(name)]))
  );
  const isLinear = isOutIn(saved, dModel);
  const matrices = isLinear ? mapped(saved, transposed) : saved;
  return {
    sizes: { B, T, dModel, H, ...widths(matrices, dModel, H) },
    x,
    matrices,
    biases: Object.fromEntries(BIASES.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : []))),
    isLinear,
    isSquare: MATRICES.every((name) => saved[name].shape[0] === saved[name].shape[1]),
    padding: paddingIn(known.get("key_padding_mask"), B, T),
    causal: known.has("causal") ? Boolean(known.get("causal")?.data[0]) : null,
  };
}

/** @template {string} Name @template Value, Other @param {Readonly<Record<Name, Value>>} all @param {(value: Value) => Other} change */
const mapped = (all, change) =>
  /** @type {Record<Name, Other>} */ (
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, change(/** @type {Value} */ (value))]),
    )
  );

/** Transposes (out, in) to (in, out), or back. @param {{ data: SavedArray["data"], shape: readonly number[] }} matrix */
export function transposed({ data, shape: [rows, columns] }) {
  const out = data.slice();
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = data[i * columns + j];
  return { data: out, shape: [columns, rows] };
}

/** Reshapes to (B, T, d_model). @param {SavedArray} x */
function threeOf({ data, shape }) {
  if ((shape.length !== 2 && shape.length !== 3) || data.length === 0)
    throw checkRefusal("shape", "x_shape", { shape: tuple(shape) });
  return { data, shape: shape.length === 2 ? [1, ...shape] : shape.slice() };
}

/** Number of heads as saved, or from the attention's shape. @param {ReadonlyMap<string, SavedArray>} known @param {number} B */
function headsIn(known, B) {
  const told = known.get("num_heads");
  if (told) {
    const [heads] = told.data;
    if (told.data.length === 1 && Number.isInteger(heads) && heads > 0) return heads;
    if (told.data.length === 1) throw checkRefusal("format", "num_heads_value", { value: heads });
    throw checkRefusal("format", "num_heads_array", { shape: tuple(told.shape) });
  }
  for (const name of ["attention", "scores"]) {
    const { shape = [] } = known.get(name) ?? {};
    if (shape.length === 4) return shape[1];
    if (shape.length === 3 && B === 1) return shape[0];
  }
  throw checkRefusal("format", "num_heads_missing");
}

/** @param {Readonly<Record<Matrix, SavedArray>>} saved @param {number} dModel */
function isOutIn({ wO, ...into }, dModel) {
  const fits = (/** @type {number} */ side) =>
    Object.values(into).every(({ shape }) => shape.length === 2 && shape[side] === dModel) &&
    wO.shape.length === 2 &&
    wO.shape[1 - side] === dModel;
  if (fits(0)) return false;
  if (fits(1)) return true;
  const each = Object.entries({ ...into, wO }).map(([name, { shape }]) => `${name} ${tuple(shape)}`);
  throw checkRefusal("shape", "matrices_apart", { matrices: each.join(", "), d_model: dModel });
}

/** @param {Readonly<Record<Matrix, { shape: readonly number[] }>>} matrices  (in, out) @param {number} dModel @param {number} H */
function widths({ wQ, wK, wV, wO }, dModel, H) {
  const dK = part("wQ", wQ.shape[1], "num_heads", H);
  const dV = part("wO", wO.shape[0], "num_heads", H);
  const kvHeads = part("wK", wK.shape[1], "d_k", dK);
  if (wV.shape[1] !== kvHeads * dV)
    throw checkRefusal("shape", "value_columns", {
      ...{ columns: wV.shape[1], expected: kvHeads * dV, heads: kvHeads, features: dV },
    });
  if (H % kvHeads)
    throw checkRefusal("shape", "key_heads_apart", {
      ...{ kv_heads: kvHeads, d_k: dK, heads: H, d_model: dModel, width: H * dK },
    });
  return { dK, dV, kvHeads };
}

/** @param {string} name @param {number} width @param {string} of @param {number} parts */
function part(name, width, of, parts) {
  if (width % parts === 0) return width / parts;
  throw checkRefusal("shape", "no_multiple", { name, width, of, parts });
}

/** @param {SavedArray | undefined} mask @param {number} B @param {number} T */
function paddingIn(mask, B, T) {
  if (!mask) return null;
  if (mask.data.length !== B * T || elements(mask.shape.slice(-2)) !== B * T)
    throw checkRefusal("mask", "padding_shape", { shape: tuple(mask.shape), expected: [B, T] });
  return { data: Uint8Array.from(mask.data, (value) => Number(value !== 0)), shape: [B, T] };
}

/** @param {readonly number[]} shape */
export const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
