/**
 * Unpacks deflate (RFC 1951), in one call: an answer of oEmbed is synchronous, and the platform's streams are not.
 *
 * @typedef {{ counts: Uint16Array, symbols: Uint16Array }} Codes  number of codes by their length, and symbols in order of their codes
 */

const LONGEST = 15; // bits of a code
const END = 256; // the symbol after a block's last one
/** Order in which a block states the lengths of the codes for lengths. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/** How a repeated length is stated: the bits of the count, and the smallest count. @type {Readonly<Record<number, readonly [bits: number, least: number]>>} */
const REPEATS = { 16: [2, 3], 17: [3, 3], 18: [7, 11] };

/** Bases of lengths and distances, and the bits that are added: two, or four, symbols for each number of bits. @param {number} symbols @param {number} each @param {number} first */
function ranges(symbols, each, first) {
  const bits = Array.from({ length: symbols }, (_, i) => Math.max(0, Math.floor(i / each) - 1));
  const bases = bits.map((_, i) => first + bits.slice(0, i).reduce((sum, count) => sum + 2 ** count, 0));
  return { bits, bases };
}
const LENGTHS = ranges(28, 4, 3);
LENGTHS.bits.push(0); // the last symbol is the longest length alone
LENGTHS.bases.push(258);
const DISTANCES = ranges(30, 2, 1);

/** Codes from the length of each symbol's code; 0 for a symbol without one. @param {readonly number[]} lengths @returns {Codes} */
function codesOf(lengths) {
  const counts = new Uint16Array(LONGEST + 1);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  const symbols = lengths
    .map((length, symbol) => ({ length, symbol }))
    .filter(({ length }) => length)
    .sort((a, b) => a.length - b.length || a.symbol - b.symbol);
  return { counts, symbols: Uint16Array.from(symbols, ({ symbol }) => symbol) };
}

const FIXED = {
  literals: codesOf(Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8))),
  distances: codesOf(Array(30).fill(5)),
};

/** Bits of bytes, from the lowest of each on. */
class Bits {
  #bytes;
  #at = 0;

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  /** @param {number} count @throws {RangeError} after the last bit */
  take(count) {
    let value = 0;
    for (let i = 0; i < count; i++, this.#at++) {
      if (this.#at >= 8 * this.#bytes.length) throw new RangeError("the text ends too early");
      value += ((this.#bytes[this.#at >> 3] >> (this.#at & 7)) & 1) << i;
    }
    return value;
  }

  toNextByte() {
    this.#at = 8 * Math.ceil(this.#at / 8);
  }

  /** The symbol of the next code. @param {Codes} codes @throws {RangeError} if there is no such code */
  symbol({ counts, symbols }) {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= LONGEST; length++) {
      code += this.take(1);
      const count = counts[length];
      if (code - first < count) return symbols[index + code - first];
      index += count;
      [first, code] = [2 * (first + count), 2 * code];
    }
    throw new RangeError("the text has a code that stands for nothing");
  }
}

/** @param {Bits} bits @returns {typeof FIXED} */
function statedCodes(bits) {
  const [literals, distances, stated] = [bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4];
  const ofLengths = Array(ORDER.length).fill(0);
  for (const symbol of ORDER.slice(0, stated)) ofLengths[symbol] = bits.take(3);
  const codes = codesOf(ofLengths);
  /** @type {number[]} */
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = bits.symbol(codes);
    if (symbol < 16) lengths.push(symbol);
    else {
      const [count, least] = REPEATS[symbol];
      const value = symbol === 16 ? (lengths.at(-1) ?? 0) : 0;
      lengths.push(...Array(least + bits.take(count)).fill(value));
    }
  }
  return {
    literals: codesOf(lengths.slice(0, literals)),
    distances: codesOf(lengths.slice(literals, literals + distances)),
  };
}

/** @param {Uint8Array} bytes deflated, without a header @param {number} most bytes of the result @returns {Uint8Array} @throws {RangeError} for other bytes, or too many */
export function inflated(bytes, most) {
  const bits = new Bits(bytes);
  /** @type {number[]} */
  const out = [];
  const put = (/** @type {number} */ byte) => {
    if (out.length === most) throw new RangeError(`more than ${most} bytes`);
    out.push(byte);
  };
  for (let isLast = false; !isLast;) {
    isLast = bits.take(1) === 1;
    const kind = bits.take(2);
    if (kind === 3) throw new RangeError("the text has a block of no kind");
    if (kind === 0) {
      bits.toNextByte();
      const length = bits.take(16);
      bits.take(16); // the complement of the length
      for (let i = 0; i < length; i++) put(bits.take(8));
      continue;
    }
    const { literals, distances } = kind === 1 ? FIXED : statedCodes(bits);
    for (let symbol; (symbol = bits.symbol(literals)) !== END;) {
      if (symbol < END) put(symbol);
      else {
        const of = symbol - END - 1;
        const length = LENGTHS.bases[of] + bits.take(LENGTHS.bits[of]);
        const by = bits.symbol(distances);
        const distance = DISTANCES.bases[by] + bits.take(DISTANCES.bits[by]);
        if (!(length && distance <= out.length)) throw new RangeError("the text repeats what is not there");
        for (let i = 0; i < length; i++) put(out[out.length - distance]);
      }
    }
  }
  return Uint8Array.from(out);
}
