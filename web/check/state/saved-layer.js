import { checkRefusal } from "../words-refusals.js";
import { looksCausal } from "./causal.js";
import { cutLane, layoutsFor } from "./fused.js";
import { blockedIn } from "./masks.js";
import { withKindOf } from "./mask-kinds.js";
import { BIASES, FUSED, MATRICES } from "./names.js";
import { transpose } from "./products.js";
import { kernelLayers } from "./saved-kernel.js";
import { EMPTY_ROWS } from "./softmax.js";
import * as saved from "./saved-options.js";

/**
 * The layers that a reader's file can mean: x, the weights as saved, the options, and the ways to read them.
 *
 * @typedef {import("./npy.js").SavedArray} SavedArray
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer.js").Sizes} Sizes
 * @typedef {import("./layer.js").Reading} Reading
 * @typedef {import("./layer.js").Tensor} Tensor
 * @typedef {ReadonlyMap<string, SavedArray>} Known
 * @typedef {Record<"wQ" | "wK" | "wV" | "wO", Tensor>} Matrices
 */

const { tuple } = saved;

/**
 * Likeliest first.
 * @param {Known} known @returns {Layer[]}
 * @throws {import("../../core/errors.js").HeadscopeError} if arrays are missing, or do not go together
 */
export function layersIn(known) {
  const isKernel = !known.has("x") && ["q", "k", "v"].every((name) => known.has(name));
  const bare = isKernel ? kernelLayers(known) : weightedLayers(known);
  return bare.flatMap((layer) => withReadings(known, layer));
}

/** @typedef {Omit<Layer, "rope" | "norm" | "scale" | "softcap" | "slopes" | "sinks" | "causal" | "window" | "padding" | "mask" | "asSaved" | "empty">} Bare  a layer without options */

/** @param {Known} known @param {Bare} bare @returns {Layer[]} */
function withReadings(known, bare) {
  const { sizes } = bare;
  const { T, Tk, past, H, dK, width } = sizes;
  const rope = saved.ropeIn(known);
  const options = {
    norm: saved.normIn(known, dK),
    scale: saved.numberIn(known, "scale") ?? 1 / Math.sqrt(width),
    softcap: saved.numberIn(known, "softcap") || null,
    slopes: saved.slopesIn(known, H),
    sinks: saved.sinksIn(known, H),
    window: saved.windowIn(known),
    padding: saved.paddingIn(known, sizes),
  };
  const told = saved.flagIn(known, "causal");
  const guess = !known.has("attn_mask") && (looksCausal(known, sizes) ?? false);
  const isOpen = told === null && T > 1 && T + past === Tk;
  const masks = isOpen ? [guess, !guess] : [told ?? false];
  const senses = saved.maskSenses(known);
  /** @type {readonly (("interleaved" | "half") | null)[]} */
  const styles = !rope ? [null] : rope.style ? [rope.style] : ["half", "interleaved"];
  return styles.flatMap((style) =>
    (senses.length ? senses : [undefined]).flatMap((attnMask) =>
      masks.flatMap((causal) => {
        /** @type {Layer} */
        const layer = {
          ...bare,
          ...options,
          causal,
          rope: rope && style && { ...rope, style },
          mask: attnMask ? saved.maskIn(known, sizes, attnMask) : null,
          asSaved: null,
          empty: "zero",
          reading: {
            ...bare.reading,
            causal,
            ...(attnMask && { attnMask }),
            ...(rope && !rope.style && style && { ropeStyle: style }),
          },
        };
        const kind = withKindOf(layer);
        const isTwice = isOpen && causal && kind.asSaved && !kind.mask && kind.padding === layer.padding;
        if (isTwice) return []; // the mask is causal by itself
        if (!hasEmptyRow(kind)) return [kind];
        const ends = EMPTY_ROWS.map((empty) => ({ ...kind, empty }));
        return kind === layer || !layer.mask?.isAdditive ? ends : [...ends, layer];
      }),
    ),
  );
}

/** Whether all keys of a query are blocked. @param {Layer} layer */
function hasEmptyRow(layer) {
  const blocked = blockedIn(layer);
  const { mask, sizes } = layer;
  if (mask?.isAdditive)
    blocked.forEach((each, at) => (blocked[at] = Number(each || mask.data[at] === -Infinity)));
  return hasFullRow(blocked, sizes.Tk);
}

/** @param {Uint8Array} blocked @param {number} Tk */
export function hasFullRow(blocked, Tk) {
  for (let row = 0; row < blocked.length; row += Tk)
    if (blocked.subarray(row, row + Tk).every((each) => each === 1)) return true;
  return false;
}

/** @param {Known} known @returns {Bare[]} */
function weightedLayers(known) {
  const fused = /** @type {(keyof typeof FUSED)[]} */ (Object.keys(FUSED)).find((name) => known.has(name));
  const needed = ["x", ...(fused ? ["wO"] : MATRICES)];
  const missing = needed.filter((name) => !known.has(name));
  if (missing.length)
    throw checkRefusal("format", "arrays_missing", {
      ...{ missing: missing.join(", "), needed: ["x", ...MATRICES].join(", ") },
    });
  const query = threeOf("x", arrayIn(known, "x"));
  const key = known.has("key") ? threeOf("key", arrayIn(known, "key")) : null;
  const value = known.has("value") ? threeOf("value", arrayIn(known, "value")) : key;
  const inputs = { q: query, k: key ?? query, v: value ?? query };
  const isSelf = !key && !value;
  refuseUnread(known, fused);
  const H = headsIn(known, query.shape[0]);
  const all = fused ? fusedIn(known, fused, inputs.q, H) : apartIn(known, inputs);
  return all.map(({ matrices, biases, reading }) => {
    const latent = latentIn(known, reading.isLinear);
    const sizes = sizesOf(known, inputs, matrices, H, latent);
    const lane = (/** @type {"wQ" | "wK" | "wV" | "wO"} */ name) => ({
      matrix: matrices[name],
      bias: biases[name] ?? null,
    });
    return {
      reading: { causal: false, ...reading },
      sizes,
      inputs,
      isSelf,
      isKernel: false,
      projections: { q: lane("wQ"), k: lane("wK"), v: lane("wV") },
      out: lane("wO"),
      latent,
      past: pastOf(known, sizes),
    };
  });
}

/** Refuses weights that no step would read. @param {Known} known @param {keyof typeof FUSED | undefined} fused */
function refuseUnread(known, fused) {
  const there = (/** @type {readonly string[]} */ names) => names.filter((name) => known.has(name));
  const fusedBias = fused && known.has(FUSED[fused]) ? FUSED[fused] : null;
  const read = ["wO", "bO", ...(fused ? [fused] : MATRICES), ...(fusedBias ? [fusedBias] : BIASES)];
  const all = there([...MATRICES, ...BIASES, ...Object.entries(FUSED).flat()]);
  const unread = all.filter((name) => !read.includes(name));
  if (unread.length)
    throw checkRefusal("format", "weights_unread", {
      ...{ unread: unread.join(", "), read: all.filter((name) => read.includes(name)).join(", ") },
    });
  const biases = there([...BIASES, ...Object.values(FUSED)]);
  const added = biases.filter((name) => arrayIn(known, name).data.some((value) => value !== 0));
  if (known.has("wDKV") && added.length)
    throw checkRefusal("format", "latent_biases", { biases: added.join(", ") });
}

/**
 * @typedef {object} Ways
 * @property {Matrices} matrices  (in, out)
 * @property {Partial<Record<"wQ" | "wK" | "wV" | "wO", ArrayLike<number>>>} biases
 * @property {Pick<Reading, "isLinear" | "layout">} reading
 */

/** Four matrices, as saved or transposed. @param {Known} known @param {Layer["inputs"]} inputs @returns {Ways[]} */
function apartIn(known, inputs) {
  const asSaved = matricesBy((name) => arrayIn(known, name));
  const biases = biasesIn(known);
  const ways = [false, true].filter((isLinear) => isFit(known, asSaved, inputs, isLinear));
  if (!ways.length) {
    const each = MATRICES.map((name) => `${name} ${tuple(asSaved[name].shape)}`);
    throw checkRefusal("shape", "matrices_apart", {
      ...{ matrices: each.join(", "), d_model: inputs.q.shape[2] },
    });
  }
  return ways.map((isLinear) => ({
    matrices: isLinear ? matricesBy((name) => transpose(asSaved[name])) : asSaved,
    biases,
    reading: { isLinear },
  }));
}

/** Biases by the names of their matrices. @param {Known} known @returns {Ways["biases"]} */
const biasesIn = (known) =>
  Object.fromEntries(
    MATRICES.flatMap((name) => {
      const bias = known.get(`b${name[1]}`);
      return bias ? [[name, bias.data]] : [];
    }),
  );

/** @param {(name: typeof MATRICES[number]) => Tensor} make @returns {Matrices} */
const matricesBy = (make) => ({ wQ: make("wQ"), wK: make("wK"), wV: make("wV"), wO: make("wO") });

/** Whether all matrices fit their inputs as (in, out), or as (out, in). @param {Known} known @param {Matrices} matrices @param {Layer["inputs"]} inputs @param {boolean} isLinear */
function isFit(known, matrices, inputs, isLinear) {
  const [into, out] = isLinear ? [1, 0] : [0, 1];
  const rank = known.get("wDKV")?.shape[out];
  const widths = [
    known.get("wDQ")?.shape[out] ?? inputs.q.shape[2],
    rank ?? inputs.k.shape[2],
    rank ?? inputs.v.shape[2],
  ];
  return (
    MATRICES.every((name) => matrices[name].shape.length === 2) &&
    [matrices.wQ, matrices.wK, matrices.wV].every(({ shape }, i) => shape[into] === widths[i]) &&
    matrices.wO.shape[out] === inputs.q.shape[2]
  );
}

/**
 * One matrix of queries, keys and values. That of nn.MultiheadAttention (in_proj_weight) and that of GPT-2 (c_attn) are in thirds.
 * @param {Known} known @param {keyof typeof FUSED} name @param {Tensor} x @param {number} H @returns {Ways[]}
 */
function fusedIn(known, name, x, H) {
  const dModel = x.shape[2];
  const [weight, out] = [arrayIn(known, name), arrayIn(known, "wO")];
  const ways = [name === "in_proj_weight", name !== "in_proj_weight"].filter((isLinear) => {
    const [into, to] = isLinear ? [1, 0] : [0, 1];
    return (
      weight.shape.length === 2 &&
      out.shape.length === 2 &&
      weight.shape[into] === dModel &&
      out.shape[to] === dModel
    );
  });
  if (!ways.length)
    throw checkRefusal("shape", "fused_apart", {
      ...{ name, shape: tuple(weight.shape), out: tuple(out.shape), d_model: dModel },
    });
  const bias = known.get(FUSED[name]);
  return ways.flatMap((isLinear) => {
    const matrix = isLinear ? transpose(weight) : weight;
    const wO = isLinear ? transpose(out) : out;
    const d = part("wO", wO.shape[0], "num_heads", H);
    const total = matrix.shape[1];
    if (bias && bias.data.length !== total)
      throw checkRefusal("shape", "fused_bias", {
        ...{ name: FUSED[name], length: bias.data.length, matrix: name, width: total },
      });
    const kvHeads = (total / d - H) / 2;
    if (!Number.isInteger(kvHeads) || kvHeads < 1 || H % kvHeads)
      throw checkRefusal("shape", "fused_width", { name, width: total, heads: H, features: d });
    const sizes = { H, kvHeads, dK: d, dV: d };
    return layoutsIn(known, name, sizes).map((layout) => {
      /** @param {Tensor} from @param {"q" | "k" | "v"} lane */
      const part = (from, lane) => cutLane(from, layout, sizes, lane);
      return {
        matrices: { wQ: part(matrix, "q"), wK: part(matrix, "k"), wV: part(matrix, "v"), wO },
        biases: {
          ...biasesIn(known),
          ...(bias && { wQ: part(bias, "q").data, wK: part(bias, "k").data, wV: part(bias, "v").data }),
        },
        reading: { isLinear, layout },
      };
    });
  });
}

/** Layouts in which a fused matrix is read. @param {Known} known @param {keyof typeof FUSED} name @param {Parameters<typeof layoutsFor>[0]} sizes */
function layoutsIn(known, name, sizes) {
  const possible = layoutsFor(sizes);
  const told = known.get("qkv_layout")?.text;
  if (told === undefined) return name === "wQKV" ? possible : possible.slice(0, 1);
  const layouts = possible.filter((layout) => layout === told);
  if (layouts.length) return layouts;
  throw checkRefusal("format", "layout_unknown", { layout: told, known: possible.join(", ") });
}

/** @param {Known} known @param {boolean} isLinear @returns {Layer["latent"]} */
function latentIn(known, isLinear) {
  if (!known.has("wDKV")) return null;
  if (!known.has("wKR")) throw checkRefusal("format", "latent_missing", { missing: "wKR" });
  const matrix = (/** @type {string} */ name) =>
    isLinear ? transpose(arrayIn(known, name)) : arrayIn(known, name);
  return { wDKV: matrix("wDKV"), wKR: matrix("wKR"), wDQ: known.has("wDQ") ? matrix("wDQ") : null };
}

/** @param {Known} known @param {Layer["inputs"]} inputs @param {Matrices} matrices @param {number} H @param {Layer["latent"]} latent @returns {Sizes} */
function sizesOf(known, inputs, { wQ, wK, wV, wO }, H, latent) {
  const [B, T, dModel] = inputs.q.shape;
  const width = part("wQ", wQ.shape[1], "num_heads", H);
  const dK = latent ? width - latent.wKR.shape[1] : width;
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
  const told = saved.countIn(known, "num_kv_heads");
  if (told !== null && told !== kvHeads)
    throw checkRefusal("shape", "kv_heads_told", { told, found: kvHeads, d_k: dK });
  const past = pastTokens(known);
  const Tnew = inputs.k.shape[1];
  return { B, T, dModel, H, kvHeads, dK, dV, width, past, Tnew, Tk: Tnew + past };
}

/** @param {Known} known */
const pastTokens = (known) => known.get("past_key")?.shape.at(-2) ?? 0;

/** @param {Known} known @param {Sizes} sizes */
function pastOf(known, { B, kvHeads, dK, dV }) {
  const [key, value] = [known.get("past_key"), known.get("past_value")];
  if (!key && !value) return null;
  if (!key || !value) throw checkRefusal("format", "past_half", { missing: key ? "past_value" : "past_key" });
  return { k: saved.pastIn(key, B, kvHeads, dK), v: saved.pastIn(value, B, kvHeads, dV) };
}

/** @param {Known} known @param {string} name */
const arrayIn = (known, name) => /** @type {SavedArray} */ (known.get(name));

/** Reshapes to (B, T, d). @param {string} name @param {SavedArray} x @returns {Tensor} */
function threeOf(name, { data, shape }) {
  if ((shape.length !== 2 && shape.length !== 3) || data.length === 0)
    throw checkRefusal("shape", "x_shape", { name, shape: tuple(shape) });
  return { data, shape: shape.length === 2 ? [1, ...shape] : shape.slice() };
}

/** Number of heads as saved, or from the attention's shape. @param {Known} known @param {number} B */
function headsIn(known, B) {
  const told = saved.countIn(known, "num_heads");
  if (told !== null) return told;
  for (const name of ["attention", "scores"]) {
    const { shape = [] } = known.get(name) ?? {};
    if (shape.length === 4) return shape[1];
    if (shape.length === 3 && B === 1) return shape[0];
  }
  throw checkRefusal("format", "num_heads_missing");
}

/** @param {string} name @param {number} width @param {string} of @param {number} parts */
function part(name, width, of, parts) {
  if (width % parts === 0) return width / parts;
  throw checkRefusal("shape", "no_multiple", { name, width, of, parts });
}
