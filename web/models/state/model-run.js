import { show, wholeNumber } from "../../core/check.js";
import { disposedOf } from "../../core/disposed.js";
import { modelRefusal } from "../words-refusals.js";
import { lossOf } from "./loss.js";
import { columnsOf, headOf } from "./patching.js";
import { contributionsIn } from "./parts-of-logit.js";
import { rowOf } from "./rows.js";

/** @import { Shares, StreamRows } from "./contributions.js" */
/** @import { Cell, PartsOfScore } from "./score-parts.js" */
/** @import { Contributions } from "./parts-of-logit.js" */
/** @import { Run } from "../../core/run.js" */
/** @import { TensorOutput } from "../../core/types.js" */
/** @import { Token } from "./tokenizer.js" */
/** @import { Kind, PartOf } from "./encoder-decoder.js" */
/** @import { Pass, StackPass } from "./transformer.js" */
/** @import { Likely } from "./unembedding.js" */

/**
 * @typedef {object} PredictedPiece
 * @property {number} id
 * @property {string} text
 * @property {number} probability
 */

/** @typedef {Pick<import("./run-options.js").RunOptions, "onProgress" | "signal">} GoOnOptions */
/** @typedef {import("./transformer.js").BlockParts} BlockParts */
/** @typedef {import("./transformer.js").LayerParts & { causal: boolean, headScale?: Float32Array, keyPaddingMask?: import("../../core/types.js").MaskInput }} AttentionParts */

/** @type {readonly Kind[]} */
const KINDS = ["encoder", "decoder", "cross"];

/** One pass of a model over a sentence or a picture. All results are copies. */
export class ModelRun {
  /** @type {Pass | null} */ #pass;
  #answers;
  #textOf;
  #parts;
  #block;
  #trace;
  #goOn;
  #contributions;
  #lens;
  #values;
  #scoreParts;
  #patches;
  /** The likeliest pieces after each layer but the last, by position. @type {Map<number, Promise<Likely>>} */ #lenses =
    new Map();

  /**
   * @param {Pass} pass
   * @param {object} about
   * @param {readonly Token[]} about.tokens
   * @param {readonly Token[]} [about.source] of a model with an encoder and a decoder; the other tokens are the target's
   * @param {import("./pictures.js").Picture} [about.picture]
   * @param {import("./transformer.js").Patches} [about.patches]
   * @param {readonly number[]} about.answers the piece that each token is to predict, or -1
   * @param {readonly number[]} about.masks places of masked pieces
   * @param {(id: number) => string} about.textOf
   * @param {(layer: number, hidden: TensorOutput, of?: PartOf) => Promise<AttentionParts>} about.parts
   * @param {(layer: number, hidden: TensorOutput, of?: PartOf) => Promise<BlockParts>} about.block
   * @param {(parts: AttentionParts) => Promise<Run>} about.trace
   * @param {(id: number, options: GoOnOptions) => Promise<ModelRun>} about.goOn
   * @param {(rows: StreamRows, pieces: readonly number[]) => Promise<Shares & { logits: number[] }>} about.contributions
   * @param {(rows: TensorOutput, answers?: readonly number[]) => Promise<Likely>} about.lens
   * @param {(cell: Cell) => Promise<PartsOfScore>} about.scoreParts
   * @param {(layer: number, hidden: TensorOutput) => Promise<TensorOutput>} about.values of key/value heads, (H_kv, T, d_v)
   */
  constructor(pass, about) {
    const { tokens, source, picture, answers, masks, textOf, parts, block, trace, goOn } = about;
    this.#pass = pass;
    /** The input pieces. Of a picture, the extra tokens, and its patches row by row. */
    this.tokens = tokens;
    /** The pieces that an encoder read; null for other models. The tokens are then the decoder's: the start, and the target's. */
    this.source = source ?? null;
    /** Kinds of attention, of a model with an encoder and a decoder. @type {readonly Kind[]} */
    this.kinds = source ? KINDS : [];
    /** The picture as the model sees it, resized and cropped, like ImageData; null for a text, or for pixel values. */
    this.image = picture?.image ?? null;
    /** Rows and columns of patches; null for a text. */
    this.grid = picture?.grid ?? null;
    /** Count of the tokens before the patches. */
    this.extra = picture?.extra ?? 0;
    /** Notices about the picture that was read, such as that it is the first frame of an animation. */
    this.pictureNotices = picture?.notices ?? [];
    /** Places of masked pieces, or of patches that are painted black. */
    this.masks = masks;
    /** Notices about the weights read so far, such as a NaN, as data. */
    this.notices = pass.notices;
    this.#answers = answers;
    this.#textOf = textOf;
    this.#parts = parts;
    this.#block = block;
    this.#goOn = goOn;
    this.#trace = trace;
    this.#contributions = about.contributions;
    this.#lens = about.lens;
    this.#values = about.values;
    this.#scoreParts = about.scoreParts;
    this.#patches = about.patches ?? {};
  }

  /** Whether the weights include what predictions need. */
  get predicts() {
    return this.#read.likely !== null;
  }

  /** How many of the likeliest pieces are kept. */
  get listed() {
    return this.#likely.most;
  }

  /** The notices in English. @returns {string[]} */
  get warnings() {
    return this.notices.map(({ message }) => message);
  }

  /**
   * The attention weights of a layer.
   * @param {number} layer @param {Kind} [kind] of a model with an encoder and a decoder; "decoder" if left out
   * @returns {TensorOutput} (H, T, T); of "encoder" (H, T_source, T_source), of "cross" (H, T, T_source)
   */
  attention(layer, kind) {
    return placeIn(this.#stack(kind).attention, "layer", layer);
  }

  /**
   * The input of a layer, before its first norm; of "cross", before the norm of cross-attention. hidden(layers) is the output of the final norm, but
   * "cross" has none.
   * @param {number} layer @param {Kind} [kind] @returns {TensorOutput} (T, dModel)
   */
  hidden(layer, kind) {
    return placeIn(this.#stack(kind).hidden, "layer", layer);
  }

  /**
   * The likeliest pieces after a token (causal models), or in its place (masked models); the likeliest classes of a picture, which stand at token 0.
   * @param {number} token @param {number} [count] at most 100 @returns {PredictedPiece[]}
   */
  predictions(token, count = 5) {
    const likely = this.#likely;
    const { logSums, most } = likely;
    placeIn(logSums, "token", token);
    if (!Number.isInteger(count) || count < 1 || count > most)
      throw modelRefusal("config", "predictions_kept", { count: show(count), most });
    return piecesOf(likely, token, count, this.#textOf);
  }

  /** The probability of the piece that a token is to predict: the next one (causal models), or the one under its mask. NaN if there is none. @param {number} token */
  probability(token) {
    return Math.exp(-this.surprisal(token));
  }

  /** The surprisal of that piece in nats: minus the log of its probability. NaN if there is none. @param {number} token */
  surprisal(token) {
    const { logSums, answers } = this.#likely;
    return placeIn(this.#answers, "token", token) < 0 ? NaN : logSums[token] - answers[token];
  }

  /**
   * Mean surprisal in nats: of all pieces but the first (causal models), or of the masked pieces. NaN if
   * there are none.
   */
  loss() {
    return lossOf(this.#likely, this.#answers);
  }

  /** A traced run of a layer's attention, like that of layer.forward(). Dispose of the result. @param {number} layer @param {Kind} [kind] @returns {Promise<Run>} */
  async walk(layer, kind) {
    return this.#trace(await this.parts(layer, kind));
  }

  /** All that a layer's attention is computed from: options of createLayer(), weights, and arguments of forward(). @param {number} layer @param {Kind} [kind] @returns {Promise<AttentionParts>} */
  async parts(layer, kind) {
    this.attention(layer, kind); // throws if there is none
    if (this.#patches[layer]?.heads.length) throw modelRefusal("config", "patched_walk", { layer });
    return this.#parts(layer, this.hidden(layer, kind), this.#partOf(kind));
  }

  /**
   * The steps of a layer's block: norms, the output of attention, the feed-forward network, and the sums of the residual stream. A decoder's layer is
   * "decoder" up to the sum of self-attention, and "cross" from there on.
   * @param {number} layer @param {Kind} [kind] @returns {Promise<BlockParts>}
   */
  async block(layer, kind) {
    this.attention(layer, kind); // throws if there is none
    return this.#block(layer, this.hidden(layer, kind), this.#partOf(kind));
  }

  /**
   * A run of these tokens and one more (causal models). If this is the model's last run with `caches`, only the new token is computed.
   * Otherwise all tokens are. Results agree with those of model.run() to 1e-5.
   * @param {number} id of the token, such as one of predictions() @param {GoOnOptions} [options] @returns {Promise<ModelRun>}
   */
  async goOn(id, options = {}) {
    return this.#read && this.#goOn(id, options);
  }

  /**
   * What each part of the model adds to a piece's logit: the embedding, each head, each feed-forward network, and the biases. The parts add up to the
   * logit, because the scale of each norm that comes after them is held as it was in this run. The part with the largest value is first.
   * @param {number} piece an id @param {{ position?: number }} [options] the last token if left out, or the first masked one
   * @returns {Promise<Contributions>}
   */
  async contributions(piece, options = {}) {
    const [found] = await this.contributionsOf([piece], options);
    return found;
  }

  /** contributions() of several pieces together. @param {readonly number[]} pieces ids @param {{ position?: number }} [options] @returns {Promise<Contributions[]>} */
  async contributionsOf(pieces, { position = this.#asked } = {}) {
    this.#requireText();
    this.#requireOwnStream();
    const { attention, hidden } = this.#read;
    const parts = this.#parted;
    placeIn(this.tokens, "token", position);
    const layers = attention.length;
    const at = (/** @type {TensorOutput} */ rows) => rowOf(rows, position);
    const rows = {
      ...{ x: hidden.slice(0, layers).map(at), concat: parts.concat.map(at), made: parts.made.map(at) },
      ...{ output: at(parts.output), finished: at(hidden[layers]) },
    };
    const found = await this.#contributions(rows, pieces);
    const count = pieces.length;
    return pieces.map((piece, i) => ({
      ...{ piece, text: this.#textOf(piece), position },
      ...contributionsIn(found, i, count),
    }));
  }

  /**
   * The score of a query for a key as a sum over earlier parts of the stream: the embedding, each head, each feed-forward network, and the biases. Each
   * part adds to the query and to the key, so that pairs of parts add to the score. They add up to it, because the scale of each norm up to the score is
   * held as it was in this run.
   * @param {number} layer @param {number} head @param {number} query a token @param {number} key a token, which the mask may hide
   * @param {{ pairs?: number }} [options] pairs: how many of the largest are listed @returns {Promise<PartsOfScore>}
   */
  async scoreParts(layer, head, query, key, { pairs = 10 } = {}) {
    const { attention, hidden } = this.#read;
    const { concat, made } = this.#parted;
    const [heads] = placeIn(attention, "layer", layer).shape;
    placeIn(Array(heads).fill(0), "head", head);
    for (const token of [query, key]) placeIn(this.tokens, "token", token);
    wholeNumber("pairs", pairs, 0);
    this.#requireOwnStream();
    if (this.#patches[layer]?.heads.length) throw modelRefusal("config", "patched_walk", { layer });
    const rowsAt = (/** @type {number} */ token) => {
      const at = (/** @type {TensorOutput} */ rows) => rowOf(rows, token);
      const before = (/** @type {TensorOutput[]} */ of) => of.slice(0, layer).map(at);
      return { x: hidden.slice(0, layer + 1).map(at), concat: before(concat), made: before(made) };
    };
    const rows = { query: rowsAt(query), key: rowsAt(key) };
    return this.#scoreParts({ layer, head, query, key, hidden: hidden[layer], rows, pairs });
  }

  /**
   * The likeliest pieces if the model had to answer after a layer (the logit lens): its stream, read by the final norm and the output matrix.
   * @param {number} layer -1 for the embedding @param {{ position?: number, count?: number }} [options] @returns {Promise<PredictedPiece[]>}
   */
  async lens(layer, { position = this.#asked, count = 5 } = {}) {
    const { attention, hidden } = this.#read;
    this.#requireText();
    const last = attention.length - 1;
    if (layer !== -1) placeIn(attention, "layer", layer);
    const answers = this.predictions(position, count);
    if (layer === last) return answers;
    const known = this.#lenses.get(position) ?? this.#lens(stacked(hidden.slice(0, -1), position));
    this.#lenses.set(position, known);
    known.catch(() => this.#lenses.delete(position));
    return piecesOf(await known, layer + 1, count, this.#textOf);
  }

  /**
   * The logarithms of the probabilities of pieces at a position, also of pieces beyond the likeliest that are kept.
   * @param {readonly number[]} pieces ids @param {{ position?: number }} [options] @returns {Promise<number[]>}
   */
  async logProbabilities(pieces, { position = this.#asked } = {}) {
    this.#requireText();
    const { output } = this.#parted;
    placeIn(this.tokens, "token", position);
    const { answers, logSums } = await this.#lens(
      stacked(
        pieces.map(() => output),
        position,
      ),
      pieces,
    );
    return pieces.map((_, i) => answers[i] - logSums[i]);
  }

  /**
   * Numbers of a head that model.run() can put into another run: its output before W_O (T, d_v), its attention weights (T, T), or its values (T, d_v).
   * @param {"output" | "pattern" | "values"} what @param {number} layer @param {number} head
   * @returns {Promise<{ numbers: TensorOutput, head: number }>} head: of values, the key/value head
   */
  async ofHead(what, layer, head) {
    const { attention, hidden } = this.#read;
    const parts = this.#parted;
    const [heads] = placeIn(attention, "layer", layer).shape;
    placeIn(Array(heads).fill(0), "head", head);
    if (what === "pattern") return { numbers: headOf(attention[layer], head), head };
    if (what === "output") return { numbers: columnsOf(parts.concat[layer], head, heads), head };
    const values = await this.#values(layer, hidden[layer]);
    const own = Math.floor((head * values.shape[0]) / heads);
    return { numbers: headOf(values, own), head: own };
  }

  /** The position that the model is asked about. */
  get #asked() {
    return this.masks[0] ?? this.tokens.length - 1;
  }

  /** What is added to the stream of a model with one stack. */
  get #parted() {
    const { parts, encoder } = this.#read;
    if (!parts || encoder) throw modelRefusal("config", "writes_of_text", {});
    return parts;
  }

  /** Refuses a run whose parts do not add up to its stream. */
  #requireOwnStream() {
    if (Object.values(this.#patches).some(({ stream }) => stream.length))
      throw modelRefusal("config", "patched_stream");
  }

  #requireText() {
    if (this.grid || !this.#parted) throw modelRefusal("config", "writes_of_text", {});
    if (!this.predicts) throw modelRefusal("config", "predicts_nothing", {});
  }

  /** Frees the results. Later calls throw with code "disposed". */
  dispose() {
    this.#pass = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  /** @param {Kind} [kind] @returns {StackPass} */
  #stack(kind) {
    const { encoder, cross } = this.#read;
    if (kind === undefined || (kind === "decoder" && encoder)) return this.#read;
    const stack = kind === "encoder" ? encoder : kind === "cross" ? cross : undefined;
    if (stack) return stack;
    throw modelRefusal("config", encoder ? "no_kind" : "kind_needs_encoder", {
      kind: show(kind),
      known: KINDS.join(", "),
    });
  }

  /** @param {Kind} [kind] @returns {PartOf | undefined} */
  #partOf(kind = "decoder") {
    const { encoder } = this.#read;
    return encoder && { kind, memory: /** @type {TensorOutput} */ (encoder.hidden.at(-1)) };
  }

  get #read() {
    if (this.#pass) return this.#pass;
    throw disposedOf("run");
  }

  get #likely() {
    const { likely } = this.#read;
    if (likely) return likely;
    throw modelRefusal("config", "predicts_nothing", {});
  }
}

/** Rows of one position, (n, width). @param {readonly TensorOutput[]} tensors (T, width) @param {number} position @returns {TensorOutput} */
function stacked(tensors, position) {
  const rows = tensors.map((tensor) => rowOf(tensor, position));
  const width = rows[0].length;
  const data = new Float32Array(rows.length * width);
  rows.forEach((row, i) => data.set(row, i * width));
  return { data, shape: [rows.length, width] };
}

/** The likeliest pieces of a token. @param {Likely} likely @param {number} token @param {number} count @param {(id: number) => string} textOf @returns {PredictedPiece[]} */
export function piecesOf({ ids, logits, logSums, most }, token, count, textOf) {
  return Array.from({ length: count }, (_, i) => {
    const at = token * most + i;
    return { id: ids[at], text: textOf(ids[at]), probability: Math.exp(logits[at] - logSums[token]) };
  });
}

/** @template T @param {readonly T[]} list @param {"layer" | "head" | "token"} what @param {number} place @returns {T} */
function placeIn(list, what, place) {
  const found = Number.isInteger(place) ? list[place] : undefined;
  if (found !== undefined) return found;
  throw modelRefusal("config", "no_place", { what, place: show(place), last: list.length - 1 });
}
