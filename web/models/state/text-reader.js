import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { mostTokens } from "./description.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Description } from "./description.js" */
/** @import { Text } from "./run-options.js" */
/** @import { Token } from "./tokenizer.js" */

const LONGEST = 256; // tokens of a sentence of a study

/** Turns texts and ids into the tokens that a model reads, and checks that the model can read them. */
export class TextReader {
  #checkpoint;

  /** @param {Checkpoint} checkpoint */
  constructor(checkpoint) {
    this.#checkpoint = checkpoint;
  }

  /** The tokens of a text. @param {Text} text @param {Description} [of] the layers that read it @returns {{ tokens: Token[], types: readonly number[] }} */
  read(text, of = this.#checkpoint.model.description) {
    const { types: kinds } = of;
    const tokens = typeof text === "string" ? this.#checkpoint.tokenize(text) : this.tokensOfIds(text);
    const types = (typeof text === "object" && text.types) || tokens.map(() => 0);
    if (!tokens.length) throw modelRefusal("config", "no_pieces");
    this.requirePieces(tokens, of);
    if (types.length !== tokens.length)
      throw modelRefusal("config", "types_count", { given: types.length, tokens: tokens.length });
    for (const type of types)
      if (!Number.isInteger(type) || type < 0 || type >= Math.max(1, kinds))
        throw modelRefusal("config", "no_type", { type: show(type), types: kinds });
    this.requirePositions(tokens, 0, of);
    return { tokens, types };
  }

  /** Refuses tokens that the vocabulary lacks. @param {readonly Pick<Token, "id">[]} tokens @param {{ vocabulary: number }} [of] */
  requirePieces(tokens, { vocabulary } = this.#checkpoint.info) {
    for (const { id } of tokens)
      if (!Number.isInteger(id) || id < 0 || id >= vocabulary)
        throw modelRefusal("config", "no_piece", { id: show(id), vocabulary });
  }

  /** Refuses ids that the vocabulary lacks. @param {readonly number[]} ids */
  requireIds(ids) {
    this.requirePieces(ids.map((id) => ({ id })));
  }

  /** Refuses more tokens than the model has positions. @param {readonly Token[]} tokens @param {number} [more] tokens to come @param {Description} [description] */
  requirePositions(tokens, more = 0, description = this.#checkpoint.model.description) {
    const most = mostTokens(description);
    const count = tokens.filter(({ id }) => id !== description.padding).length + more;
    const id = description.ropes.length ? "too_many_for_scaling" : "too_many_pieces";
    if (count > most) throw modelRefusal("config", id, { tokens: count, most });
  }

  /** Tokens of `{ ids }`, without places in a text. @param {unknown} given @returns {Token[]} */
  tokensOfIds(given) {
    const { ids } = /** @type {{ ids?: unknown }} */ (given ?? {});
    if (!Array.isArray(ids) && !ArrayBuffer.isView(ids))
      throw modelRefusal("config", "no_text", { text: show(given) });
    return Array.from(/** @type {number[]} */ (ids), (id) => ({
      ...{ id, text: this.#checkpoint.textOf(id), start: 0, end: 0 },
    }));
  }

  /** The tokens, with the mask token at masked places. @param {readonly Token[]} tokens @param {readonly number[]} mask */
  mask(tokens, mask) {
    if (!mask.length) return tokens;
    const { causal, family } = this.#checkpoint.info;
    if (causal) throw modelRefusal("config", "mask_needs_masked_model", { family });
    const { maskId } = this.#checkpoint;
    if (maskId === undefined) throw modelRefusal("config", "no_mask_piece");
    for (const place of mask)
      if (!tokens[place])
        throw modelRefusal("config", "no_place", {
          ...{ what: "token", place: show(place), last: tokens.length - 1 },
        });
    return tokens.map((token, i) =>
      mask.includes(i) ? { ...token, id: maskId, text: this.#checkpoint.textOf(maskId) } : token,
    );
  }

  /** The tokens of an encoder's text. @param {Text} text */
  readSource(text) {
    return this.read(text, this.#checkpoint.model.encoder?.description);
  }

  /** The first tokens of a text, as many as a study reads, with a token that the tokenizer adds at the end, such as [SEP]. @param {string} text */
  readBeginning(text) {
    const most = Math.min(LONGEST, mostTokens(this.#checkpoint.model.description));
    const all = this.#checkpoint.tokenize(text);
    const last = all.slice(-1).filter(({ start, end }) => start === end);
    const tokens = all.length > most ? [...all.slice(0, most - last.length), ...last] : all;
    this.requirePieces(tokens);
    return { tokens, types: tokens.map(() => 0) };
  }

  /**
   * The tokens that the decoder reads for a target: the start, the first piece, if any, and the text's pieces; or those of ids.
   * @param {Text} target @param {number | string} [first] @returns {readonly Token[]}
   */
  readTarget(target, first) {
    const { generation, info } = this.#checkpoint;
    if (!generation) throw modelRefusal("config", "target_needs_encoder", { family: info.family });
    const begun = this.idOfFirst(first) ?? generation.first;
    const before = [generation.start, ...(begun === null ? [] : [begun])];
    const tokens =
      typeof target === "string"
        ? [...this.tokensOfIds({ ids: before }), ...this.#checkpoint.tokenize(target, { addsSpecial: false })]
        : this.tokensOfIds(target);
    if (!tokens.length) throw modelRefusal("config", "no_pieces");
    this.requirePieces(tokens);
    this.requirePositions(tokens);
    return tokens;
  }

  /** The id of a target's first piece. @param {number | string | undefined} first */
  idOfFirst(first) {
    if (first === undefined) return undefined;
    const id = typeof first === "string" ? this.#checkpoint.idOf(first) : first;
    if (id === undefined) throw modelRefusal("config", "no_piece_of_name", { piece: show(first) });
    this.requireIds([id]);
    return id;
  }
}

/** Tokens that predict nothing. @param {readonly Token[]} tokens @param {readonly number[]} [types] @returns {import("./transformer.js").Sentence} */
export const sentenceOf = (tokens, types = tokens.map(() => 0)) => ({
  ...{ ids: tokens.map(({ id }) => id), types, answers: tokens.map(() => -1) },
});
