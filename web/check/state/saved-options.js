import { checkRefusal } from "../words-refusals.js";
import { elements } from "../../core/tensor-argument.js";
import { permuteAxes } from "./products.js";
import { standardSlopes } from "./layer.js";

/**
 * Options of a layer, as a reader saved them.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Sizes} Sizes
 * @typedef {ReadonlyMap<string, SavedArray>} Known
 */

const ROPE_BASE = 10_000;
const NORM_EPS = 1e-6;

/** Names of the two styles of rotary positions. @type {Readonly<Record<string, "interleaved" | "half">>} */
const STYLES = {
  half: "half",
  neox: "half",
  pairs: "interleaved",
  interleaved: "interleaved",
  gptj: "interleaved",
};

/** @param {readonly number[]} shape */
export const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** One number. @param {Known} known @param {string} name @param {number | null} [otherwise] */
export function numberIn(known, name, otherwise = null) {
  const array = known.get(name);
  if (!array) return otherwise;
  const [value] = array.data;
  if (array.data.length === 1 && !Number.isNaN(value)) return value;
  throw checkRefusal("format", "option_no_number", { name, shape: tuple(array.shape) });
}

/** @param {Known} known @param {string} name */
export const flagIn = (known, name) => (known.has(name) ? Boolean(numberIn(known, name, 0)) : null);

/** A whole number of at least 1; null if missing. @param {Known} known @param {string} name */
export function countIn(known, name) {
  const array = known.get(name);
  if (!array) return null;
  const [count] = array.data;
  if (array.data.length === 1 && Number.isInteger(count) && count > 0) return count;
  if (array.data.length === 1) throw checkRefusal("format", "num_heads_value", { name, value: count });
  throw checkRefusal("format", "num_heads_array", { name, shape: tuple(array.shape) });
}

/**
 * Rotary positions: null without; the style is null if the file does not tell it.
 * @param {Known} known @returns {Omit<import("./layer.js").Rope, "style"> & { style: "interleaved" | "half" | null } | null}
 */
export function ropeIn(known) {
  const saved = known.get("rope");
  if (!saved && !["rope_base", "rope_fraction", "rope_scaling"].some((name) => known.has(name))) return null;
  const text = saved?.text?.toLowerCase();
  if (text === "none" || (saved && text === undefined && !saved.data[0])) return null;
  if (text !== undefined && !Object.hasOwn(STYLES, text))
    throw checkRefusal("format", "rope_style_unknown", { style: text });
  const scaling = known.get("rope_scaling");
  if (scaling?.text !== undefined)
    throw checkRefusal("format", "rope_scaling_unknown", { scaling: scaling.text });
  return {
    style: text === undefined ? null : STYLES[text],
    base: Number(numberIn(known, "rope_base", ROPE_BASE)),
    fraction: Number(numberIn(known, "rope_fraction", 1)),
    scaling: Number(numberIn(known, "rope_scaling", 1)),
    length: Number(numberIn(known, "rope_length", 0)),
    low: Number(numberIn(known, "rope_low", 1)),
    high: Number(numberIn(known, "rope_high", 4)),
  };
}

/** Norms of queries and keys. @param {Known} known @param {number} dK */
export function normIn(known, dK) {
  const eps = numberIn(known, "qk_norm", 0);
  if (!eps && !known.has("q_norm") && !known.has("k_norm")) return null;
  const gain = (/** @type {string} */ name) => {
    const saved = known.get(name)?.data ?? new Float32Array(dK).fill(1);
    if (saved.length === dK) return saved;
    throw checkRefusal("shape", "norm_width", { name, width: saved.length, d_k: dK });
  };
  return { eps: eps && eps !== 1 ? eps : NORM_EPS, gQ: gain("q_norm"), gK: gain("k_norm") };
}

/** Slopes of ALiBi, one a head: as saved, or the standard ones for a flag. @param {Known} known @param {number} H */
export function slopesIn(known, H) {
  const saved = known.get("alibi");
  if (!saved) return null;
  if (saved.data.length === H && saved.shape.length > 0) return saved.data.map(Math.abs);
  if (saved.data.length === 1) return saved.data[0] ? standardSlopes(H) : null;
  throw checkRefusal("shape", "one_a_head", { name: "alibi", shape: tuple(saved.shape), heads: H });
}

/** @param {Known} known @param {number} H */
export function sinksIn(known, H) {
  const saved = known.get("sinks");
  if (!saved) return null;
  if (saved.data.length === H) return saved.data;
  throw checkRefusal("shape", "one_a_head", { name: "sinks", shape: tuple(saved.shape), heads: H });
}

/** The numbers of keys before and after a query that it sees. @param {Known} known @returns {[number, number] | null} */
export function windowIn(known) {
  const saved = known.get("window");
  if (!saved) return null;
  const [left, right = 0] = saved.data;
  const isWhole = Array.from(saved.data).every((side) => Number.isInteger(side) && side >= -1);
  if (!isWhole || saved.data.length < 1 || saved.data.length > 2 || (saved.data.length === 1 && left === 0))
    throw checkRefusal("format", "window_value", { value: Array.from(saved.data).join(", ") });
  if (saved.data.length === 1) return left === -1 ? null : [left - 1, right];
  return left === -1 && right === -1 ? null : [left, right];
}

/** @param {Known} known @param {Sizes} sizes */
export function paddingIn(known, { B, Tk }) {
  const mask = known.get("key_padding_mask");
  if (!mask) return null;
  if (mask.data.length !== B * Tk || elements(mask.shape.slice(-2)) !== B * Tk)
    throw checkRefusal("mask", "padding_shape", { shape: tuple(mask.shape), expected: [B, Tk] });
  return Uint8Array.from(mask.data, (value) => Number(value !== 0));
}

/** What the numbers of an attn_mask can mean, likeliest first. @param {Known} known @returns {readonly ("blocked" | "allowed" | "added")[]} */
export function maskSenses(known) {
  const mask = known.get("attn_mask");
  if (!mask) return [];
  const told = maskSenseIn(known);
  const isBinary = mask.data.every((value) => value === 0 || value === 1);
  if (!isBinary) return ["added"];
  if (told) return [told];
  return /f\d$|bfloat16/.test(mask.dtype) ? ["added", "blocked", "allowed"] : ["blocked", "allowed"];
}

/** What a true of a boolean attn_mask means, if the file tells it. @param {Known} known */
function maskSenseIn(known) {
  const saved = known.get("attn_mask_true");
  if (!saved) return null;
  const sense = saved.text?.toLowerCase();
  if (sense === "blocked" || sense === "allowed") return sense;
  throw checkRefusal("format", "mask_sense_unknown", { sense: sense ?? String(saved.data[0]) });
}

/**
 * An attn_mask for every score, (B, H, T, T_k).
 * @param {Known} known @param {Sizes} sizes @param {"blocked" | "allowed" | "added"} sense
 */
export function maskIn(known, { B, H, T, Tk }, sense) {
  const { data, shape } = /** @type {SavedArray} */ (known.get("attn_mask"));
  const own = axesOf(shape, { B, H, T, Tk });
  if (!own)
    throw checkRefusal("mask", "attn_mask_shape", {
      ...{
        shape: tuple(shape),
        expected: [
          [T, Tk],
          [B, T, Tk],
          [B, H, T, Tk],
        ]
          .map(tuple)
          .join(", "),
      },
    });
  const strides = own.map((size, axis) => (size === 1 ? 0 : elements(own.slice(axis + 1))));
  const values = new Float64Array(B * H * T * Tk);
  let to = 0;
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let i = 0; i < T; i++)
        for (let j = 0; j < Tk; j++)
          values[to++] = data[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]];
  if (sense === "added") return { data: values, isAdditive: true };
  return { data: values.map((value) => Number((value !== 0) === (sense === "blocked"))), isAdditive: false };
}

/** The four sizes of a mask, 1 where it is broadcast; null if it fits the scores in no way. @param {readonly number[]} shape @param {Pick<Sizes, "B" | "H" | "T" | "Tk">} sizes */
function axesOf(shape, { B, H, T, Tk }) {
  const fits = (/** @type {readonly number[]} */ sizes) =>
    sizes.every((size, axis) => size === 1 || size === [B, H, T, Tk][axis]);
  const [first] = shape;
  /** @type {readonly (readonly number[])[]} */
  const ways =
    shape.length === 3
      ? [
          [first, 1, ...shape.slice(1)],
          [1, ...shape],
          ...(first === B * H ? [[B, H, ...shape.slice(1)]] : []),
        ]
      : shape.length <= 4
        ? [[...Array(4 - shape.length).fill(1), ...shape]]
        : [];
  return ways.find(fits) ?? null;
}

/** Keys or values of earlier tokens, (B, H_kv, past, d), from that shape or merged. @param {SavedArray} saved @param {number} B @param {number} heads @param {number} d */
export function pastIn(saved, B, heads, d) {
  const { data, shape } = saved;
  if (shape.length === 4 && shape[0] === B && shape[1] === heads && shape[3] === d)
    return Float64Array.from(data);
  if (shape.length === 3 && shape[0] === B && shape[2] === heads * d)
    return permuteAxes(data, [B, shape[1], heads, d], [0, 2, 1, 3]);
  throw checkRefusal("shape", "past_heads_shape", {
    ...{ name: saved.name, shape: tuple(shape), expected: `(${B}, ${heads}, S, ${d})` },
  });
}
