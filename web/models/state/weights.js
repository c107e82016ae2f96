import { show } from "../../core/check.js";
import { LENGTH, headerLength, readHeader } from "../../core/safetensors-header.js";
import { elements } from "../../core/tensor-argument.js";
import { modelMessage, modelRefusal } from "../words-refusals.js";
import { readSlice, requireFetched } from "./sources.js";

/** @import { Message } from "../../core/message.js" */
/** @import { Place } from "../../core/safetensors-header.js" */
/** @import { Source } from "./sources.js" */

/**
 * The three number types of weights. Files are little-endian, like every machine that runs JavaScript.
 *
 * @typedef {"F32" | "F16" | "BF16"} NumberType
 */

/** Size of a number, in bytes. @type {Readonly<Record<NumberType, number>>} */
export const BYTES = { F32: 4, F16: 2, BF16: 2 };

/** @param {string} dtype @returns {dtype is NumberType} */
export const isNumberType = (dtype) => Object.hasOwn(BYTES, dtype);

/** Converts numbers to float32, without rounding. @param {Uint8Array<ArrayBuffer>} bytes from the start of their buffer @param {NumberType} type */
export function toFloat32(bytes, type) {
  if (type === "F32") return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES.F32);
  const halves = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return type === "F16" ? float16s(halves) : bfloat16s(halves);
}

/** Index of the first number that is not finite; -1 if none. @param {Float32Array} numbers */
function notFinite(numbers) {
  for (let i = 0; i < numbers.length; i++) if (!Number.isFinite(numbers[i])) return i;
  return -1;
}

/** Float32 values of all binary16 numbers, by their bits; created when first needed. @type {Float32Array | undefined} */
let every;

/** @param {Uint16Array} halves */
function float16s(halves) {
  every ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => float16(bits));
  const numbers = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) numbers[i] = every[halves[i]];
  return numbers;
}

/** A bfloat16 is the upper half of a float32. @param {Uint16Array} halves */
function bfloat16s(halves) {
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) bits[i] = halves[i] << 16;
  return new Float32Array(bits.buffer);
}

/** IEEE 754 binary16: a sign, 5 bits of exponent, 10 bits of fraction. @param {number} bits */
function float16(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/**
 * @typedef {Place & { source: Source }} Stored a tensor; its bytes count from the start of the file
 * @typedef {{ dtype: NumberType, shape: number[], bytes: Uint8Array<ArrayBuffer> }} RawTensor  numbers as the file has them, little-endian
 */

/**
 * Largest number of bytes returned at once. Larger tensors, such as the embeddings of 256,000 pieces, are
 * read by rows.
 */
export const MOST_AT_ONCE = 2 ** 28;

/** Number of reads at the same time. A browser needs about 1 ms for a read of any length; in Node, each read opens the file. */
const READS = 32;

/**
 * The tensors of the weights, across all files.
 * @param {import("./layout.js").WeightFiles} weights @param {{ signal?: AbortSignal, onFile?: (done: number) => void }} [options]
 * @returns {Promise<Map<string, Stored>>}
 */
export async function storedIn({ files, shards }, { signal, onFile } = {}) {
  /** @type {Map<string, Stored>} */
  const stored = new Map();
  for (const [i, source] of files.entries()) {
    signal?.throwIfAborted();
    for (const [name, place] of await placesIn(source, signal))
      if (!shards || shards.get(name) === source.name) stored.set(name, { ...place, source });
    onFile?.(i + 1);
  }
  for (const [name, file] of shards ?? [])
    if (!stored.has(name)) throw modelRefusal("format", "tensor_not_in_shard", { name: show(name), file });
  return stored;
}

/** @param {Source} source @param {AbortSignal} [signal] @returns {Promise<[string, Place][]>} */
async function placesIn(source, signal) {
  const refuse = (/** @type {Message} */ reason) => {
    throw modelRefusal("format", "no_safetensors", { file: source.name, reason });
  };
  await requireFetched(source, signal);
  const first = await readSlice(source, 0, Math.min(LENGTH, source.size), signal);
  const start = LENGTH + headerLength(first, source.size, refuse);
  const { places } = readHeader(await readSlice(source, LENGTH, start, signal), source.size - start, refuse);
  return Array.from(places, ([name, place]) => [
    name,
    { ...place, begin: start + place.begin, end: start + place.end },
  ]);
}

/** Reads tensors by slices of their files, without caching. */
export class Weights {
  /** @type {ReadonlyMap<string, Stored>} */ #stored;
  /** @type {Map<string, Message>} */ #notices = new Map();

  /** @param {ReadonlyMap<string, Stored>} stored */
  constructor(stored) {
    this.#stored = stored;
  }

  /** Notices about the numbers read so far, such as a NaN; one for each tensor. @returns {Message[]} */
  get notices() {
    return [...this.#notices.values()];
  }

  /** Records that a caller found non-finite numbers in a tensor. @param {string} name */
  noteNotFinite(name) {
    this.#notices.set(name, modelMessage("tensor_not_finite", { name, value: "NaN or Infinity" }));
  }

  /**
   * Announces reads of tensors, so that one request to a host covers neighbours. Call the result after the last read.
   * @param {Iterable<string>} names @returns {() => void}
   */
  expect(names) {
    /** @type {Map<Source, (readonly [number, number])[]>} */
    const ranges = new Map();
    for (const { source, begin, end } of Array.from(names, (name) => this.#find(name)))
      ranges.set(source, [...(ranges.get(source) ?? []), [begin, end]]);
    const ends = Array.from(ranges, ([source, all]) => source.expect?.(all));
    return () => ends.forEach((end) => end?.());
  }

  /** A tensor as float32. @param {string} name @param {AbortSignal} [signal] */
  async tensor(name, signal) {
    const { shape: whole } = this.#find(name);
    requireFew(name, whole, elements(whole) * BYTES.F32);
    const { bytes, dtype, shape } = await this.bytes(name, { signal });
    return { data: this.#checked(name, toFloat32(bytes, dtype)), shape };
  }

  /**
   * A tensor, or rows of it, in the bytes of its file.
   * @param {string} name @param {{ first?: number, end?: number, signal?: AbortSignal }} [part] rows [first, end) along the first dimension
   * @returns {Promise<RawTensor>}
   */
  async bytes(name, { first = 0, end, signal } = {}) {
    const { dtype, shape, begin, source } = this.#find(name);
    const [count = 1, ...rest] = shape;
    const last = end ?? count;
    for (const row of [first, last])
      if (!Number.isInteger(row) || row < 0 || row > count || first > last)
        throw modelRefusal("config", "no_row", { name, row: show(row), shape });
    const size = elements(rest) * BYTES[dtype];
    requireFew(name, shape, (last - first) * size);
    const bytes = await readSlice(source, begin + first * size, begin + last * size, signal);
    return { dtype, shape: shape.length ? [last - first, ...rest] : [], bytes };
  }

  /**
   * Rows of a matrix as float32, such as the embeddings of some pieces. Reads each row once.
   * @param {string} name @param {readonly number[]} rows @param {AbortSignal} [signal] @returns {Promise<{ data: Float32Array, shape: number[] }>}
   */
  async rows(name, rows, signal) {
    const { dtype, shape, begin, source } = this.#find(name);
    const [count, width] = shape;
    const off = rows.find((row) => !Number.isInteger(row) || row < 0 || row >= count);
    if (shape.length !== 2 || off !== undefined)
      throw modelRefusal("config", "no_row", { name, row: show(off), shape });
    const size = width * BYTES[dtype];
    requireFew(name, shape, rows.length * width * BYTES.F32);
    const data = new Float32Array(rows.length * width);
    const copy = async (/** @type {[number, number]} */ [first, last]) => {
      const bytes = await readSlice(source, begin + first * size, begin + (last + 1) * size, signal);
      const numbers = toFloat32(bytes, dtype);
      for (const [i, row] of rows.entries())
        if (row >= first && row <= last)
          data.set(numbers.subarray((row - first) * width, (row - first + 1) * width), i * width);
    };
    const runs = runsOf(rows);
    for (let at = 0; at < runs.length; at += READS) await Promise.all(runs.slice(at, at + READS).map(copy));
    return { data: this.#checked(name, data), shape: [rows.length, width] };
  }

  /** @param {string} name @returns {Stored & { dtype: NumberType }} */
  #find(name) {
    const stored = this.#stored.get(name);
    if (!stored) throw modelRefusal("format", "tensor_missing", { name });
    const { dtype } = stored;
    if (!isNumberType(dtype)) throw modelRefusal("format", "tensor_type", { name, dtype });
    return { ...stored, dtype };
  }

  /** Adds a notice for numbers that are not finite. The numbers are still returned. @param {string} name @param {Float32Array} numbers */
  #checked(name, numbers) {
    const at = this.#notices.has(name) ? -1 : notFinite(numbers);
    if (at >= 0)
      this.#notices.set(name, modelMessage("tensor_not_finite", { name, value: String(numbers[at]) }));
    return numbers;
  }
}

/** @param {string} name @param {readonly number[]} shape @param {number} bytes to hand out */
function requireFew(name, shape, bytes) {
  if (bytes > MOST_AT_ONCE)
    throw modelRefusal("memory", "tensor_too_large", { name, shape, bytes, most: MOST_AT_ONCE });
}

/** Ranges of adjacent rows, in ascending order; each row is in one range. @param {readonly number[]} rows @returns {[first: number, last: number][]} */
function runsOf(rows) {
  /** @type {[number, number][]} */
  const runs = [];
  for (const row of [...new Set(rows)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === row - 1) run[1] = row;
    else runs.push([row, row]);
  }
  return runs;
}
