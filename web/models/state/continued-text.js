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
