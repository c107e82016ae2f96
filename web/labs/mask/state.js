import { HeadscopeError } from "../../core/errors.js";
import { valuesOf } from "../state-runs.js";

/**
 * Who may look at whom: masks as a reader turns them, what a row becomes that may look at nobody, and whether the last word leaks into rows
 * that may not see it.
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../../core/types.js").MaskAttribute} MaskAttribute
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 *
 * @typedef {object} MaskTurn
 * @property {boolean} causal
 * @property {number} padding               keys that are padding
 * @property {"start" | "end"} side         where these stand
 * @property {ReadonlySet<number>} painted  cells of (T_q, T_k), row by row, that are blocked by hand
 * @property {Fault} path                   the way the layer takes
 *
 * @typedef {"nan" | "large" | "zero"} Fill  −∞ as PyTorch, −1e9, and −∞ with rows that see nothing at 0
 *
 * @typedef {object} MaskAnswer
 * @property {Float32Array} open      (T_q, T_k): 0, and −∞ where it is blocked
 * @property {TensorOutput} heads     (B, H, T_q, T_k): the same as the heads of the path that is taken read it
 * @property {{ name: "causal" | "padding" | "painted", shape: number[], strides: number[] }[]} broadcast  masks as given, and their strides over (B, H, T_q, T_k)
 * @property {Readonly<Record<Fill, TensorOutput>>} weights  (B, H, T_q, T_k)
 * @property {Float32Array} moved     (T_q): how far each output row moves, of its own length, when the last word's vector changes its sign
 * @property {Uint8Array} may         (T_q): 1 where it may
 * @property {number[]} leaks         rows that move and may not
 *
 * @typedef {{ refused: import("../../kit/text/refusals.js").Message }} Refused  why the core takes no such path here
 */

/** The paths on which a mask can be got wrong, or got around. @type {readonly Fault[]} */
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

const ROUNDING = 1e-6; // of a row's length: less is no change

/** @type {Readonly<MaskTurn>} */
export const FIRST_TURN = Object.freeze({
  causal: true,
  padding: 0,
  side: "end",
  painted: new Set(),
  path: "none",
});

/** How many queries and keys. @param {Picture} picture */
export function sizesIn({ settings: { tokens, keyTokens } }) {
  return { queries: tokens.length, keys: keyTokens.length || tokens.length };
}

/**
 * @param {Picture} picture of a layer
 * @param {MaskTurn} turn
 * @returns {MaskAnswer | Refused}
 */
export function maskAnswer(picture, turn) {
  try {
    return answer(picture, turn);
  } catch (error) {
    if (error instanceof HeadscopeError && error.code !== "disposed") return { refused: error };
    throw error;
  }
}

/** @param {Picture} picture @param {MaskTurn} turn @returns {MaskAnswer} */
function answer(picture, turn) {
  const { queries, keys } = sizesIn(picture);
  const fault = fits(turn) ? turn.path : "none";
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

/** A path that is about masks needs one. @param {MaskTurn} turn */
export const fits = ({ path, causal, padding, painted }) =>
  path !== "mask_reversed" || causal || padding > 0 || painted.size > 0;

/** @param {import("../../core/index.js").Run} run @returns {TensorOutput} */
const attention = (run) => /** @type {TensorOutput} */ (run.attention);

/** 0, and −∞ where a mask blocks. @param {import("../../core/index.js").Run} run @param {number} [count] of numbers, of all unless told */
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

/** To a mask of one's own that is added, what is painted is added too. @param {ArrayLike<number> | ArrayLike<boolean>} mask @param {ReadonlySet<number>} painted @param {Fill} fill */
const added = (mask, painted, fill) =>
  Float32Array.from(/** @type {ArrayLike<number>} */ (mask), (value, at) =>
    painted.has(at) ? (fill === "large" ? -1e9 : -Infinity) : Number(value),
  );

/**
 * The input whose last word is changed: every number of it, since a word at the same place keeps what stands for the place, and what hangs on that
 * would not tell of a leak.
 * @param {Picture} picture @returns {Partial<ForwardInput>}
 */
function withAnotherEnd(picture) {
  const call = /** @type {ForwardInput} */ (picture.call);
  const name = call.key ? "key" : "query";
  const { data, shape } = /** @type {import("../../core/types.js").TensorInput} */ (call[name]);
  const last = data.length - /** @type {number} */ (shape.at(-1));
  return { [name]: { data: Float32Array.from(data, (value, at) => (at < last ? value : -value)), shape } };
}

/** @param {MaskTurn} turn @param {readonly MaskAttribute[]} masks as the core has them: the causal one, that of padding, and the other @param {Picture} picture @returns {MaskAnswer["broadcast"]} */
function broadcastOf({ causal, padding, painted }, masks, picture) {
  const { queries, keys } = sizesIn(picture);
  const given = /** @type {const} */ ([
    [causal, "causal", [queries, keys]],
    [padding > 0, "padding", [1, keys]],
    [painted.size > 0 || Boolean(picture.own.mask), "painted", [queries, keys]],
  ]).filter(([is]) => is);
  return given.map(([, name, shape], i) => ({ name, shape: [...shape], strides: masks[i].strides }));
}
