import { checkRefusal } from "../words-refusals.js";

/**
 * Names of the arrays of a file, without capitals and underscores: w_q, W_Q and wQ are equal.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 */

/** Results to compare, in order of computation. */
export const RESULTS = /** @type {const} */ (["q", "k", "v", "scores", "attention", "context", "output"]);

export const MATRICES = /** @type {const} */ (["wQ", "wK", "wV", "wO"]);
export const BIASES = /** @type {const} */ (["bQ", "bK", "bV", "bO"]);

/** Fused weights of queries, keys and values, with their biases. */
export const FUSED = /** @type {const} */ ({
  wQKV: "bQKV",
  in_proj_weight: "in_proj_bias",
  c_attn: "c_attn_bias",
});

const LATENT = /** @type {const} */ (["wDQ", "wDKV", "wKR"]);
const INPUTS = ["x", "key", "value", "past_key", "past_value"];
const NUMBERS = ["num_heads", "num_kv_heads", "causal", "window", "softcap", "scale", "alibi", "sinks"];
const ROPE = ["rope", "rope_base", "rope_fraction", "rope_scaling", "rope_length", "rope_low", "rope_high"];
const NORM = ["qk_norm", "q_norm", "k_norm"];
const OTHERS = ["key_padding_mask", "attn_mask", "attn_mask_true", "qkv_layout", "dtype"];

const KNOWN = [
  ...[...INPUTS, ...MATRICES, ...BIASES, ...Object.entries(FUSED).flat(), ...LATENT],
  ...[...NUMBERS, ...ROPE, ...NORM, ...OTHERS, ...RESULTS],
];

/** Options that are words. */
const TEXTS = ["rope", "rope_scaling", "attn_mask_true", "qkv_layout", "dtype"];

/** Other names of the same arrays. @type {Readonly<Record<string, string>>} */
const ALIASES = {
  query: "x",
  ...{ outprojweight: "wO", cproj: "wO", cprojweight: "wO", outprojbias: "bO", cprojbias: "bO" },
  ...{ cattnweight: "c_attn", qnormweight: "q_norm", knormweight: "k_norm" },
};

/** Ending of the name of an array of bfloat16 that is saved as uint16. */
const BITS = /_?(bf16|bfloat16)$/i;

/** @param {string} name */
const plain = (name) => name.toLowerCase().replace(/_/g, "");

const BY_PLAIN = new Map(KNOWN.map((name) => [plain(name), name]));

/** @param {string} name @returns {string | undefined} the name of the array of a layer that is meant, if any */
function meantBy(name) {
  const short = plain(name.replace(BITS, ""));
  return BY_PLAIN.get(short) ?? (Object.hasOwn(ALIASES, short) ? ALIASES[short] : undefined);
}

/** Whether an array is read; a file may hold others, of any type. @param {string} name */
export const isKnown = (name) => meantBy(name) !== undefined;

/** Whether an array is a word. @param {string} name */
export const isText = (name) => TEXTS.includes(meantBy(name) ?? "");

/**
 * Splits arrays into known names and others.
 * @param {ReadonlyMap<string, SavedArray>} arrays
 * @throws {import("../../core/errors.js").HeadscopeError} if an array of numbers holds text
 */
export function splitKnown(arrays) {
  /** @type {Map<string, SavedArray>} */
  const known = new Map();
  /** @type {string[]} */
  const unknown = [];
  for (const [name, array] of arrays) {
    const found = meantBy(name);
    if (found && array.text !== undefined && !TEXTS.includes(found))
      throw checkRefusal("format", "npy_dtype", { name, dtype: `'${array.dtype}'` });
    if (found === undefined || known.has(found)) unknown.push(name);
    else known.set(found, BITS.test(name) && /u2$/.test(array.dtype) ? fromBits(array) : array);
  }
  return { known, unknown };
}

/** bfloat16 as the 16 high bits of float32. @param {SavedArray} array @returns {SavedArray} */
function fromBits(array) {
  const bits = Uint32Array.from(array.data, (high) => high * 2 ** 16);
  return { ...array, dtype: "bfloat16", data: new Float32Array(bits.buffer) };
}
