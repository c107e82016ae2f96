import { array, at, map, matmul, repeat, reshape, softmax, tile, transpose } from "./arrays.js";
import { rotate } from "./readers.js";

/**
 * Mistakes in readers' code, as they stand in public reports.
 *
 * @typedef {import("./readers.js").Options} Options
 * @typedef {import("./arrays.js").Nd} Nd
 *
 * @typedef {object} Mistaken
 * @property {string} id  of the mistake that the checker is to name
 * @property {string} [how]  one of several ways
 * @property {Partial<Options>} [with]  options of the layer
 * @property {(o: Options) => boolean} [fits]  whether a shape has room for it
 * @property {(o: Options, names: readonly string[], isSquare: boolean) => string[][]} [of]  the arrays that the checker may name, from these
 *   saved results; isSquare: correct code may also read all matrices transposed
 * @property {number} [value]  the number to find
 * @property {import("./readers.js").Slip} slip
 */

/** Three lanes of an object of arrays, each made by a function. @param {(lane: "q" | "k" | "v") => Nd} make */
const lanes = (make) => ({ q: make("q"), k: make("k"), v: make("v") });

/** @param {Record<string, Nd>} p @param {Nd} x @param {string} matrix @param {string | null} bias */
const linear = (p, x, matrix, bias) => {
  const y = matmul(x, p[matrix]);
  return bias && p[bias] ? map(y, (value, [, , j]) => value + p[bias].data[j]) : y;
};

/** q, k and v made with other matrices. @param {string} letters @returns {import("./readers.js").Slip} */
const made = (letters) => (_, p) => ({
  project: (/** @type {Record<string, Nd>} */ x) => {
    const [q, k, v] = letters;
    return {
      q: linear(p, x.q, `w${q}`, `b${q}`),
      k: linear(p, x.k, `w${k}`, `b${k}`),
      v: linear(p, x.v, `w${v}`, `b${v}`),
    };
  },
});

/** The matrices that a saved result depends on. @type {Readonly<Record<string, readonly string[]>>} */
const MATRICES_OF = {
  ...{ q: ["wQ"], k: ["wK"], v: ["wV"] },
  ...{ scores: ["wQ", "wK"], attention: ["wQ", "wK"] },
  ...{ context: ["wQ", "wK", "wV"], output: ["wQ", "wK", "wV", "wO"] },
};

/** If the saved results depend on two square matrices, they do not tell which of the two the code transposes. @param {string} name @returns {Mistaken["of"]} */
const turnedIn = (name) => (_, names, isSquare) => {
  const seen = [...new Set(names.flatMap((result) => MATRICES_OF[result]))];
  return isSquare && seen.length === 2 ? seen.map((each) => [each]) : [[name]];
};

/** Any exchange with the same matrix for each of the queries, keys and values that the saved results depend on. @param {string} how @returns {Mistaken["of"]} */
const exchangedIn = (how) => (_, names) => {
  const seen = names.flatMap((result) => MATRICES_OF[result]);
  const lanes = ["wQ", "wK", "wV"];
  const all = lanes.flatMap((q) => lanes.flatMap((k) => lanes.map((v) => [q, k, v])));
  return all.filter((way) => way.every((name, i) => !seen.includes(lanes[i]) || name === `w${how[i]}`));
};

/** @param {string} name @returns {import("./readers.js").Slip} */
const turned = (name) => (o, p) => {
  const other = { ...p, [name]: transpose(p[name], 1, 0) };
  const one = (/** @type {string} */ lane, /** @type {Nd} */ x) => linear(other, x, `w${lane}`, `b${lane}`);
  return {
    project: (/** @type {Record<string, Nd>} */ x) => ({
      q: one("Q", x.q),
      k: one("K", x.k),
      v: one("V", x.v),
    }),
    out: (/** @type {Nd} */ y) => one("O", y),
  };
};

/** Columns of a fused matrix or bias, in an order of axes. */
const FUSED = {
  thirds: (/** @type {Options} */ { H, d }) => ({ shape: [3, H, d], order: [0, 1, 2] }),
  heads: (/** @type {Options} */ { H, d }) => ({ shape: [H, 3, d], order: [1, 0, 2] }),
  features: (/** @type {Options} */ { H, d }) => ({ shape: [H, d, 3], order: [2, 0, 1] }),
};

/** Weights fused in one layout, a product cut in another. @param {keyof typeof FUSED} stored @param {keyof typeof FUSED} cut @returns {import("./readers.js").Slip} */
const fused = (stored, cut) => (o, p) => {
  const width = o.H * o.d;
  const three = (/** @type {readonly Nd[]} */ parts, /** @type {number} */ rows) => {
    const stacked = array(
      [rows, 3, o.H, o.d],
      ([row, lane, h, f]) => parts[lane].data[row * width + h * o.d + f],
    );
    const { order } = FUSED[stored](o);
    const back = order.map((_, axis) => order.indexOf(axis)); // from (3, H, d) to the layout
    return reshape(transpose(stacked, 0, ...back.map((axis) => axis + 1)), rows, 3 * width);
  };
  const w = three([p.wQ, p.wK, p.wV], p.wQ.shape[0]);
  const b = p.bQ ? three([p.bQ, p.bK, p.bV], 1) : null;
  return {
    project: (/** @type {Record<string, Nd>} */ x) => {
      const qkv = map(matmul(x.q, w), (value, [, , j]) => value + (b ? b.data[j] : 0));
      const { shape, order } = FUSED[cut](o);
      const split = transpose(
        reshape(qkv, o.B, o.T, ...shape),
        order[0] + 2,
        0,
        1,
        order[1] + 2,
        order[2] + 2,
      );
      const size = o.B * o.T * width;
      return lanes((lane) => ({
        shape: [o.B, o.T, width],
        data: split.data.slice("qkv".indexOf(lane) * size, ("qkv".indexOf(lane) + 1) * size),
      }));
    },
  };
};

/** @param {(o: Options & { dModel: number }) => number} factor @returns {import("./readers.js").Slip} */
const scaled = (factor) => (o) => ({ scale: (/** @type {Nd} */ s) => map(s, (value) => value * factor(o)) });

/** @param {number} fill @returns {import("./readers.js").Slip} */
const filled = (fill) => () => ({ fill });

const causal = { causal: true };
const padded = { padded: true };
const isSelf = (/** @type {Options} */ { H, kv = H }) => H === kv;
const isWide = (/** @type {Options} */ { d }) => d > 2;

/** Of three heads, each of the two layouts is the transpose of the other. @param {string} stored @param {string} cut @returns {Mistaken["of"]} */
const ofThree =
  (stored, cut) =>
  ({ H }) => [[stored, cut], ...(H === 3 ? [[cut, stored]] : [])];

/** @type {readonly Mistaken[]} */
export const SLIPS = [
  {
    id: "view_without_transpose",
    slip: () => ({
      split: (/** @type {Nd} */ y, /** @type {number} */ heads) =>
        reshape(y, y.shape[0], heads, y.shape[1], -1),
    }),
  },
  {
    id: "merge_without_transpose",
    slip: ({ B, T }) => ({ merge: (/** @type {Nd} */ c) => reshape(c, B, T, -1) }),
  },
  { id: "no_scale", slip: scaled(() => 1) },
  { id: "raw_inputs", fits: isSelf, slip: () => ({ project: (/** @type {any} */ x) => x }) },
  { id: "softmax_axis", slip: () => ({ soften: (/** @type {Nd} */ s) => softmax(s, -2) }) },
  {
    id: "mask_reversed",
    with: causal,
    slip: () => ({ isFuture: (/** @type {number} */ i, /** @type {number} */ j) => j <= i }),
  },
  {
    id: "mask_reversed",
    how: "padding",
    with: padded,
    slip: (_, p) => ({ isPadding: (/** @type {number[]} */ [b, , , j]) => !at(p.key_padding_mask, [b, j]) }),
  },
  {
    id: "mask_repeat_order",
    with: padded,
    slip: ({ B, H, T }, p) => {
      const rows = reshape(tile(reshape(p.key_padding_mask, 1, B, 1, T), H), B, H, 1, T);
      return { isPadding: (/** @type {number[]} */ [b, h, , j]) => at(rows, [b, h, 0, j]) === 1 };
    },
  },
  {
    id: "mask_batches_first",
    with: padded,
    slip: ({ B, H, T }, p) => {
      const rows = repeat(reshape(p.key_padding_mask, 1, B, 1, T), H); // (1, B·H, 1, T)
      return { isPadding: (/** @type {number[]} */ [b, h, , j]) => at(rows, [0, h * B + b, 0, j]) === 1 };
    },
  },
  {
    id: "mask_as_square",
    with: padded,
    fits: ({ B, T }) => B === T,
    slip: (_, p) => ({
      isPadding: (/** @type {number[]} */ [, , i, j]) => at(p.key_padding_mask, [i, j]) === 1,
    }),
  },
  { id: "scale_d_model", slip: scaled(({ dModel }) => 1 / Math.sqrt(dModel)) },
  { id: "scale_without_root", slip: scaled(({ d }) => 1 / d) },
  { id: "scale_multiplied", slip: scaled(({ d }) => Math.sqrt(d)) },
  { id: "scale_factor", value: 0.7, slip: scaled(({ d }) => 0.7 / Math.sqrt(d)) },
  {
    id: "split_features_first",
    fits: isWide,
    slip: () => ({
      split: (/** @type {Nd} */ y, /** @type {number} */ heads) =>
        transpose(reshape(y, y.shape[0], y.shape[1], -1, heads), 0, 3, 1, 2),
    }),
  },
  { id: "softmax_heads", slip: () => ({ soften: (/** @type {Nd} */ s) => softmax(s, -3) }) },
  {
    id: "masked_afterwards",
    with: causal,
    slip: () => ({
      soften(/** @type {Nd} */ _, /** @type {Nd} */ open) {
        return map(softmax(open, -1), (weight, index) => (this.blocked(index) ? 0 : weight));
      },
    }),
  },
  { id: "transposed", how: "wQ", of: turnedIn("wQ"), slip: turned("wQ") },
  { id: "transposed", how: "wV", of: turnedIn("wV"), fits: isSelf, slip: turned("wV") },
  { id: "transposed", how: "wO", of: turnedIn("wO"), slip: turned("wO") },
  { id: "no_bias", of: () => [["bO"]], slip: (_, p) => ({ out: (/** @type {Nd} */ y) => matmul(y, p.wO) }) },
  {
    id: "keys_ask",
    slip: () => ({
      score: (/** @type {Nd} */ q, /** @type {Nd} */ k) => matmul(k, transpose(q, 0, 1, 3, 2)),
    }),
  },
  { id: "no_output", slip: () => ({ out: (/** @type {Nd} */ y) => y }) },
  { id: "not_masked", with: causal, slip: () => ({ isFuture: () => false }) },
  {
    id: "mask_diagonal",
    with: causal,
    slip: () => ({ isFuture: (/** @type {number} */ i, /** @type {number} */ j) => j >= i }),
  },
  {
    id: "mask_future",
    with: causal,
    slip: () => ({ isFuture: (/** @type {number} */ i, /** @type {number} */ j) => j > i + 1 }),
  },
  { id: "mask_filled", how: "0", value: 0, with: causal, slip: filled(0) },
  { id: "mask_filled", how: "1e-9", value: 1e-9, with: causal, slip: filled(1e-9) },
  { id: "mask_filled", how: "-2.5", value: -2.5, with: causal, slip: filled(-2.5) },
  {
    id: "mask_on_queries",
    with: padded,
    slip: (_, p) => ({
      isPadding: (/** @type {number[]} */ [b, , i]) => at(p.key_padding_mask, [b, i]) === 1,
    }),
  },
  { id: "padding_ignored", with: padded, slip: () => ({ isPadding: () => false }) },
  {
    id: "padding_ignored",
    how: "causal",
    with: { ...padded, ...causal },
    slip: () => ({ isPadding: () => false }),
  },
  {
    id: "mask_added_as_binary",
    of: () => [["zero"]],
    with: { mask: "added" },
    slip: (_, p) => ({
      mask: (/** @type {Nd} */ s) =>
        map(s, (value, [, , i, j]) => (at(p.attn_mask, [i, j]) === 0 ? -1e9 : value)),
    }),
  },
  {
    id: "kv_tiled",
    fits: (o) => !isSelf(o),
    slip: ({ H, kv = H }) => ({
      groupK: (/** @type {Nd} */ k) => tile(k, H / kv),
      groupV: (/** @type {Nd} */ v) => tile(v, H / kv),
    }),
  },
  {
    id: "qkv_by_heads",
    how: "heads as thirds",
    of: ofThree("heads", "thirds"),
    fits: isSelf,
    slip: fused("heads", "thirds"),
  },
  {
    id: "qkv_by_heads",
    how: "thirds as heads",
    of: ofThree("thirds", "heads"),
    fits: isSelf,
    slip: fused("thirds", "heads"),
  },
  {
    id: "qkv_by_heads",
    how: "features as thirds",
    of: () => [["features", "thirds"]],
    fits: isSelf,
    slip: fused("features", "thirds"),
  },
  { id: "matrices_exchanged", how: "QKK", of: exchangedIn("QKK"), slip: made("QKK") },
  ...["QVK", "KQV", "KVQ", "VQK", "VKQ"].map((how) => ({
    ...{
      id: "matrices_exchanged",
      how,
      of: exchangedIn(how),
      slip: made(how),
    },
    fits: (/** @type {Options} */ o) => isSelf(o) || how[0] === "Q",
  })),
  {
    id: "merge_mixes_batch",
    slip: ({ B, T, H, d }) => ({
      merge: (/** @type {Nd} */ c) => {
        const rows = reshape(transpose(c, 1, 0, 2, 3), H, B, T, d); // rows of heads first
        return reshape(transpose(rows, 0, 2, 1, 3), B, T, H * d);
      },
    }),
  },
  {
    id: "rope_style",
    with: { rope: "half" },
    slip: (o) => ({
      turnQ: (/** @type {Nd} */ x) => rotate(x, { ...o, rope: "interleaved" }, 0),
      turnK: (/** @type {Nd} */ x) => rotate(x, { ...o, rope: "interleaved" }, 0),
    }),
  },
  {
    id: "rope_axis",
    with: { rope: "half" },
    slip: (o) => ({
      turnQ: (/** @type {Nd} */ x) => rotate(x, o, 0, ([, h]) => h),
      turnK: (/** @type {Nd} */ x) => rotate(x, o, 0, ([, h]) => h),
    }),
  },
  {
    id: "rope_missing",
    with: { rope: "interleaved" },
    slip: () => ({ turnQ: (/** @type {Nd} */ x) => x, turnK: (/** @type {Nd} */ x) => x }),
  },
  {
    id: "positions_restart",
    with: { rope: "half", past: 3 },
    slip: (o) => ({
      turnQ: (/** @type {Nd} */ x) => rotate(x, o, 0),
      turnK: (/** @type {Nd} */ x) => rotate(x, o, 0),
    }),
  },
  {
    id: "causal_top_left",
    with: { ...causal, past: 2 },
    slip: () => ({ isFuture: (/** @type {number} */ i, /** @type {number} */ j) => j > i }),
  },
  {
    id: "latent_style",
    with: { rope: "interleaved", latent: true },
    fits: isSelf,
    slip: (o) => ({
      turnQ: (/** @type {Nd} */ x) => rotate(x, { ...o, rope: "half" }, 0),
      turnK: (/** @type {Nd} */ x) => rotate(x, { ...o, rope: "half" }, 0),
    }),
  },
];
