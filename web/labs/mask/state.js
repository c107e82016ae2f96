import { valuesOf, orRefused } from "../state-runs.js";

/**
 * Masks that the reader sets, the three ways to fill a row without visible keys, and leaks: output rows that change with the last word although the
 * mask hides it from them.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../../core/types.js").MaskAttribute} MaskAttribute
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 *
 * @typedef {object} MaskTurn
 * @property {boolean} causal
 * @property {number} padding               number of padded keys
 * @property {"start" | "end"} side where the padding stands
 * @property {ReadonlySet<number>} painted  cells of (T_q, T_k), row by row, blocked by hand
 * @property {Fault} path the right path, or the wrong path to compute
 *
 * @typedef {"nan" | "large" | "zero"} Fill  −∞ as in PyTorch, −1e9, or −∞ with 0 for rows without keys
 *
 * @typedef {object} MaskAnswer
 * @property {Float32Array} open      (T_q, T_k): 0, or −∞ where blocked
 * @property {TensorOutput} heads     (B, H, T_q, T_k): 0, or −∞ where the chosen path blocks
 * @property {{ name: "causal" | "padding" | "painted", shape: number[], strides: number[] }[]} broadcast  masks as given, with their
 * strides over (B, H, T_q, T_k)
 * @property {Readonly<Record<Fill, TensorOutput>>} weights  (B, H, T_q, T_k)
 * @property {Float32Array} moved     (T_q): change of each output row, relative to the row's norm, when the last word's vector changes sign
 * @property {Uint8Array} may         (T_q): 1 if the mask lets the row see the last word
 * @property {number[]} leaks         rows that change although the mask hides the last word from them
 *
 * @typedef {{ refused: import("../../kit/text/refusals.js").Message }} Refused  error of the core for this path
 */

/** The right path, and the wrong paths that misuse a mask. @type {readonly Fault[]} */
export const PATHS = [
  "none",
  "view_without_transpose",
  "merge_without_transpose",
  "softmax_axis",
  "mask_reversed",
];

/** @type {Readonly<Record<Fill, Pick<ForwardInput, "maskFill" | "softmaxEmptyRow">>>} */
const FILLS = {
  nan: { maskFill: "-inf", softmaxEmptyRow: "nan" },
  large: { maskFill: "-1e9", softmaxEmptyRow: "zero" },
  zero: { maskFill: "-inf", softmaxEmptyRow: "zero" },
};

const ROUNDING = 1e-6; // share of a row's norm; smaller changes are rounding

/** @type {Readonly<MaskTurn>} */
export const FIRST_TURN = Object.freeze({
  causal: true,
  padding: 0,
  side: "end",
  painted: new Set(),
  path: "none",
});

/** The number of queries and of keys. @param {Picture} picture */
export function sizesIn({ settings: { tokens, keyTokens } }) {
  return { queries: tokens.length, keys: keyTokens.length || tokens.length };
}

/**
 * @param {Picture} picture a picture with a layer
 * @param {MaskTurn} turn
 * @returns {MaskAnswer | Refused}
 */
export function maskAnswer(picture, turn) {
  return orRefused(() => answer(picture, turn));
}

/** @param {Picture} picture @param {MaskTurn} turn @returns {MaskAnswer} */
function answer(picture, turn) {
  const { queries, keys } = sizesIn(picture);
  const fault = canCompute(turn) ? turn.path : "none";
  const call = (/** @type {Fill} */ fill) => ({ ...callOf(picture, turn, fill), ...FILLS[fill] });
  const right = valuesOf(picture, call("zero"), (run) => ({
    open: openIn(run, queries * keys),
    masks: masksIn(run),
  }));
  const [nan, large] = /** @type {const} */ (["nan", "large"]).map((fill) =>
    valuesOf(picture, { ...call(fill), fault }, attention),
  );
  const changed = withAnotherEnd(picture);
  const given = { ...call("zero"), fault };
  const of = valuesOf(picture, given, (run) => ({
    zero: attention(run),
    heads: { data: openIn(run), shape: attention(run).shape },
    moved: valuesOf(picture, { ...given, ...changed }, (other) => run.changeTo(other).tokens.data),
  }));
  const may = Uint8Array.from({ length: queries }, (_, row) =>
    Number(right.open[row * keys + keys - 1] === 0 || ("query" in changed && row === queries - 1)),
  );
  return {
    open: right.open,
    heads: of.heads,
    broadcast: broadcastOf(turn, right.masks, picture),
    weights: { nan, large, zero: of.zero },
    moved: of.moved,
    may,
    leaks: [...may.keys()].filter((row) => !may[row] && !(of.moved[row] <= ROUNDING)),
  };
}

/** Whether a path can be computed: some wrong paths need a certain mask. @param {MaskTurn} turn */
export const canCompute = ({ path, causal, padding, painted }) =>
  path !== "mask_reversed" || causal || padding > 0 || painted.size > 0;

/** @param {import("../../core/index.js").Run} run @returns {TensorOutput} */
const attention = (run) => /** @type {TensorOutput} */ (run.attention);

/** 0, or −∞ where a mask blocks. @param {import("../../core/index.js").Run} run @param {number} [count] number of values; defaults to all */
function openIn(run, count) {
  const masked = run.steps.find(({ id }) => id === "masked");
  if (!masked) return new Float32Array(count ?? attention(run).data.length);
  return run
    .tensor("masked")
    .data.subarray(0, count)
    .map((score) => (score === -Infinity ? score : 0));
}

/** @param {import("../../core/index.js").Run} run */
const masksIn = (run) =>
  /** @type {MaskAttribute[]} */ (run.steps.find(({ id }) => id === "masked")?.attributes.masks ?? []);

/** @param {Picture} picture @param {MaskTurn} turn @param {Fill} fill @returns {ForwardInput} */
function callOf(picture, turn, fill) {
  const { queries, keys } = sizesIn(picture);
  const { causal, padding, side, painted } = turn;
  const first = side === "start" ? 0 : keys - padding;
  const isPadding = (/** @type {number} */ key) => key >= first && key < first + padding;
  const { mask } = picture.own;
  const shape = [queries, keys];
  return {
    .../** @type {ForwardInput} */ (picture.call),
    causal,
    keyPaddingMask: padding
      ? { data: Uint8Array.from({ length: keys }, (_, key) => Number(isPadding(key))), shape: [1, keys] }
      : undefined,
    attnMask: mask
      ? { data: added(mask.data, painted, fill), shape: mask.shape }
      : painted.size
        ? { data: Uint8Array.from({ length: queries * keys }, (_, at) => Number(painted.has(at))), shape }
        : undefined,
  };
}

/**
 * The mask to pass in the call: the host's own additive mask with the painted cells added.
 * @param {ArrayLike<number> | ArrayLike<boolean>} mask @param {ReadonlySet<number>} painted @param {Fill} fill
 */
const added = (mask, painted, fill) =>
  Float32Array.from(/** @type {ArrayLike<number>} */ (mask), (value, at) =>
    painted.has(at) ? (fill === "large" ? -1e9 : -Infinity) : Number(value),
  );

/**
 * The input with the last word's vector negated. All features change: another word at the same position would keep the position's features, and a
 * leak of those would go unseen.
 * @param {Picture} picture @returns {Partial<ForwardInput>}
 */
function withAnotherEnd(picture) {
  const call = /** @type {ForwardInput} */ (picture.call);
  const name = call.key ? "key" : "query";
  const { data, shape } = /** @type {import("../../core/types.js").TensorInput} */ (call[name]);
  const last = data.length - /** @type {number} */ (shape.at(-1));
  return { [name]: { data: Float32Array.from(data, (value, at) => (at < last ? value : -value)), shape } };
}

/**
 * @param {MaskTurn} turn
 * @param {readonly MaskAttribute[]} masks masks from the core: causal, padding, and the other
 * @param {Picture} picture
 * @returns {MaskAnswer["broadcast"]}
 */
function broadcastOf({ causal, padding, painted }, masks, picture) {
  const { queries, keys } = sizesIn(picture);
  const given = /** @type {const} */ ([
    [causal, "causal", [queries, keys]],
    [padding > 0, "padding", [1, keys]],
    [painted.size > 0 || Boolean(picture.own.mask), "painted", [queries, keys]],
  ]).filter(([is]) => is);
  return given.map(([, name, shape], i) => ({ name, shape: [...shape], strides: masks[i].strides }));
}
