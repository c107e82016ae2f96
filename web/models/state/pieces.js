/**
 * Notations of pieces in tokenizer vocabularies, and the text of a piece.
 *
 * @typedef {"bytes" | "wordpiece" | "sentencepiece"} Notation
 *   bytes: a character a byte, as GPT-2 writes them (Ġ is a space); wordpiece: ## continues a word; sentencepiece: ▁ is a space, <0x0A> a byte
 */

const CONTINUES = "##";
const SPACE = "\u2581"; // ▁
const BYTE = /^<0x([0-9A-F]{2})>$/;

/**
 * GPT-2's characters for bytes: printable Latin-1 characters stand for themselves; the other bytes get the
 * characters from U+0100 on, in order.
 */
const BYTE_OF = (() => {
  const isPrintable = (/** @type {number} */ byte) =>
    (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const others = bytes.filter((byte) => !isPrintable(byte));
  return new Map([
    ...bytes.filter(isPrintable).map((byte) => /** @type {const} */ ([String.fromCharCode(byte), byte])),
    ...others.map((byte, i) => /** @type {const} */ ([String.fromCharCode(256 + i), byte])),
  ]);
})();

/** The notation of a tokenizer.json. @param {Readonly<Record<string, any>>} tokenizer @returns {Notation} */
export function notationOf(tokenizer) {
  if (isWordPiece(tokenizer)) return "wordpiece";
  const parts = [tokenizer.decoder, tokenizer.pre_tokenizer].flatMap(partsOf);
  return parts.some((part) => part?.type === "ByteLevel") ? "bytes" : "sentencepiece";
}

/** Files of older versions, such as that of bert-base-uncased, give no type of the model. @param {Readonly<Record<string, any>>} tokenizer */
function isWordPiece({ model, decoder }) {
  if (model?.type !== undefined) return model.type === "WordPiece";
  return decoder?.type === "WordPiece" || model?.continuing_subword_prefix === CONTINUES;
}

/** A decoder or pre-tokenizer, or the parts of a sequence. @param {any} part @returns {any[]} */
const partsOf = (part) => part?.decoders ?? part?.pretokenizers ?? [part];

/** The bytes of a piece's text. @param {string} piece @param {Notation} notation @returns {Uint8Array} */
export function bytesOfPiece(piece, notation) {
  const utf8 = (/** @type {string} */ text) => new TextEncoder().encode(text);
  if (notation === "wordpiece") return utf8(piece.startsWith(CONTINUES) ? piece.slice(2) : piece);
  if (notation === "sentencepiece") {
    const [, byte] = BYTE.exec(piece) ?? [];
    return byte === undefined ? utf8(piece.replaceAll(SPACE, " ")) : Uint8Array.of(parseInt(byte, 16));
  }
  const bytes = Array.from(piece, (character) => BYTE_OF.get(character));
  return bytes.includes(undefined) ? utf8(piece) : Uint8Array.from(/** @type {number[]} */ (bytes));
}

/**
 * A piece for readers: its text, with bytes that form no complete character as <0xF0>. A piece that continues
 * a word keeps its ##, because nothing else shows that it does.
 * @param {string} piece @param {Notation} notation
 */
export function pieceText(piece, notation) {
  if (notation === "wordpiece") return piece;
  const bytes = bytesOfPiece(piece, notation);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return charactersIn(bytes)
      .map(({ character, begin, end }) => character ?? Array.from(bytes.subarray(begin, end), hex).join(""))
      .join("");
  }
}

/** @param {number} byte */
const hex = (byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;

/**
 * The characters of UTF-8 text; a byte that belongs to no character stands alone.
 * @param {Uint8Array} bytes @returns {{ character: string | null, begin: number, end: number }[]}
 */
export function charactersIn(bytes) {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const found = [];
  for (let begin = 0, end; begin < bytes.length; begin = end) {
    end = begin + lengthOf(bytes[begin]);
    let character = null;
    try {
      character = utf8.decode(bytes.subarray(begin, end));
    } catch {
      end = begin + 1;
    }
    found.push({ character, begin, end: Math.min(end, bytes.length) });
  }
  return found;
}

/** Number of bytes of the character that begins with this byte. @param {number} first */
function lengthOf(first) {
  if (first >= 0xf0) return 4;
  if (first >= 0xe0) return 3;
  return first >= 0xc0 ? 2 : 1;
}
