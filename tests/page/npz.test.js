import assert from "node:assert/strict";
import test from "node:test";
import { crc32 } from "node:zlib";
import { npz } from "../../web/kit/state/npz.js";

/** Bits of floats that a conversion could lose: zeros of both signs, the smallest, infinities, NaNs with payloads. */
const BITS = [0, 0x80000000, 1, 0x807fffff, 0x3f800001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00123];
const odd = new Float32Array(Uint32Array.from([7, ...BITS]).buffer, 4);

const ARRAYS = [
  { name: "x", shape: [1, 3, 3], data: odd },
  { name: "b_o", shape: [1], data: Float32Array.of(0.1) },
  { name: "attention", shape: [2, 96, 1, 1], data: new Float32Array(192).fill(1 / 3) },
];
const file = Buffer.from(npz(ARRAYS));

/** The entries of the zip's directory, with their facts and contents. */
function entries() {
  const end = file.length - 22;
  assert.equal(file.readUInt32LE(end), 0x06054b50, "it ends with its end record");
  let at = file.readUInt32LE(end + 16);
  assert.equal(at + file.readUInt32LE(end + 12), end, "before which the directory lies");
  assert.deepEqual([file.readUInt16LE(end + 8), file.readUInt16LE(end + 10)], [3, 3]);
  return Array.from({ length: 3 }, () => {
    assert.equal(file.readUInt32LE(at), 0x02014b50);
    const entry = entryAt(file.readUInt32LE(at + 42), at + 16);
    at += 46 + file.readUInt16LE(at + 28);
    return entry;
  });
}

/** @param {number} start of its local header @param {number} facts where the directory has its CRC, sizes and the name's length */
function entryAt(start, facts) {
  assert.equal(file.readUInt32LE(start), 0x04034b50);
  assert.equal(file.readUInt16LE(start + 8), 0, "stored");
  assert.deepEqual(
    file.subarray(start + 14, start + 30),
    file.subarray(facts, facts + 16),
    "told twice alike",
  );
  const [crc, size] = [file.readUInt32LE(start + 14), file.readUInt32LE(start + 22)];
  assert.equal(file.readUInt32LE(start + 18), size);
  const begin = start + 30 + file.readUInt16LE(start + 26);
  const name = file.toString("latin1", start + 30, begin);
  return { name, crc, content: file.subarray(begin, begin + size) };
}

test("the zip's entries are the arrays, in order, each with its CRC", () => {
  assert.deepEqual(
    entries().map(({ name }) => name),
    ["x.npy", "b_o.npy", "attention.npy"],
  );
  for (const { name, crc, content } of entries()) assert.equal(crc, crc32(content), name);
});

test("an array consists of its header and its numbers, bit for bit", () => {
  entries().forEach(({ content }, i) => {
    const { shape, data } = ARRAYS[i];
    assert.equal(content.toString("latin1", 0, 8), "\x93NUMPY\x01\x00");
    const begin = 10 + content.readUInt16LE(8);
    assert.equal(begin % 64, 0);
    const header = content.toString("latin1", 10, begin);
    const [, descr, order, tuple] =
      /^\{'descr': '(.+)', 'fortran_order': (.+), 'shape': \((.*)\), \} *\n$/.exec(header) ?? [];
    assert.deepEqual([descr, order], ["<f4", "False"]);
    assert.equal(
      tuple,
      shape.length === 1 ? `${shape[0]},` : shape.join(", "),
      "a tuple of one has its comma",
    );
    const told = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    assert.deepEqual(content.subarray(begin), told);
  });
});

test("the same numbers give the same file", () => {
  assert.deepEqual(Buffer.from(npz(ARRAYS)), file);
});
