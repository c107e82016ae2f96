import { modelRefusal } from "../words-refusals.js";
import { notationOf, pieceText, placesOf } from "./pieces.js";
import { readJSON } from "./sources.js";

/** @import { Source } from "./sources.js" */
/** @import { Notation } from "./pieces.js" */

/**
 * @typedef {object} Token a piece of text
 * @property {number} id
 * @property {string} text  the piece, as a reader expects it
 * @property {number} start  in the text, as of String.slice; a piece that the tokenizer adds, such as [CLS], is empty
 * @property {number} end
 */

/**
 * The used part of the library's Tokenizer class; the library's own types do not resolve in Node.
 * @typedef {object} Library
 * @property {(text: string, options?: { add_special_tokens: boolean }) => { ids: number[], tokens: string[] }} encode
 * @property {(text: string, options: { add_special_tokens: boolean }) => string[]} tokenize
 * @property {(id: number) => string | undefined} id_to_token
 * @property {(piece: string) => number | undefined} token_to_id
 * @property {(ids: readonly number[], options: { skip_special_tokens: boolean }) => string} decode
 * @property {{ unk_token?: string } | null} model
 */

export const TOKENIZER = "tokenizer.json";
export const TOKENIZER_CONFIG = "tokenizer_config.json";
const MOST = 2 ** 26; // bytes

/** Files of SentencePiece on the hub, and names to give where a host has not said which it has. */
const SENTENCEPIECE = /^(spiece|tokenizer|sentencepiece\.bpe)\.model$|\.spm$/;
const SENTENCEPIECE_NAMES = ["spiece.model", "source.spm"];

/** Optional fields of tokenizer.json. */
const NONE = { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, added_tokens: [] };

/** Splits text into the pieces of a model's vocabulary. */
export class PieceTokenizer {
  /** @type {Library} */ #tokenizer;
  /** @type {Notation} */ #notation;
  #maskId;

  /** @param {Library} tokenizer @param {Notation} notation @param {number} [maskId] */
  constructor(tokenizer, notation, maskId) {
    this.#tokenizer = tokenizer;
    this.#notation = notation;
    this.#maskId = maskId;
  }

  /** @param {string} text @param {{ addsSpecial?: boolean }} [options] addsSpecial: pieces such as [CLS], too @returns {Token[]} */
  tokenize(text, { addsSpecial = true } = {}) {
    const { ids, tokens } = this.#tokenizer.encode(text, { add_special_tokens: addsSpecial });
    const inner = this.#tokenizer.tokenize(text, { add_special_tokens: false });
    const before = tokens.findIndex((_, i) => inner.every((piece, j) => tokens[i + j] === piece));
    const places = placesOf(text, inner, this.#notation, this.#tokenizer.model?.unk_token);
    return ids.map((id, i) => {
      const added = i < before ? 0 : text.length;
      const { start, end } = places[i - before] ?? { start: added, end: added };
      return { id, text: pieceText(tokens[i], this.#notation), start, end };
    });
  }

  /** The id of the mask token; undefined if the vocabulary has none. */
  get maskId() {
    return this.#maskId;
  }

  /**
   * The text of pieces, by the tokenizer's decoder. Special pieces such as [CLS] are left out, and so are ids that the vocabulary lacks.
   * Spaces before punctuation marks are cleaned up, unless clean_up_tokenization_spaces is false in tokenizer_config.json.
   * @param {readonly number[]} ids @returns {string}
   */
  decode(ids) {
    const known = ids.filter((id) => this.#tokenizer.id_to_token(id) !== undefined);
    return known.length ? this.#tokenizer.decode(known, { skip_special_tokens: true }) : "";
  }

  /** The id of a piece as the vocabulary has it; undefined if it has none. @param {string} piece */
  idOf(piece) {
    return this.#tokenizer.token_to_id(piece);
  }

  /** The piece with an id; undefined if the vocabulary has none. @param {number} id */
  textOf(id) {
    const piece = this.#tokenizer.id_to_token(id);
    return piece === undefined ? undefined : pieceText(piece, this.#notation);
  }
}

/** Mask tokens of BERT and DistilBERT, and of RoBERTa. */
const MASKS = ["[MASK]", "<mask>"];

/** @param {any} json @returns {number | undefined} */
const maskIdIn = ({ added_tokens: added }) =>
  Array.isArray(added) ? added.find((each) => MASKS.includes(each?.content))?.id : undefined;

/**
 * @param {ReadonlyMap<string, Source>} sources files of the checkpoint @param {boolean} [isPair] whether an encoder with a decoder reads them, which
 *   often has files of SentencePiece alone
 * @throws {import("../../core/errors.js").HeadscopeError} code "format" if there is no tokenizer, or one that is not known
 */
export async function tokenizerIn(sources, isPair = false) {
  const file = sources.get(TOKENIZER);
  const models = [...sources.keys()].filter((name) => SENTENCEPIECE.test(name));
  if (!file && (models.length || isPair)) {
    const named = (models.length ? models : SENTENCEPIECE_NAMES).join(", ");
    throw modelRefusal("format", "tokenizer_is_sentencepiece", { file: TOKENIZER, models: named });
  }
  if (!file) throw modelRefusal("format", "no_tokenizer", { file: TOKENIZER });
  const json = { ...NONE, ...(await readJSON(file, MOST)) };
  const config = sources.get(TOKENIZER_CONFIG);
  const { Tokenizer } = await import("@huggingface/tokenizers");
  const options = config ? await readJSON(config, MOST) : {};
  try {
    return new PieceTokenizer(new Tokenizer(json, options), notationOf(json), maskIdIn(json));
  } catch (error) {
    throw modelRefusal("format", "tokenizer_unknown", {
      ...{ file: TOKENIZER, reason: /** @type {Error} */ (error).message },
    });
  }
}
