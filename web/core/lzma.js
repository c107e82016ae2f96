/**
 * Decodes LZMA (Igor Pavlov's LZMA specification, 2015) with lc = 3, lp = 0, pb = 0: raw, that is without a header, and of known length.
 * It makes the wasm a tenth smaller than deflate does, which is more than this file adds; no browser decodes it.
 */

import { breather } from "./task.js";

const SLICE = 4096; // bytes between two looks at the clock
const LITERAL_SIZE = 0x300;
const BIT_MODEL_BITS = 11;
const ADAPTS_BY = 5;

/** Where each kind of probability begins in one array; 12 for the 12 states, unless it is a tree. */
const IS_MATCH = 0;
const IS_REPEATED = 12;
const IS_OLDER = 24; // not the last distance
const IS_THIRD = 36; // nor the second
const IS_FOURTH = 48;
const IS_LONG = 60; // more than one byte at the last distance
const NEW_LENGTH = 72;
const OLD_LENGTH = NEW_LENGTH + 2 + 8 + 8 + 256;
const SLOT = OLD_LENGTH + 2 + 8 + 8 + 256;
const MIDDLE_BITS = SLOT + 4 * 64;
const LOW_BITS = MIDDLE_BITS + 128;
const LITERAL = LOW_BITS + 16;

/**
 * In tasks that a page does not notice.
 * @param {Uint8Array} from @param {number} length of what it decodes to, in bytes
 */
export async function decodeLzma(from, length) {
  const out = new Uint8Array(length);
  const breathe = breather();
  const coder = new RangeDecoder(from, LITERAL + 8 * LITERAL_SIZE);
  const distances = [0, 0, 0, 0]; // the last four, latest first; 0 is the byte before
  let state = 0;
  for (let at = 0, slice = SLICE; at < length;) {
    if (at >= slice) {
      slice = at + SLICE;
      await breathe();
    }
    if (!coder.bit(IS_MATCH + state)) {
      out[at] = literal(coder, out[at - 1] ?? 0, state < 7 ? -1 : out[at - distances[0] - 1]);
      at++;
      state -= state < 4 ? state : state < 10 ? 3 : 6;
      continue;
    }
    const afterLiteral = state < 7;
    let count = 1;
    if (!coder.bit(IS_REPEATED + state)) {
      count = lengthOf(coder, NEW_LENGTH);
      distances.pop();
      distances.unshift(distance(coder, Math.min(count - 2, 3)));
      state = afterLiteral ? 7 : 10;
    } else {
      const which = older(coder, state);
      const isLong = which > 0 || coder.bit(IS_LONG + state);
      distances.unshift(...distances.splice(which, 1));
      if (isLong) count = lengthOf(coder, OLD_LENGTH);
      state = (isLong ? 8 : 9) + (afterLiteral ? 0 : isLong ? 3 : 2);
    }
    for (; count > 0; count--, at++) out[at] = out[at - distances[0] - 1];
  }
  return out;
}

/** Which of the last four distances. @param {RangeDecoder} coder @param {number} state */
function older(coder, state) {
  if (!coder.bit(IS_OLDER + state)) return 0;
  if (!coder.bit(IS_THIRD + state)) return 1;
  return 2 + coder.bit(IS_FOURTH + state);
}

/**
 * A byte, of which the three highest bits of the byte before are the context; after a match also the byte that would have followed it.
 * @param {RangeDecoder} coder @param {number} before @param {number} matched −1 where there is none
 */
function literal(coder, before, matched) {
  const base = LITERAL + LITERAL_SIZE * (before >> 5);
  let agrees = matched >= 0;
  let symbol = 1;
  while (symbol < 256) {
    const expected = agrees ? (matched >> (7 - bitsIn(symbol))) & 1 : -1;
    const bit = coder.bit(base + ((1 + expected) << 8) + symbol);
    agrees &&= bit === expected;
    symbol = 2 * symbol + bit;
  }
  return symbol & 255;
}

/** How many bits have been read into it, after the 1 it began with. @param {number} symbol */
const bitsIn = (symbol) => 31 - Math.clz32(symbol);

/** @param {RangeDecoder} coder @param {number} base */
function lengthOf(coder, base) {
  if (!coder.bit(base)) return 2 + coder.tree(base + 2, 3);
  if (!coder.bit(base + 1)) return 10 + coder.tree(base + 10, 3);
  return 18 + coder.tree(base + 18, 8);
}

/** @param {RangeDecoder} coder @param {number} context the match's length − 2, at most 3 */
function distance(coder, context) {
  const slot = coder.tree(SLOT + 64 * context, 6);
  if (slot < 4) return slot;
  const bits = (slot >> 1) - 1;
  const high = 2 + (slot & 1);
  if (slot < 14) return (high << bits) + coder.lowestFirst(MIDDLE_BITS + (high << bits) - slot, bits);
  const middle = (high << (bits - 4)) + coder.evenly(bits - 4);
  return 16 * middle + coder.lowestFirst(LOW_BITS, 4);
}

/** Bits out of bytes, each by how likely it was so far. */
class RangeDecoder {
  #from;
  #at = 5;
  #range = 2 ** 32 - 1;
  #code;
  #odds;

  /** @param {Uint8Array} from @param {number} models how many probabilities there are */
  constructor(from, models) {
    this.#from = from;
    this.#code = new DataView(from.buffer, from.byteOffset).getUint32(1);
    this.#odds = new Uint16Array(models).fill(1 << (BIT_MODEL_BITS - 1));
  }

  /** @param {number} model */
  bit(model) {
    const odds = this.#odds[model];
    const bound = (this.#range >>> BIT_MODEL_BITS) * odds;
    if (this.#code < bound) {
      this.#narrow(0, bound);
      this.#odds[model] += ((1 << BIT_MODEL_BITS) - odds) >> ADAPTS_BY;
      return 0;
    }
    this.#narrow(bound, this.#range - bound);
    this.#odds[model] -= odds >> ADAPTS_BY;
    return 1;
  }

  /** So many bits, 0 and 1 equally likely, the highest first. @param {number} count */
  evenly(count) {
    let value = 0;
    for (; count > 0; count--) {
      const half = this.#range >>> 1;
      const bit = this.#code < half ? 0 : 1;
      this.#narrow(bit * half, half);
      value = 2 * value + bit;
    }
    return value;
  }

  /** The highest bit first. @param {number} base @param {number} bits */
  tree(base, bits) {
    let node = 1;
    for (let i = 0; i < bits; i++) node = 2 * node + this.bit(base + node);
    return node - (1 << bits);
  }

  /** @param {number} base @param {number} bits */
  lowestFirst(base, bits) {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const bit = this.bit(base + node);
      node = 2 * node + bit;
      value += bit << i;
    }
    return value;
  }

  /** @param {number} by @param {number} range */
  #narrow(by, range) {
    this.#code -= by;
    this.#range = range;
    if (range >= 2 ** 24) return;
    this.#range *= 256;
    this.#code = 256 * this.#code + this.#from[this.#at++];
  }
}
