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
  const parts = [tokenizer.decoder, tokenizer.pre_tokenizer].flatMap(componentsOf);
  return parts.some((part) => part?.type === "ByteLevel") ? "bytes" : "sentencepiece";
}

/** Files of older versions, such as that of bert-base-uncased, give no type of the model. @param {Readonly<Record<string, any>>} tokenizer */
function isWordPiece({ model, decoder }) {
  if (model?.type !== undefined) return model.type === "WordPiece";
  return decoder?.type === "WordPiece" || model?.continuing_subword_prefix === CONTINUES;
}

/** A decoder or pre-tokenizer, or the parts of a sequence. @param {any} part @returns {any[]} */
const componentsOf = (part) => part?.decoders ?? part?.pretokenizers ?? [part];

/** The bytes of a piece's text. @param {string} piece @param {Notation} notation @returns {Uint8Array} */
function bytesOfPiece(piece, notation) {
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
function charactersIn(bytes) {
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

/**
 * Finds the range of each piece in a text. Tokenizers change case, accents, quotes, character forms and spaces
 * before they split a text, so both sides are compared without these, character by character.
 *
 * @typedef {{ start: number, end: number }} Range  positions in the text, as of String.slice
 * @typedef {{ folded: string, start: number, end: number }} Letter  one character without case and accent, and where it comes from
 */

/** Number of characters to search for a match when the text does not continue as its pieces do. */
const AHEAD = 8;

/**
 * @param {string} text @param {readonly string[]} pieces  in the order of the text
 * @param {Notation} notation @param {string} [unknown] the piece for text that the vocabulary lacks
 * @returns {Range[]} a piece that is not found has an empty range at the end of the previous piece
 */
export function placesOf(text, pieces, notation, unknown) {
  const letters = lettersIn(text, notation);
  const ranges = pieces.map(() => /** @type {Range | null} */ (null));
  const known = pieces.map((piece) => (piece === unknown ? null : piece));
  const parts = partsOf(known, notation);
  let at = 0;
  for (const [i, { folded, first, last }] of parts.entries()) {
    const found =
      folded === null
        ? unknownAt(text, letters, at, { next: parts[i + 1], notation, unknown })
        : foundAt(letters, at, folded);
    if (!found) continue;
    const [begin, end] = found;
    const { start } = letters[begin];
    for (let piece = first; piece <= last; piece++)
      ranges[piece] = { start: ranges[piece]?.start ?? start, end: letters[end - 1].end };
    at = end;
  }
  let end = 0;
  return ranges.map((range) => {
    end = range?.end ?? end;
    return range ?? { start: end, end };
  });
}

/**
 * The characters of all pieces, with the pieces that hold a part of each; `folded` is null for an unknown
 * piece.
 * @param {readonly (string | null)[]} pieces @param {Notation} notation
 * @returns {{ folded: string | null, first: number, last: number }[]}
 */
function partsOf(pieces, notation) {
  const parts = [];
  for (let from = 0; from < pieces.length;) {
    if (pieces[from] === null) {
      parts.push({ folded: null, first: from, last: from++ });
      continue;
    }
    const next = pieces.indexOf(null, from);
    const to = next < 0 ? pieces.length : next;
    /** The piece of each byte. @type {number[]} */
    const owners = [];
    const bytes = pieces.slice(from, to).flatMap((piece, i) => {
      const own = Array.from(bytesOfPiece(/** @type {string} */ (piece), notation));
      owners.push(...own.map(() => from + i));
      return own;
    });
    for (const { character, begin, end } of charactersIn(Uint8Array.from(bytes)))
      for (const folded of fold(character ?? "", notation))
        parts.push({ folded, first: owners[begin], last: owners[end - 1] });
    from = to;
  }
  return parts;
}

const MARK = /^\p{M}$/u;

/** @param {string} text @param {Notation} notation @returns {Letter[]} */
function lettersIn(text, notation) {
  const letters = [];
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    for (const folded of fold(character, notation)) letters.push({ folded, start, end });
    const last = letters.at(-1);
    if (last && MARK.test(character)) last.end = end; // an accent belongs to its letter
    start = end;
  }
  return letters;
}

/** Quotes and dashes that a tokenizer may write as those of a keyboard. @type {Readonly<Record<string, string>>} */
const STRAIGHT = { "’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "–": "-" };

/** Characters that WordPiece's normalizer removes. */
const REMOVED = /^[\p{Cc}\p{Cf}\ufffd]$/u;

/**
 * A character without case, accents and compatibility forms. Quotes and dashes are straight; all spaces become one kind; accents alone
 * disappear, and for WordPiece control characters.
 * @param {string} character @param {Notation} notation @returns {string[]}
 */
function fold(character, notation) {
  if (/^\s$/u.test(character) || (character === "\u2581" && notation === "sentencepiece")) return [" "];
  if (MARK.test(character) || (notation === "wordpiece" && REMOVED.test(character))) return [];
  const plain = (STRAIGHT[character] ?? character).normalize("NFKD").toLowerCase().normalize("NFKD");
  const letters = Array.from(plain.replace(/[\p{M}\s]/gu, ""), (each) =>
    each === "\u03c2" ? "\u03c3" : each,
  ); // a final sigma is a sigma
  return letters.length ? letters : [character]; // such as ¨, which decomposes to a space and an accent
}

/**
 * Range of letters that match a character; null if none does, as for a space that a tokenizer adds. @param
 * {readonly Letter[]} letters @param {number} at @param {string} folded @returns {[number, number] | null}
 */
function foundAt(letters, at, folded) {
  if (letters[at]?.folded === folded) return [at, at + 1];
  if (folded === " ") return null;
  const next = afterSpaces(letters, at);
  for (let i = next; i < Math.min(next + AHEAD, letters.length); i++)
    if (letters[i].folded === folded) return [i, i + 1];
  return null;
}

/** @param {readonly Letter[]} letters @param {number} at */
function afterSpaces(letters, at) {
  while (letters[at]?.folded === " ") at++;
  return at;
}

/** For WordPiece, each punctuation mark and each Chinese character of BERT's ranges is a word. */
const ALONE = /[\p{P}$+<=>^`|~\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/u;

/**
 * Range of letters of an unknown piece: the piece itself if it stands in the text, a word for WordPiece, otherwise everything up to the next
 * piece.
 * @param {string} text @param {readonly Letter[]} letters @param {number} at
 * @param {{ next: { folded: string | null } | undefined, notation: Notation, unknown?: string }} of
 * @returns {[number, number] | null}
 */
function unknownAt(text, letters, at, { next, notation, unknown = "" }) {
  const begin = afterSpaces(letters, at);
  if (begin === letters.length) return null;
  const { start: first, end: stop } = letters[begin];
  let end = begin + 1;
  const isAlone = (/** @type {number} */ start, /** @type {number} */ end) =>
    ALONE.test(text.slice(start, end));
  const endsAt = (/** @type {Letter} */ { folded, start, end }) => {
    if (text.startsWith(unknown, first)) return start >= first + unknown.length;
    if (notation === "wordpiece") return folded === " " || isAlone(start, end) || isAlone(first, stop);
    return next !== undefined && (next.folded === null || next.folded === folded);
  };
  const isSameLetter = () => letters[end].start === letters[end - 1].start; // one character, such as … of three letters
  while (end < letters.length && (isSameLetter() || !endsAt(letters[end]))) end++;
  return [begin, end];
}
