import { batchOf as ofSentences, embedAll } from "../../kit/state/batch.js";
import { SHORTER } from "../../kit/state/settings.js";
import { tokenize } from "../../kit/state/tokens.js";
import { isEmbedded, valuesOf, orRefused } from "../state-runs.js";

/**
 * Sentences of different lengths in one batch, the shorter ones padded, and the effect of passing their padding mask as a square (B, T_k).
 *
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("../../core/index.js").Run} Run
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 * @typedef {import("../../kit/state/batch.js").Batch} Batch
 *
 * @typedef {object} BatchTurn
 * @property {"axes" | "square"} mask  form of the mask: (B, 1, 1, T_k), or (B, T_k)
 * @property {1 | 2 | "T"} sentences   number of sentences in the batch; "T": as many as the longer sentence has words
 *
 * @typedef {object} Read
 * @property {TensorOutput} weights     (B, H, T, T)
 * @property {Uint8Array} blocked       (B, T, T): 1 where the scores' mask blocks
 * @property {Uint8Array} otherwise     (B, T, T): 1 where the right mask differs
 * @property {Float32Array} moved       (B, T): error of each output row, relative to the row's norm
 * @property {readonly number[]} strides  strides of the mask over (B, H, T_q, T_k)
 * @property {number} largest           largest error of a word's row
 * @property {number} at                row of the largest error, counted over all sentences
 * @property {{ rows: number, wrong: number, seePadding: number, missWords: number }} count  rows of words, and how many of them differ
 * @property {number} onPadding         largest weight that a word's row gives to padding
 * @property {import("../../kit/text/refusals.js").Message | null} none     message of the core if the square mask equals the right one, otherwise null
 *
 * @typedef {{ batch: Batch } & ({ refused: import("../../kit/text/refusals.js").Message } | Read)} BatchAnswer  refused: reason from the
 * core
 */

/** Limit on the words when the batch has as many sentences as words. */
export const MOST_SQUARE = 64;

const ROUNDING = 1e-6; // share of a row's norm; smaller changes are rounding

/** @type {Readonly<BatchTurn>} */
export const FIRST_TURN = Object.freeze({ mask: "axes", sentences: 2 });

/** The second sentence. @param {Picture} picture @returns {readonly string[]} */
export const secondOf = ({ settings: { batchTokens } }) =>
  batchTokens.length ? batchTokens : tokenize(SHORTER);

/** Number of words of the longer sentence. @param {Picture} picture */
export const lengthOf = (picture) => Math.max(picture.settings.tokens.length, secondOf(picture).length);

/** Reason why no batch can be made, or null. @param {Picture} picture @param {BatchTurn} turn @returns {"given" | "cross" | "many" | null} */
export function hindrance(picture, { sentences }) {
  if (picture.call?.key) return "cross";
  if (!isEmbedded(picture)) return "given";
  return sentences === "T" && lengthOf(picture) > MOST_SQUARE ? "many" : null;
}

/**
 * A batch of one holds the shorter sentence. In larger batches the two sentences alternate.
 * @param {Picture} picture @param {BatchTurn["sentences"]} sentences @returns {Batch}
 */
function batchOf(picture, sentences) {
  const { tokens } = picture.settings;
  const second = secondOf(picture);
  const length = lengthOf(picture);
  const shorter = second.length > tokens.length ? tokens : second;
  const turns = sentences === 1 || length === 1 ? [shorter] : [tokens, second];
  const chosen = Array.from(
    { length: sentences === "T" ? length : sentences },
    (_, i) => turns[i % turns.length],
  );
  return ofSentences(chosen, length);
}

/** @param {Core} core @param {Picture} picture a picture without hindrance @param {BatchTurn} turn @returns {BatchAnswer} */
export function batchAnswer(core, picture, turn) {
  const batch = batchOf(picture, turn.sentences);
  const input = {
    .../** @type {ForwardInput} */ (picture.call),
    query: embedAll(core, { dModel: picture.config.dModel, seed: picture.settings.seed }, batch.words),
    keyPaddingMask: batch.padding,
  };
  const answer = orRefused(() =>
    valuesOf(picture, input, (right) =>
      turn.mask === "axes"
        ? readOf(picture, batch, right, right)
        : valuesOf(picture, { ...input, fault: "mask_as_square" }, (wrong) => {
            const refused = wrong.steps.find(({ refusal }) => refusal)?.refusal;
            return refused ? { refused } : readOf(picture, batch, right, wrong);
          }),
    ),
  );
  return { batch, ...answer };
}

/** @param {Picture} picture @param {Batch} batch @param {Run} right @param {Run} taken the right run, or that with the wrong mask @returns {Read} */
function readOf({ settings: { causal } }, { lengths, padding }, right, taken) {
  const weights = /** @type {TensorOutput} */ (taken.attention);
  const [, length] = padding.shape;
  const [should, blocked] = [right, taken].map(blockedIn);
  const otherwise = blocked.map((is, at) => Number(is !== should[at]));
  const moved = right.changeTo(taken).tokens.data;
  const count = { rows: 0, wrong: 0, seePadding: 0, missWords: 0 };
  let [largest, at] = [0, 0];
  for (let row = 0; row < moved.length; row++) {
    const item = Math.floor(row / length);
    if (row % length >= lengths[item]) continue; // a row of padding: no later computation reads it
    count.rows++;
    const keys = otherwise.subarray(row * length, (row + 1) * length);
    if (keys.subarray(lengths[item]).some(Boolean)) count.seePadding++;
    if (keys.subarray(0, lengths[item]).some(Boolean)) count.missWords++;
    if (!(moved[row] <= ROUNDING)) count.wrong++;
    if (!(moved[row] <= largest)) [largest, at] = [moved[row], row];
  }
  const masked = taken.steps.find(({ id }) => id === "masked");
  const masks = /** @type {import("../../core/types.js").MaskAttribute[]} */ (masked?.attributes.masks);
  return {
    ...{ weights, blocked, otherwise, moved, largest, at, count },
    strides: masks[causal ? 1 : 0].strides, // the core lists the causal mask first
    onPadding: onPadding(weights, lengths),
    none: taken.notices.find(({ id }) => id === "no_difference") ?? null,
  };
}

/** The cells that the run's mask blocks, per sentence. All heads share one mask. @param {Run} run @returns {Uint8Array} (B, T, T) */
function blockedIn(run) {
  const { data, shape } = run.tensor("masked");
  const [batch, heads, rows, keys] = shape;
  const one = rows * keys;
  const blocked = new Uint8Array(batch * one);
  for (let at = 0; at < blocked.length; at++)
    blocked[at] = Number(data[Math.floor(at / one) * heads * one + (at % one)] === -Infinity);
  return blocked;
}

/** @param {TensorOutput} weights @param {readonly number[]} lengths of the sentences */
function onPadding({ data, shape: [, heads, rows, keys] }, lengths) {
  let most = 0;
  data.forEach((weight, at) => {
    const item = Math.floor(at / (heads * rows * keys));
    const query = Math.floor(at / keys) % rows;
    if (at % keys >= lengths[item] && query < lengths[item] && weight > most) most = weight;
  });
  return most;
}

/**
 * A head's weights for one sentence, with −∞ for masked cells. Cached: equal arrays let the painter reuse its drawing.
 * @type {WeakMap<Read, Map<string, Float32Array>>}
 */
const kept = new WeakMap();

/** @param {Read} read @param {number} item @param {number} head */
export function mapOf(read, item, head) {
  const of = kept.get(read) ?? new Map();
  kept.set(read, of);
  const { data, shape } = read.weights;
  const one = shape[2] * shape[3];
  const from = (item * shape[1] + head) * one;
  const name = `${item} ${head}`;
  const map =
    of.get(name) ??
    data.slice(from, from + one).map((weight, at) => (read.blocked[item * one + at] ? -Infinity : weight));
  of.set(name, map);
  return map;
}
