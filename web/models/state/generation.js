import { isWhole, show, wholeNumber } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";

/** @import { TensorOutput } from "../../core/types.js" */
/** @import { PredictedPiece } from "./model-run.js" */
/** @import { Pass, StackPass } from "./transformer.js" */
/** @import { Likely } from "./unembedding.js" */

/** Number of the likeliest pieces that are kept for each token. */
export const MOST_PIECES = 100;

/** Most pieces in a list of a head's circuits. */
export const MOST_LISTED = 20;

/**
 * Joins the pass of a sentence and the pass of the next token to the pass of both.
 * @param {Pass} earlier @param {Pass} next of one token, with the earlier keys and values
 * @param {number} id of the token
 * @returns {Pass | null} null if the earlier pass does not list the logit of the token
 */
export function continuedPass(earlier, next, id) {
  const likely = earlier.likely && next.likely && joinedLikely(earlier.likely, next.likely, id);
  if (earlier.likely && !likely) return null;
  const { encoder, cross } = earlier;
  return {
    ...joinedStack(earlier, next),
    ...(earlier.parts && next.parts && { parts: joinedParts(earlier.parts, next.parts) }),
    ...{ likely, notices: next.notices },
    ...(encoder && { encoder }),
    ...(cross && next.cross && { cross: joinedStack(cross, next.cross) }),
  };
}

/** @param {StackPass} earlier @param {StackPass} next @returns {StackPass} */
const joinedStack = (earlier, next) => ({
  attention: earlier.attention.map((maps, layer) => joinedMaps(maps, next.attention[layer])),
  hidden: earlier.hidden.map((rows, layer) => joinedRows(rows, next.hidden[layer])),
});

/** Maps, (H, T, T_k), with one more row, (H, 1, T_k) or (H, 1, T_k + 1): earlier tokens give a new key no weight. @param {TensorOutput} maps @param {TensorOutput} next @returns {TensorOutput} */
function joinedMaps({ data, shape: [heads, tokens, before] }, { data: row, shape: [, , keys] }) {
  const all = new Float32Array(heads * (tokens + 1) * keys);
  for (let head = 0; head < heads; head++) {
    const first = head * (tokens + 1) * keys;
    for (let query = 0; query < tokens; query++) {
      const from = (head * tokens + query) * before;
      all.set(data.subarray(from, from + before), first + query * keys);
    }
    all.set(row.subarray(head * keys, (head + 1) * keys), first + tokens * keys);
  }
  return { data: all, shape: [heads, tokens + 1, keys] };
}

/** @param {TensorOutput} rows (T, width) @param {TensorOutput} next (1, width) @returns {TensorOutput} */
const joinedRows = ({ data, shape: [tokens, width] }, next) => ({
  data: concatenate(data, next.data),
  shape: [tokens + 1, width],
});

/** @param {Float32Array} a @param {Float32Array} b */
function concatenate(a, b) {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** The likeliest pieces, with the token's logit as the answer of the last token before it. @param {Likely} earlier @param {Likely} next @param {number} id @returns {Likely | null} */
function joinedLikely(earlier, next, id) {
  const { most, ids, logits, logSums, answers } = earlier;
  const last = logSums.length - 1;
  const at = ids.indexOf(id, last * most);
  if (at < 0) return null;
  const answered = concatenate(answers, next.answers);
  answered[last] = logits[at];
  return {
    most,
    ids: [...ids, ...next.ids],
    logits: concatenate(logits, next.logits),
    logSums: [...logSums, ...next.logSums],
    answers: answered,
  };
}

/** The end of a text that later pieces may change: a space that the tokenizer's clean-up takes away before a mark or a "'s", and a character whose bytes are incomplete. */
const UNSETTLED = /(?: (?:n|n?'\w*)?|\ufffd+)$/;

/**
 * What a text adds to the text at its beginning. A tokenizer's clean-up may change spaces at the seam, as of "it '" in "it's", so these are
 * not compared if the texts differ.
 * @param {string} whole @param {string} beginning
 */
export function textAfter(whole, beginning) {
  if (whole.startsWith(beginning)) return whole.slice(beginning.length);
  let left = withoutSpaces(beginning.replace(/\ufffd+$/, "")).length;
  let at = 0;
  for (; left > 0 && at < whole.length; at++) if (whole[at] !== " ") left--;
  return whole.slice(at);
}

/** @param {string} text */
const withoutSpaces = (text) => text.replaceAll(" ", "");

/** The text of pieces that are added one by one to others. */
export class ContinuedText {
  #decode;
  #ids;
  #given;
  /** Text of the added pieces that was handed out. */
  text = "";

  /** @param {(ids: readonly number[]) => string} decode @param {readonly number[]} ids of the pieces that are continued */
  constructor(decode, ids) {
    this.#decode = decode;
    this.#ids = [...ids];
    this.#given = decode(ids);
  }

  /** Adds a piece. @param {number} id @param {boolean} isLast @returns {string} the settled text after that handed out before; of the last piece, all the rest */
  add(id, isLast) {
    this.#ids.push(id);
    const added = textAfter(this.#decode(this.#ids), this.#given);
    const settled = isLast ? added : added.replace(UNSETTLED, "");
    const text = settled.slice(this.text.length);
    this.text += text;
    return text;
  }
}

const GOLDEN = 0x9e3779b97f4a7c15n;

/**
 * Uniform numbers in [0, 1) from a seed (splitmix64: Steele et al. 2014).
 * @param {number} seed @param {number} [from] how many numbers are left out at the beginning
 * @returns {() => number}
 */
export function uniform(seed, from = 0) {
  let state = BigInt(seed) + GOLDEN * BigInt(from);
  return () => {
    state = BigInt.asUintN(64, state + GOLDEN);
    let bits = state;
    bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return Number((bits ^ (bits >> 31n)) >> 11n) / 2 ** 53;
  };
}

/**
 * How a piece is chosen from the likeliest.
 * @typedef {object} Sampling
 * @property {number} temperature  0 takes the likeliest piece
 * @property {number} topK  number of the likeliest pieces that one is drawn from, at most 100
 * @property {number} seed  the same seed draws the same pieces
 */

/** Takes the likeliest piece. @type {Readonly<Sampling>} */
export const LIKELIEST = Object.freeze({ temperature: 0, topK: MOST_PIECES, seed: 0 });

/**
 * Settings with the default for each that is left out.
 * @param {Partial<Sampling>} given @returns {Sampling}
 * @throws {import("../../core/errors.js").HeadscopeError} code "config" if a value does not fit
 */
export function samplingOf(given) {
  const { temperature = LIKELIEST.temperature, topK = LIKELIEST.topK, seed = LIKELIEST.seed } = given;
  wholeNumber("seed", seed, 0);
  if (!(Number.isFinite(temperature) && temperature >= 0))
    throw modelRefusal("config", "no_temperature", { temperature: show(temperature) });
  if (!(isWhole(topK, 1) && topK <= MOST_PIECES))
    throw modelRefusal("config", "no_top_k", { topK: show(topK), most: MOST_PIECES });
  return { temperature, topK, seed };
}

/**
 * Draws one of the topK likeliest pieces, with a share of p to the power of 1 / temperature.
 * @param {readonly PredictedPiece[]} pieces the likeliest first @param {Pick<Sampling, "temperature" | "topK">} sampling @param {() => number} random
 */
export function choosePiece(pieces, { temperature, topK }, random) {
  if (temperature === 0) return pieces[0];
  const drawn = pieces.slice(0, topK);
  const most = pieces[0].probability;
  const shares = drawn.map(({ probability }) => (probability / most) ** (1 / temperature));
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  return drawn.find((_, i) => (left -= shares[i]) < 0) ?? pieces[0];
}

/** @param {import("./transformer.js").Parts} earlier @param {import("./transformer.js").Parts} next @returns {import("./transformer.js").Parts} */
const joinedParts = (earlier, next) => ({
  concat: earlier.concat.map((rows, layer) => joinedRows(rows, next.concat[layer])),
  made: earlier.made.map((rows, layer) => joinedRows(rows, next.made[layer])),
  output: joinedRows(earlier.output, next.output),
});
