import { flatIndex } from "../../kit/state/memory.js";
import { areWeights, inputsOf, isAttention } from "../../kit/state/quantity.js";
import { nearestIn } from "../../kit/state/selection.js";
import { headIn, rowOf } from "../../kit/state/head.js";
import { pathOf } from "../../kit/state/state.js";

/**
 * One row of a head in three moves: the scores of a query, their shares, and the values times the shares, added up. All numbers are the core's.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/head.js").Head} Head
 *
 * @typedef {object} Moves
 * @property {readonly number[]} scores   (T_k) numbers that enter the softmax; -Infinity where the mask hides the key
 * @property {readonly number[]} shares   (T_k) weights that leave the softmax
 * @property {number} total               sum of the shares: below 1 if a sink takes a part
 * @property {readonly number[]} factors  (T_k) weights that multiply the values: after a dropout, the shares that are left
 * @property {readonly Float32Array[]} values  (T_k, d_v)
 * @property {Float32Array} mix           (d_v) the sum of values times factors
 * @property {readonly Step[]} between    steps from the product to the scores
 * @property {number} width               d_k
 */

/** The three moves of the selected query. @param {Head} of a picture with a layer @returns {Moves} */
export function movesOf(of) {
  const { picture, step, item, head, query, keys } = of;
  const { steps } = picture;
  const shares = Array.from(rowOf(of));
  const scored = scoresBefore(step, steps);
  const mixed = /** @type {Step} */ (
    steps.find(
      (each) => each.op === "matmul" && inputsOf(each, steps).some((input) => areWeights(input, steps)),
    )
  );
  const inputs = inputsOf(mixed, steps);
  const used = /** @type {Step} */ (inputs.find((input) => areWeights(input, steps)));
  const held = /** @type {Step} */ (inputs.find((input) => input !== used));
  const row = (/** @type {Step} */ { id, shape }, /** @type {readonly number[]} */ at) => {
    const first = flatIndex({ shape }, [...at.slice(0, -1), 0]);
    return picture.values(id).slice(first, first + Number(shape.at(-1)));
  };
  const at = (/** @type {Step} */ each, /** @type {object} */ more) =>
    nearestIn(each, { batch: item, head, token: query, key: 0, feature: 0, column: null, ...more }, steps);
  return {
    shares,
    total: shares.reduce((sum, share) => sum + share, 0),
    scores: Array.from(row(scored, [item, head, query, 0]).subarray(0, keys)),
    factors: Array.from(row(used, at(used, {})).subarray(0, keys)),
    values: Array.from({ length: keys }, (_, key) => row(held, at(held, { key, token: key }))),
    mix: row(mixed, at(mixed, {})),
    between: betweenProductAnd(scored, steps),
    width: picture.config.dK,
  };
}

/** The step that the softmax reads. @param {Step} step weights @param {readonly Step[]} steps @returns {Step} */
function scoresBefore(step, steps) {
  const input = /** @type {Step} */ (inputsOf(step, steps).find(isAttention));
  return areWeights(input, steps) ? scoresBefore(input, steps) : input;
}

/** The steps that change scores, from the product on. @param {Step} scored @param {readonly Step[]} steps @returns {Step[]} */
function betweenProductAnd(scored, steps) {
  const before = inputsOf(scored, steps).find(isAttention);
  return before ? [...betweenProductAnd(before, steps), scored] : [];
}

/** The numbers between those of two rows of equal length: t is 0 for the first and 1 for the second. @param {Moves} from @param {Moves} to @param {number} t @returns {Moves} */
export function movesBetween(from, to, t) {
  if (t >= 1 || from.scores.length !== to.scores.length || from.mix.length !== to.mix.length) return to;
  const mixed = (/** @type {ArrayLike<number>} */ a, /** @type {ArrayLike<number>} */ b) =>
    Float32Array.from(b, (value, i) =>
      Number.isFinite(value) && Number.isFinite(a[i]) ? a[i] + (value - a[i]) * t : value,
    );
  return {
    ...to,
    scores: Array.from(mixed(from.scores, to.scores)),
    shares: Array.from(mixed(from.shares, to.shares)),
    factors: Array.from(mixed(from.factors, to.factors)),
    values: to.values.map((value, key) => mixed(from.values[key], value)),
    mix: mixed(from.mix, to.mix),
  };
}

/**
 * The head, of all heads or of the selected one, that gives a word's largest share to another word, and that word. The first word counts only
 * if there is no other, because many heads rest there.
 * @param {import("../../kit/state/state.js").State} state @param {import("../../kit/state/selection.js").Selection} selection @param {boolean} [ofAll]
 * @returns {{ head: number, key: number }}
 */
export function largestElsewhere(state, selection, ofAll = false) {
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(state));
  const of = headIn(picture, selection);
  const heads = ofAll ? Array.from({ length: of.heads }, (_, head) => head) : [of.head];
  const isOther = (/** @type {number} */ key) => key !== of.query && (key > 0 || of.keys < 3);
  const all = heads.flatMap((head) =>
    Array.from(rowOf({ ...of, head }), (share, key) => ({ head, key, share })).filter(({ key }) =>
      isOther(key),
    ),
  );
  const { head, key } = all.reduce((a, b) => (b.share > a.share ? b : a), {
    head: of.head,
    key: of.key,
    share: -1,
  });
  return { head, key };
}

const MENTIONED = 0.02; // smallest share whose word the sentence names

/** The keys with the largest shares, largest first: the first, and up to `most` others that are at least MENTIONED. @param {Moves} moves @param {number} [most] */
export function largestShares({ shares }, most = 2) {
  const order = shares.map((_, key) => key).sort((a, b) => shares[b] - shares[a]);
  const [first, ...rest] = order;
  return { first, others: rest.filter((key) => shares[key] >= MENTIONED).slice(0, most) };
}
