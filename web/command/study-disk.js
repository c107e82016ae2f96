import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from "node:fs";
import { npyHeader, npyOfTexts } from "../kit/state/npz.js";
import { FORMAT, aboutIn, requireAscending, noStudy, npyOf } from "../models/state/study-file.js";
import { requireSame } from "../models/state/study.js";
import { modelRefusal } from "../models/words-refusals.js";
import { ZipFile } from "./zip-file.js";

/** @import { About } from "../models/state/study.js" */

/**
 * The measured sentences of a file, which stay on the disk.
 * @typedef {object} Source
 * @property {About} about
 * @property {Int32Array} numbers ascending
 * @property {Int32Array} tokens
 * @property {(i: number) => Uint8Array} values bytes of float32, (layers, heads, measures)
 * @property {(i: number) => Uint8Array} even bytes of float32, (measures)
 * @property {() => void} close
 */

/** @param {About} about */
const widthOf = ({ layers, heads, measures }) => layers * heads * measures.length;

/** @param {number} file @param {number} at @param {number} length */
function bytesAt(file, at, length) {
  const bytes = new Uint8Array(length);
  if (readSync(file, bytes, 0, length, at) < length) throw noStudy();
  return bytes;
}

/** Opens study.npz. @param {string} path @returns {Source} @throws {import("../core/errors.js").HeadscopeError} code "format" */
export function openStudy(path) {
  const file = openSync(path, "r");
  try {
    return sourceIn(file);
  } catch (error) {
    closeSync(file);
    throw error instanceof RangeError ? noStudy() : error; // a directory that points outside the file
  }
}

const HEADER = 256; // bytes, at least those of an array's header

/** @param {number} file @returns {Source} */
function sourceIn(file) {
  const entries = entriesIn(file);
  const arrays = new Map(
    Array.from(entries, ([name, { at, size }]) => {
      const { start, ...array } = npyOf(bytesAt(file, at, Math.min(HEADER, size)));
      return [name, { ...array, start: at + start, size: size - start }];
    }),
  );
  const about = aboutIn(arrays, ({ start, size }) => bytesAt(file, start, size));
  const data = (/** @type {string} */ name) =>
    /** @type {import("../models/state/study-file.js").Npy} */ (arrays.get(name));
  const row = (/** @type {string} */ name, /** @type {number} */ width) => {
    const { start } = data(name);
    return (/** @type {number} */ i) => bytesAt(file, start + 4 * i * width, 4 * width);
  };
  const integers = (/** @type {string} */ name) =>
    new Int32Array(bytesAt(file, data(name).start, data(name).size).buffer);
  return {
    ...{ about, numbers: requireAscending(integers("numbers")), tokens: integers("tokens") },
    values: row("values", widthOf(about)),
    even: row("even", about.measures.length),
    close: () => closeSync(file),
  };
}

/**
 * Where the contents of a zip's entries begin, and their sizes, by name without .npy.
 * @param {number} file @returns {Map<string, { at: number, size: number }>} empty if the file is no zip; without entries that are compressed
 */
function entriesIn(file) {
  const { size } = fstatSync(file);
  const tail = Buffer.from(bytesAt(file, Math.max(0, size - 2 ** 16), Math.min(size, 2 ** 16)));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const found = new Map();
  if (end < 0) return found;
  const wide = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 6, 6]), end);
  const [count, at] =
    wide >= 0
      ? [Number(tail.readBigUInt64LE(wide + 32)), Number(tail.readBigUInt64LE(wide + 48))]
      : [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 16)];
  const directory = Buffer.from(bytesAt(file, at, Math.max(0, size - at)));
  for (let i = 0, entry = 0; i < count; i++) {
    const [name, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(entry + field));
    const text = directory.toString("latin1", entry + 46, entry + 46 + name);
    const wideFields = directory.subarray(entry + 46 + name, entry + 46 + name + extra);
    const narrow = [24, 42].map((field) => directory.readUInt32LE(entry + field));
    const content = narrow[0] === WIDE ? Number(wideFields.readBigUInt64LE(4)) : narrow[0];
    const offset = narrow[1] === WIDE ? wideOffset(wideFields) : narrow[1];
    const local = Buffer.from(bytesAt(file, offset, 30));
    const from = offset + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
    const isStored = directory.readUInt16LE(entry + 10) === 0 && from + content <= size;
    if (isStored) found.set(text.replace(/\.npy$/, ""), { at: from, size: content });
    entry += 46 + name + extra + comment;
  }
  return found;
}

const WIDE = 0xffffffff; // a number that stands in the extra field of zip64

/** The offset in the extra field of zip64: the last of its numbers. @param {Buffer} extra */
const wideOffset = (extra) => Number(extra.readBigUInt64LE(4 + extra.readUInt16LE(2) - 8));

/**
 * Writes study.npz from sources, whose sentences are put in order of their numbers. Equal sentences give equal files, from any number of sources.
 * @param {string} path @param {readonly Source[]} sources @throws {import("../core/errors.js").HeadscopeError} code "config" if they do not belong together
 */
export function writeStudy(path, sources) {
  const [{ about }] = sources;
  for (const source of sources) requireSame(about, source.about);
  const order = mergeSources(sources);
  const { model, commit, layers, heads, measures } = about;
  const part = `${path}.${process.pid}.part`;
  const zip = new ZipFile(part);
  const texts = (/** @type {string} */ name, /** @type {readonly string[]} */ list) => {
    const bytes = npyOfTexts(list);
    zip.add(`${name}.npy`, bytes.length, [bytes]);
  };
  const rows = (
    /** @type {string} */ name,
    /** @type {string} */ type,
    /** @type {readonly number[]} */ sizes,
    /** @type {(source: Source, i: number) => Uint8Array} */ row,
  ) => {
    const header = npyHeader(type, [order.length, ...sizes]);
    const size = header.length + 4 * order.length * sizes.reduce((product, each) => product * each, 1);
    zip.add(`${name}.npy`, size, inPieces(header, order, row));
  };
  const integer = (/** @type {number} */ value) => new Uint8Array(Int32Array.of(value).buffer);
  texts("format", [FORMAT]);
  texts("model", [model]);
  if (commit) texts("commit", [commit]);
  texts("measures", measures);
  rows("numbers", "<i4", [], ({ numbers }, i) => integer(numbers[i]));
  rows("tokens", "<i4", [], ({ tokens }, i) => integer(tokens[i]));
  rows("even", "<f4", [measures.length], (source, i) => source.even(i));
  rows("values", "<f4", [layers, heads, measures.length], (source, i) => source.values(i));
  zip.end();
  renameSync(part, path);
}

const PIECE = 2 ** 20; // bytes that are written at a time

/** @param {Uint8Array} header @param {readonly Place[]} order @param {(source: Source, i: number) => Uint8Array} row */
function* inPieces(header, order, row) {
  let [waiting, size] = [[header], header.length];
  for (const { source, i } of order) {
    const bytes = row(source, i);
    waiting.push(bytes);
    size += bytes.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  yield Buffer.concat(waiting);
}

/** @typedef {{ number: number, source: Source, i: number }} Place */

/** The sentences of all sources by their numbers. @param {readonly Source[]} sources @returns {Place[]} */
export function mergeSources(sources) {
  const order = sources.flatMap((source) =>
    Array.from(source.numbers, (number, i) => ({ number, source, i })),
  );
  order.sort((a, b) => a.number - b.number);
  const twice = order.find(({ number }, at) => at > 0 && order[at - 1].number === number);
  if (twice) throw modelRefusal("config", "sentence_twice", { number: twice.number });
  return order;
}

/**
 * The sentences that are measured so far, in a file: a line that says of what, and a record for each sentence. The file is made with the first record, so
 * that a study that is refused leaves none. A process that is killed leaves whole records and perhaps a part of one, which is cut off when the file is
 * opened again.
 */
export class PartFile {
  #path;
  #header;
  /** Null until there is a sentence. @type {number | null} */
  #opened = null;
  #start;
  #size;
  about;
  count = 0;
  skipped = 0;
  skippedBefore = 0;
  perSecond = 0;
  isDone = false;
  /** @type {number | null} */ total = null;

  /** @param {string} path @param {About} about @param {string} identity of the text and of how it is cut @throws {PartOfAnother} if the file is of another study */
  constructor(path, about, identity) {
    this.about = about;
    this.model = about.model;
    this.layers = about.layers;
    this.heads = about.heads;
    this.measures = about.measures;
    this.commit = about.commit ?? null;
    this.#path = path;
    this.#header = Buffer.from(`${JSON.stringify({ format: FORMAT, ...about, identity })}\n`);
    this.#start = this.#header.length;
    this.#size = 8 + 4 * (widthOf(about) + about.measures.length);
    if (existsSync(path)) this.#goOn(openSync(path, "r+"));
  }

  /** @param {number} file that another process has begun */
  #goOn(file) {
    const header = this.#header;
    const { size } = fstatSync(file);
    const found = bytesAt(file, 0, Math.min(size, header.length));
    if (!header.subarray(0, found.length).equals(found)) {
      const whole = bytesAt(file, 0, Math.min(size, LONGEST_HEADER));
      closeSync(file);
      throw new PartOfAnother(commitIn(whole));
    }
    writeSync(file, header, found.length, header.length - found.length, found.length); // of a process that was killed while it wrote the header
    this.#opened = file;
    this.count = Math.floor((fstatSync(file).size - this.#start) / this.#size);
    ftruncateSync(file, this.#at(this.count));
  }

  get #file() {
    if (this.#opened === null) {
      this.#opened = openSync(this.#path, "w+");
      writeSync(this.#opened, this.#header);
    }
    return this.#opened;
  }

  /** Number of the last sentence; -1 for none. */
  get last() {
    return this.count ? this.#integers(this.count - 1)[0] : -1;
  }

  /** @param {{ number: number, tokens: number, values: Float32Array, even: Float32Array }} measured */
  append({ number, tokens, values, even }) {
    const record = new Float32Array(this.#size / 4);
    new Int32Array(record.buffer).set([number, tokens]);
    record.set(even, 2);
    record.set(values, 2 + even.length);
    const bytes = new Uint8Array(record.buffer);
    writeSync(this.#file, bytes, 0, bytes.length, this.#at(this.count++));
  }

  /** @returns {Source} */
  get source() {
    const { about } = this;
    const integers = Array.from({ length: this.count }, (_, i) => this.#integers(i));
    const evenSize = 4 * about.measures.length;
    return {
      about,
      numbers: Int32Array.from(integers, ([number]) => number),
      tokens: Int32Array.from(integers, ([, tokens]) => tokens),
      even: (i) => bytesAt(this.#file, this.#at(i) + 8, evenSize),
      values: (i) => bytesAt(this.#file, this.#at(i) + 8 + evenSize, this.#size - 8 - evenSize),
      close: () => void (this.#opened !== null && closeSync(this.#opened)),
    };
  }

  /** @param {number} i */
  #at(i) {
    return this.#start + i * this.#size;
  }

  /** The number and the count of tokens of a sentence. @param {number} i */
  #integers(i) {
    return new Int32Array(bytesAt(this.#file, this.#at(i), 8).buffer);
  }
}

const LONGEST_HEADER = 2 ** 16; // bytes

/** The commit that the first line of a part names; null for none. @param {Uint8Array} bytes @returns {string | null} */
export function commitIn(bytes) {
  try {
    const [header] = new TextDecoder().decode(bytes).split("\n", 1);
    return JSON.parse(header).commit ?? null;
  } catch {
    return null;
  }
}

/** The file that a study would go on with is of another one. */
export class PartOfAnother extends Error {
  /** @param {string | null} commit of the hub that the file's model comes from */
  constructor(commit) {
    super();
    this.commit = commit;
  }
}
