import { cut, fuse, layoutsFor, widthOf } from "./fused.js";
import {
  biased,
  featuresOf,
  headsOf,
  masked,
  mergeOf,
  project,
  projectOut,
  repeated,
  scored,
  times,
  tokensOf,
} from "./layer-steps.js";
import { blockedIn, blockedWhere, masksIn, masksOf } from "./masks.js";
import { mapped, regrouped, transposed } from "./products.js";
import { rotated } from "./rotation.js";
import { hasFullRow } from "./saved-layer.js";
import { EMPTY_ROWS, softmaxOf } from "./softmax.js";

/**
 * The mistakes that people make: each is a row of one table, with the steps that it computes otherwise.
 *
 * @typedef {import("./layer.js").Layer} Layer
 * @typedef {import("./layer-steps.js").LayerSteps} LayerSteps
 * @typedef {import("./layer-steps.js").Lane} Lane
 * @typedef {import("./layer-steps.js").Change} Change
 * @typedef {import("./layer-steps.js").Values} Values
 * @typedef {import("./masks.js").Place} Place
 * @typedef {import("./masks.js").MaskName} MaskName
 *
 * @typedef {object} Way  one way to make a mistake
 * @property {string[]} [of]  which, if there are several: arrays, masks or orders
 * @property {number} [value]
 * @property {Change} change
 *
 * @typedef {object} Mistake
 * @property {string} id
 * @property {(layer: Layer) => Way[]} ways  none if the layer leaves no room for the mistake
 */

const LANES = /** @type {const} */ (["q", "k", "v"]);
const QUERIES_KEYS = /** @type {const} */ (["q", "k"]);
const KEYS_VALUES = /** @type {const} */ (["k", "v"]);

/** @param {Lane} lane */
const matrixName = (lane) => `w${lane.toUpperCase()}`;

/** Likeliest first. @type {readonly Mistake[]} */
export const MISTAKES = [
  // Projections.
  { id: "raw_inputs", ways: rawInputs },
  { id: "matrices_exchanged", ways: exchanged },
  { id: "transposed", ways: transposes },
  { id: "no_bias", ways: withoutBiases },
  { id: "qkv_by_heads", ways: fusedOtherwise },

  // Heads.
  {
    id: "view_without_transpose",
    ways: ({ sizes: { H, kvHeads } }) => {
      if (H === 1 && kvHeads === 1) return [];
      const split = Object.fromEntries(
        LANES.map((lane) => [`${lane}_heads`, (/** @type {LayerSteps} */ s) => s.get(lane)]),
      );
      return [{ change: split }, { of: ["concat"], change: { ...split, concat: (s) => s.get("context") } }];
    },
  },
  { id: "split_features_first", ways: splitFeaturesFirst },
  {
    id: "kv_tiled",
    ways: ({ sizes: { H, kvHeads } }) => {
      if (kvHeads === H || kvHeads === 1) return [];
      return bothOrOne(KEYS_VALUES, (lane) => ({
        [`${lane}_groups`]: (/** @type {LayerSteps} */ s) => repeated(s, lane, (head) => head % kvHeads),
      }));
    },
  },

  // Positions.
  { id: "rope_style", ways: (layer) => (layer.latent ? [] : otherStyle(layer)) },
  { id: "latent_style", ways: (layer) => (layer.latent ? otherStyle(layer) : []) },
  {
    id: "positions_restart",
    ways: ({ past, rope }) => (past && rope ? [turning(QUERIES_KEYS, { position: (token) => token })] : []),
  },
  {
    id: "rope_missing",
    ways: ({ rope }) =>
      rope ? bothOrOne(QUERIES_KEYS, (lane) => turning([lane], { rope: null }).change) : [],
  },
  {
    id: "rope_axis",
    ways: ({ rope, latent }) =>
      rope && !latent ? [turning(QUERIES_KEYS, { position: (_, head) => head })] : [],
  },

  // Scores.
  { id: "no_scale", ways: () => [scaledBy(() => 1)] },
  { id: "scale_d_model", ways: () => [scaledBy(({ sizes: { dModel } }) => 1 / Math.sqrt(dModel))] },
  { id: "scale_without_root", ways: () => [scaledBy(({ sizes: { width } }) => 1 / width)] },
  { id: "scale_multiplied", ways: () => [scaledBy(({ sizes: { width } }) => Math.sqrt(width))] },
  {
    id: "keys_ask",
    ways: ({ sizes: { T, Tk } }) =>
      T === Tk ? [{ change: { scores: (s) => scored(s.get("k_groups"), s.get("q_turned"), s.layer) } }] : [],
  },
  {
    id: "alibi_sign",
    ways: ({ slopes }) =>
      slopes
        ? [
            {
              change: {
                biased: (s) =>
                  biased(
                    s,
                    Float64Array.from(slopes, (slope) => -slope),
                  ),
              },
            },
          ]
        : [],
  },

  // Masks.
  { id: "mask_reversed", ways: reversed },
  {
    id: "not_masked",
    ways: (layer) => causalBy(layer, () => false),
  },
  {
    id: "padding_ignored",
    ways: ({ padding }) =>
      padding ? [blocking((layer) => blockedIn(layer, { key_padding_mask: null }))] : [],
  },
  { id: "mask_diagonal", ways: (layer) => causalBy(layer, ({ j, at }) => j >= at) },
  { id: "mask_future", ways: (layer) => causalBy(layer, ({ j, at }) => j > at + 1) },
  {
    id: "causal_top_left",
    ways: (layer) => (layer.sizes.T === layer.sizes.Tk ? [] : causalBy(layer, ({ i, j }) => j > i)),
  },
  { id: "window_off_by_one", ways: otherWindow },
  {
    id: "mask_repeat_order",
    ways: (layer) => otherBatch(layer, ({ b, h }, { B, H }) => (b * H + h) % B),
  },
  {
    id: "mask_batches_first",
    ways: (layer) => otherBatch(layer, ({ b, h }, { B, H }) => Math.floor((h * B + b) / H)),
  },
  {
    id: "mask_as_square",
    ways: ({ padding, sizes: { B, T, Tk } }) =>
      padding && B === T ? paddingBy(({ i, j }) => Boolean(padding[i * Tk + j])) : [],
  },
  {
    id: "mask_on_queries",
    ways: ({ padding, sizes: { T, Tk } }) =>
      padding && T === Tk ? paddingBy(({ b, i }) => Boolean(padding[b * Tk + i])) : [],
  },
  { id: "mask_added_as_binary", ways: maskAsBinary },

  // Weights.
  { id: "softmax_axis", ways: (layer) => (layer.sinks ? [] : softmaxes(layer, 2)) },
  { id: "softmax_heads", ways: (layer) => (layer.sinks ? [] : softmaxes(layer, 1)) },
  { id: "masked_afterwards", ways: maskedAfterwards },

  // The output.
  {
    id: "merge_without_transpose",
    ways: ({ sizes: { H } }) => (H > 1 ? [{ change: { concat: (s) => s.get("context") } }] : []),
  },
  { id: "merge_mixes_batch", ways: mixedBatch },
  {
    id: "no_output",
    ways: ({ isKernel, sizes: { H, dV, dModel } }) =>
      isKernel || H * dV !== dModel ? [] : [{ change: { output: (s) => s.get("concat") } }],
  },
];

/** A mistake in two lanes, or in one of them. @template {Lane} T @param {readonly T[]} lanes @param {(lane: T) => Change} change @returns {Way[]} */
const bothOrOne = (lanes, change) => [
  { change: Object.assign({}, ...lanes.map(change)) },
  ...lanes.map((lane) => ({ of: [lane], change: change(lane) })),
];

/** @param {readonly ("q" | "k")[]} lanes @param {import("./rotation.js").Turning} how @returns {Way} */
const turning = (lanes, how) => ({
  change: Object.fromEntries(
    lanes.map((lane) => [`${lane}_turned`, (/** @type {LayerSteps} */ s) => rotated(s, lane, how)]),
  ),
});

/** The other style of rotary positions; of one of the two, if the other one is right. @param {Layer} layer @returns {Way[]} */
function otherStyle({ rope }) {
  if (!rope) return [];
  /** @type {"half" | "interleaved"} */
  const style = rope.style === "half" ? "interleaved" : "half";
  return bothOrOne(QUERIES_KEYS, (lane) => turning([lane], { rope: { ...rope, style } }).change);
}

/** @param {(layer: Layer) => number} factor @returns {Way} */
export const scaledBy = (factor) => ({ change: { scaled: (s) => times(s.get("scores"), factor(s.layer)) } });

/** @param {Layer} layer @returns {Way[]} */
function rawInputs({ sizes, inputs, projections, isKernel, latent }) {
  const isFit = LANES.every((lane) => inputs[lane].shape[2] === projections[lane].matrix.shape[1]);
  if (isKernel || latent || !isFit || !sizes.T) return [];
  return [
    {
      change: Object.fromEntries(
        LANES.map((lane) => [lane, () => Float64Array.from(/** @type {Float64Array} */ (inputs[lane].data))]),
      ),
    },
  ];
}

/** q, k and v made with each other's matrices. @param {Layer} layer @returns {Way[]} */
function exchanged({ projections, isKernel, isSelf, latent }) {
  if (isKernel || latent) return [];
  const ways = LANES.flatMap((q) => LANES.flatMap((k) => LANES.map((v) => /** @type {const} */ ([q, k, v]))));
  const counts = (/** @type {readonly Lane[]} */ way) => way.filter((lane, i) => lane !== LANES[i]).length;
  const isKnown = (/** @type {readonly Lane[]} */ way) => counts(way) === 1 || new Set(way).size === 3;
  return ways
    .filter((way) => counts(way) > 0 && isKnown(way))
    .filter((way) =>
      way.every(
        (from, i) => projections[from].matrix.shape.join() === projections[LANES[i]].matrix.shape.join(),
      ),
    )
    .sort((a, b) => counts(a) - counts(b))
    .flatMap((way) => {
      const of = way.map(matrixName);
      const made = (/** @type {(steps: LayerSteps, from: Lane, to: Lane) => Values} */ make) =>
        Object.fromEntries(
          LANES.flatMap((lane, i) =>
            way[i] === lane ? [] : [[lane, (/** @type {LayerSteps} */ s) => make(s, way[i], lane)]],
          ),
        );
      const whole = made((s, from, lane) =>
        isSelf ? unchanged(s, from) : project(s, lane, projections[from]),
      );
      const matrices = made((s, from, lane) =>
        isSelf
          ? withBias(withBias(unchanged(s, from), projections[from].bias, -1), projections[lane].bias, 1)
          : project(s, lane, { matrix: projections[from].matrix }),
      );
      const hasBias = way.some((lane) => projections[lane].bias);
      return [{ of, change: whole }, ...(hasBias ? [{ of, change: matrices }] : [])];
    });
}

/** A step of the layer before the change. @param {LayerSteps} steps @param {import("./layer-steps.js").StepName} name */
const unchanged = ({ base }, name) => /** @type {LayerSteps} */ (base).get(name);

/** Rows with a bias added, or taken away. @param {Values} rows @param {ArrayLike<number> | null} bias @param {1 | -1} sign */
const withBias = (rows, bias, sign) =>
  bias ? mapped(rows, (value, at) => value + sign * bias[at % bias.length]) : rows;

/** Square matrices, whose shape does not show a transpose. @param {Layer} layer @returns {Way[]} */
function transposes({ projections, out, isKernel }) {
  const isSquare = (/** @type {import("./layer.js").Tensor} */ { shape }) =>
    shape[0] === shape[1] && shape[0] > 1;
  if (isKernel) return [];
  return [
    ...LANES.filter((lane) => isSquare(projections[lane].matrix)).map((lane) => ({
      of: [matrixName(lane)],
      change: {
        [lane]: (/** @type {LayerSteps} */ s) =>
          project(s, lane, { matrix: transposed(projections[lane].matrix) }),
      },
    })),
    ...(isSquare(out.matrix)
      ? [
          {
            of: ["wO"],
            change: {
              output: (/** @type {LayerSteps} */ s) => projectOut(s, { matrix: transposed(out.matrix) }),
            },
          },
        ]
      : []),
  ];
}

/** All biases left out, those of queries, keys and values, or one. @param {Layer} layer @returns {Way[]} */
function withoutBiases({ projections, out }) {
  const all = /** @type {const} */ ([
    ["q", projections.q],
    ["k", projections.k],
    ["v", projections.v],
    ["output", out],
  ]).flatMap(([name, { bias }]) => {
    if (!bias || !Array.from(bias).some((value) => value !== 0)) return [];
    /** @type {Change} */
    const change = {
      [name]: (/** @type {LayerSteps} */ s) =>
        name === "output" ? projectOut(s, { bias: null }) : withBias(unchanged(s, name), bias, -1),
    };
    return [{ of: [name === "output" ? "bO" : `b${name.toUpperCase()}`], change }];
  });
  const ofInputs = all.filter(({ of }) => !of.includes("bO")); // a model that has biases in these projections only
  const several = ofInputs.length < all.length ? [all, ofInputs] : [all];
  return [
    ...several
      .filter(({ length }) => length > 1)
      .map((which) => ({
        of: which.flatMap(({ of }) => of),
        change: Object.assign({}, ...which.map(({ change }) => change)),
      })),
    ...all,
  ];
}

/** A fused matrix stored in one layout and cut as another: its products' columns change places. @param {Layer} layer @returns {Way[]} */
function fusedOtherwise({ sizes, isSelf, isKernel, latent }) {
  if (isKernel || latent || !isSelf) return [];
  const layouts = layoutsFor(sizes);
  const lanes = (/** @type {LayerSteps} */ s, /** @type {Lane} */ lane) => ({
    data: unchanged(s, lane),
    shape: [sizes.B * sizes.T, widthOf(sizes, lane)],
  });
  return layouts.flatMap((stored) =>
    layouts
      .filter((each) => each !== stored)
      .map((asked) => ({
        of: [stored, asked],
        change: Object.fromEntries(
          LANES.map((lane) => [
            lane,
            (/** @type {LayerSteps} */ s) => {
              const products = { q: lanes(s, "q"), k: lanes(s, "k"), v: lanes(s, "v") };
              return cut(fuse(products, stored, sizes), asked, sizes, lane).data;
            },
          ]),
        ),
      })),
  );
}

/** Rows cut as (B, T, d, heads) and turned to heads. Merged as usual, or in the order of the cut. @param {Layer} layer @returns {Way[]} */
function splitFeaturesFirst(layer) {
  const { sizes, latent } = layer;
  const { H, kvHeads, dK, dV } = sizes;
  if (latent || (H === 1 && kvHeads === 1) || (dK === 1 && dV === 1)) return [];
  const split = Object.fromEntries(
    LANES.map((lane) => [
      `${lane}_heads`,
      (/** @type {LayerSteps} */ s) =>
        regrouped(
          s.get(lane),
          [sizes.B, tokensOf(layer, lane), featuresOf(layer, lane), headsOf(layer, lane)],
          [0, 3, 1, 2],
        ),
    ]),
  );
  const concat = (/** @type {LayerSteps} */ s) => regrouped(s.get("context"), mergeOf(layer), [0, 2, 3, 1]);
  return [{ change: split }, { of: ["concat"], change: { ...split, concat } }];
}

/**
 * Other masks, in each of the ways in which a query whose keys are all blocked can end.
 * @param {(layer: Layer) => Uint8Array} blocked @param {import("./softmax.js").EmptyRow} [empty] @returns {Way}
 */
const blocking = (blocked, empty) => ({
  change: {
    blocked: (s) => blocked(s.layer),
    ...(empty && {
      attention: (/** @type {LayerSteps} */ s) => softmaxOf(s.get("masked"), s.layer, { empty }),
    }),
  },
});

/** @param {Layer} layer @param {(layer: Layer) => Uint8Array} blocked @param {string[]} [of] @returns {Way[]} */
function blockings(layer, blocked, of = []) {
  const isOpen = !layer.sinks && hasFullRow(blocked(layer), layer.sizes.Tk);
  return (isOpen ? EMPTY_ROWS : [undefined]).map((empty) => ({ of, ...blocking(blocked, empty) }));
}

/** @param {Layer} layer @param {(place: Place) => boolean} causal @returns {Way[]} */
const causalBy = (layer, causal) =>
  seesPast(layer) ? blockings(layer, (of) => blockedIn(of, futureBy(of, causal))) : [];

/** Whether a layer hides the future: by a causal mask, or by a window that ends at the query. @param {Layer} layer */
const seesPast = ({ causal, window }) => causal || window?.[1] === 0;

/** Another mask of the future, also in place of that side of a window. @param {Layer} layer @param {(place: Place) => boolean} causal */
function futureBy(layer, causal) {
  const { window } = layer;
  if (window?.[1] !== 0) return { causal };
  const before = masksOf({ ...layer, window: [window[0], -1] }).window;
  return { causal, window: (/** @type {Place} */ place) => before(place) || causal(place) };
}

/** @param {(place: Place) => boolean} padding @returns {Way[]} */
const paddingBy = (padding) =>
  EMPTY_ROWS.map((empty) => blocking((layer) => blockedIn(layer, { key_padding_mask: padding }), empty));

/** Each mask reversed, all as one, or one of several. @param {Layer} layer @returns {Way[]} */
function reversed(layer) {
  const names = masksIn(layer);
  const own = masksOf(layer);
  const not = (/** @type {readonly MaskName[]} */ which) =>
    Object.fromEntries(which.map((name) => [name, (/** @type {Place} */ place) => !own[name](place)]));
  if (!names.length) return [];
  const all = blockings(layer, (of) => blockedIn(of, not(names)));
  if (names.length === 1) return all;
  const asOne = blockings(layer, (of) => blockedIn(of).map((each) => 1 - each));
  return [
    ...all,
    ...asOne,
    ...names.flatMap((name) => blockings(layer, (of) => blockedIn(of, not([name])), [name])),
  ];
}

/** One key more, or less, on a side of the window. @param {Layer} layer @returns {Way[]} */
function otherWindow(layer) {
  const { window } = layer;
  if (!window) return [];
  const [left, right] = window;
  const sides = /** @type {[number, number][]} */ ([
    [left + 1, right],
    [left - 1, right],
    [left, right + 1],
    [left, right - 1],
  ]).filter(
    ([a, b]) =>
      (left >= 0 || a === left) &&
      (right >= 0 || b === right) &&
      a >= -1 &&
      b >= -1 &&
      !(left === 0 && a < 0) &&
      !(right === 0 && b < 0),
  );
  return sides.flatMap((other) => {
    const mask = masksOf({ ...layer, window: other }).window;
    return blockings(layer, (of) => blockedIn(of, { window: mask }));
  });
}

/**
 * Masks of another batch item: rows of heads and rows of the mask are stacked in different orders.
 * @param {Layer} layer @param {(place: Place, sizes: Layer["sizes"]) => number} source @returns {Way[]}
 */
function otherBatch(layer, source) {
  const { padding, mask, sizes } = layer;
  if (sizes.B === 1 || sizes.H === 1 || (!padding && !mask)) return [];
  const own = masksOf(layer);
  const moved = (/** @type {MaskName} */ name) => (/** @type {Place} */ place) =>
    own[name]({ ...place, b: source(place, sizes) });
  return blockings(layer, (of) =>
    blockedIn(of, { key_padding_mask: moved("key_padding_mask"), attn_mask: moved("attn_mask") }),
  );
}

/** An additive mask that blocks where its number is 0, or is not 0; a boolean one that is added. @param {Layer} layer @returns {Way[]} */
function maskAsBinary(layer) {
  const { mask } = layer;
  if (!mask) return [];
  if (!mask.isAdditive)
    return [
      {
        of: ["added"],
        change: {
          blocked: (s) => blockedIn(s.layer, { attn_mask: null }),
          masked: (s) => masked(s, -Infinity).map((score, at) => score + Number(mask.data[at])),
        },
      },
    ];
  const { H, T, Tk } = layer.sizes;
  const at = (/** @type {Place} */ { b, h, i, j }) => mask.data[((b * H + h) * T + i) * Tk + j];
  const own = masksOf(layer);
  return /** @type {[string, (place: Place) => boolean][]} */ ([
    ["zero", (place) => at(place) === 0],
    ["nonzero", (place) => at(place) !== 0],
  ]).flatMap(([of, isBlocked]) => {
    const all = masksIn(layer).map((name) => own[name]);
    const blocked = (/** @type {Layer} */ each) =>
      blockedWhere(each, (place) => isBlocked(place) || all.some((mask) => mask(place)));
    return EMPTY_ROWS.map((empty) => ({
      of: [of],
      change: {
        blocked: (/** @type {LayerSteps} */ s) => blocked(s.layer),
        masked: (/** @type {LayerSteps} */ s) => {
          const [scores, hidden] = [s.get("biased"), s.get("blocked")];
          return Float64Array.from(scores, (score, flat) => (hidden[flat] ? -Infinity : score));
        },
        attention: (/** @type {LayerSteps} */ s) => softmaxOf(s.get("masked"), s.layer, { empty }),
      },
    }));
  });
}

/** Over the queries (axis 2) or the heads (1). @param {Layer} layer @param {1 | 2} axis @returns {Way[]} */
const softmaxes = (layer, axis) =>
  (masksIn(layer).length ? EMPTY_ROWS : [layer.empty]).map((empty) => ({
    change: { attention: (s) => softmaxOf(s.get("masked"), s.layer, { axis, empty }) },
  }));

/** A softmax over all keys, and only then 0 where a key is blocked. @param {Layer} layer @returns {Way[]} */
function maskedAfterwards(layer) {
  if (!masksIn(layer).length) return [];
  return [
    {
      change: {
        attention: (s) => {
          const { mask } = s.layer;
          const open = mask?.isAdditive
            ? s.get("biased").map((score, at) => score + Number(mask.data[at]))
            : s.get("biased");
          const blocked = s.get("blocked");
          return softmaxOf(open, s.layer).map((weight, at) => (blocked[at] ? 0 : weight));
        },
      },
    },
  ];
}

/** Heads merged as if the batch and the heads, or the batch and the tokens, stood in another order. @param {Layer} layer @returns {Way[]} */
function mixedBatch({ sizes: { B, H, T, dV } }) {
  const merge = (/** @type {(context: import("./layer-steps.js").Values) => Float64Array} */ by) => ({
    change: { concat: (/** @type {LayerSteps} */ s) => by(s.get("context")) },
  });
  return [
    merge((context) => regrouped(context, [B, H, T, dV], [1, 2, 0, 3])), // heads, tokens, batch
    merge((context) => regrouped(context, [B, H, T, dV], [2, 0, 1, 3])), // tokens, batch, heads
    merge((context) => regrouped(context, [B, H, T, dV], [1, 0, 2, 3])), // heads, batch, tokens
    merge((context) => regrouped(context, [H, B, T, dV], [1, 2, 0, 3])), // read as heads first
  ];
}
