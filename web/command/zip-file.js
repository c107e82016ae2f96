import { closeSync, openSync, writeSync } from "node:fs";
import { strToU8 } from "fflate";

// Writes a zip file without compression, piece by piece: an entry is never in memory as a whole, and may exceed 4 GB (zip64).

const DATE = (1 << 5) | 1; // 1980-01-01, constant, so that equal contents give equal files
const MOST = 0xffffffff; // of the fields of 32 bits
const VERSION = 45; // of zip64

/** @typedef {{ name: Uint8Array, crc: number, size: number, offset: number }} Entry */

export class ZipFile {
  #file;
  #at = 0;
  /** @type {Entry[]} */ #entries = [];

  /** @param {string} path */
  constructor(path) {
    this.#file = openSync(path, "w");
  }

  /** @param {string} name ASCII @param {number} size of all pieces together, in bytes @param {Iterable<Uint8Array>} pieces */
  add(name, size, pieces) {
    const entry = { name: strToU8(name, true), crc: 0, size, offset: this.#at };
    this.#write(localHeader(entry));
    let crc = -1;
    for (const piece of pieces) {
      crc = crcOf(piece, crc);
      this.#write(piece);
    }
    entry.crc = ~crc >>> 0;
    writeSync(this.#file, localHeader(entry), 0, undefined, entry.offset);
    this.#entries.push(entry);
  }

  /** Writes the directory, and closes the file. */
  end() {
    const start = this.#at;
    for (const entry of this.#entries) this.#write(directoryEntry(entry));
    const [count, size, end] = [this.#entries.length, this.#at - start, this.#at];
    this.#write(
      fields(
        [4, 0x06064b50],
        [8, 44],
        [2, VERSION],
        [2, VERSION],
        [4, 0],
        [4, 0],
        [8, count],
        [8, count],
        [8, size],
        [8, start],
      ),
    );
    this.#write(fields([4, 0x07064b50], [4, 0], [8, end], [4, 1]));
    this.#write(
      fields(
        [4, 0x06054b50],
        [2, 0],
        [2, 0],
        [2, count],
        [2, count],
        [4, Math.min(size, MOST)],
        [4, Math.min(start, MOST)],
        [2, 0],
      ),
    );
    closeSync(this.#file);
  }

  /** @param {Uint8Array} bytes */
  #write(bytes) {
    writeSync(this.#file, bytes, 0, bytes.length, this.#at);
    this.#at += bytes.length;
  }
}

/** @param {Entry} entry */
const localHeader = ({ name, crc, size }) =>
  concatenate(
    fields(
      [4, 0x04034b50],
      [2, VERSION],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, MOST],
      [4, MOST],
      [2, name.length],
      [2, 20],
    ),
    name,
    fields([2, 1], [2, 16], [8, size], [8, size]),
  );

/** @param {Entry} entry */
const directoryEntry = ({ name, crc, size, offset }) =>
  concatenate(
    fields(
      [4, 0x02014b50],
      [2, VERSION],
      [2, VERSION],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, DATE],
      [4, crc],
      [4, MOST],
      [4, MOST],
    ),
    fields([2, name.length], [2, 28], [2, 0], [2, 0], [2, 0], [4, 0], [4, MOST]),
    name,
    fields([2, 1], [2, 24], [8, size], [8, size], [8, offset]),
  );

/** Numbers, little-endian. @param {...readonly [bytes: number, value: number]} numbers */
function fields(...numbers) {
  const bytes = Buffer.alloc(numbers.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of numbers) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

/** @param {...Uint8Array} parts */
const concatenate = (...parts) => Buffer.concat(parts);

const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param {Uint8Array} bytes @param {number} crc of the bytes before; -1 at first */
function crcOf(bytes, crc) {
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return crc;
}
