// Reading and writing NumPy's files: stored and deflated, in any byte order and order of axes, and messages about invalid files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { zipSync } from "fflate";
import { inRoot } from "../../tools/lib/paths.mjs";
import { HeadscopeError } from "../../web/core/index.js";
import { npz } from "../../web/kit/state/npz.js";
import { readNpy } from "../../web/check/state/npy.js";
import { readNpz } from "../../web/check/state/npz.js";
import { isKnown, splitKnown } from "../../web/check/state/names.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { crc32 } from "node:zlib";

const file = (/** @type {string} */ name) =>
  new Uint8Array(readFileSync(inRoot("tests/fixtures/saved", `${name}.npz`)));

/** @param {string} header @param {ArrayBufferView} numbers @param {number} [version] */
function npy(header, { buffer, byteOffset, byteLength }, version = 1) {
  const length = version === 1 ? [header.length & 255, header.length >> 8] : [header.length, 0, 0, 0];
  const start = `\x93NUMPY${String.fromCharCode(version, 0, ...length)}${header}`;
  return new Uint8Array([...Buffer.from(start, "latin1"), ...new Uint8Array(buffer, byteOffset, byteLength)]);
}
const HEADER = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";
const SIX = Float32Array.of(1, 2, 3, 4, 5, 6);

/** @param {() => unknown} act @param {RegExp} said */
const refused = (act, said) =>
  assert.throws(act, (error) => {
    assert.ok(error instanceof HeadscopeError, String(error));
    assert.equal(error.code, "format");
    assert.match(error.message, said);
    return true;
  });

test("written numbers read back", () => {
  const arrays = [
    { name: "x", shape: [2, 3], data: SIX },
    { name: "none", shape: [0, 4], data: new Float32Array() },
    { name: "odd", shape: [3], data: Float32Array.of(NaN, -Infinity, -0) },
  ];
  const read = readNpz(npz(arrays));
  for (const { name, shape, data } of arrays) {
    const it = read.get(name);
    assert.deepEqual([it?.shape, it?.data, it?.dtype], [shape, data, "<f4"]);
  }
});

test("stored and deflated, little and big endian, row by row and column by column are the same numbers", () => {
  const [right, big] = [readNpz(file("right")), readNpz(file("big_endian"))];
  assert.equal(big.get("x")?.dtype, ">f4");
  for (const [name, array] of right) assert.deepEqual(big.get(name)?.data, array.data, name);
  const [linear, deflated] = [readNpz(file("linear")), readNpz(file("merged"))];
  assert.deepEqual(deflated.get("x")?.data, right.get("x")?.data);
  const [w, turned] = [right.get("wQ"), linear.get("wQ")];
  assert.ok(Buffer.from(file("linear")).includes("'fortran_order': True"), "as NumPy saves a transpose");
  for (let i = 0; i < 64; i++) assert.equal(turned?.data[i], w?.data[(i % 8) * 8 + Math.floor(i / 8)]);
});

test("an array of three axes that was saved column by column", () => {
  const data = Float32Array.from({ length: 24 }, (_, i) => i);
  const header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3, 4), }\n";
  const read = readNpy("x", npy(header, data)).data;
  for (let i = 0; i < 2; i++)
    for (let j = 0; j < 3; j++)
      for (let k = 0; k < 4; k++) assert.equal(read[(i * 3 + j) * 4 + k], i + 2 * j + 6 * k);
});

test("other dtypes of numbers, later versions, and scalars", () => {
  const of = (/** @type {string} */ descr, /** @type {ArrayBufferView} */ numbers) =>
    readNpy("n", npy(`{'descr': '${descr}', 'fortran_order': False, 'shape': (), }\n`, numbers)).data[0];
  assert.equal(of("<i8", BigInt64Array.of(-8n)), -8);
  assert.equal(of("<i4", Int32Array.of(8)), 8);
  assert.equal(of("|b1", Uint8Array.of(1)), 1);
  assert.equal(of("<f8", Float64Array.of(0.1)), 0.1);
  for (const version of [2, 3]) assert.deepEqual(readNpy("x", npy(HEADER, SIX, version)).data, SIX);
});

for (const [what, bytes, said] of /** @type {[string, Uint8Array, RegExp][]} */ ([
  ["nothing", new Uint8Array(), /it is empty/],
  [
    "text",
    Buffer.from("x,y\n1,2\n"),
    /no \.npz: it begins with 78 2c 79 0a, and a zip begins with PK; save your arrays with np\.savez/,
  ],
  [".npy", npy(HEADER, SIX), /is one array \(\.npy\), which has no name/],
  ["a pickle", Uint8Array.of(0x80, 4, 0x95), /is a pickle/],
  ["HDF5", Buffer.from("\x89HDF\r\n", "latin1"), /is HDF5/],
  ["an empty zip", zipSync({}), /a zip with nothing in it/],
  [
    "a file of torch.save",
    zipSync({ "my/data.pkl": SIX_BYTES(), "my/data/0": SIX_BYTES() }),
    /is one of torch\.save/,
  ],
  ["a zip of something else", zipSync({ "a.txt": SIX_BYTES() }), /"a\.txt" in the file is no \.npy/],
  ["what is no .npy in it", zipSync({ "x.npy": SIX_BYTES() }), /^x does not begin as an \.npy does/],
]))
  test(`${what} is named in the message`, () => refused(() => readNpz(bytes), said));

test("an array of another name may have any type", () => {
  const file = zipSync({ "x.npy": npy(HEADER, SIX), "words.npy": npy(HEADER.replace("<f4", "<U5"), SIX) });
  const { known, unknown } = splitKnown(readNpz(file, isKnown));
  assert.deepEqual(known.get("x")?.data, SIX);
  assert.deepEqual(unknown, ["words"]);
});

function SIX_BYTES() {
  return new Uint8Array(SIX.buffer);
}

for (const [what, header, said] of /** @type {[string, string, RegExp][]} */ ([
  ["a date", HEADER.replace("<f4", "<M8"), /^x is of dtype '<M8', which is not read: save it as float32/],
  ["what no dtype is called", HEADER.replace("<f4", "__proto__"), /^x is of dtype '__proto__'/],
  [
    "a shape with more numbers",
    HEADER.replace("3", "4"),
    /^x has 24 bytes of numbers, where shape \(2, 4\) of '<f4' takes 32/,
  ],
  ["no shape", HEADER.replace("shape", "size"), /^x has a header that tells no dtype, order and shape/],
  ["no header", "\n", /^x has a header that tells no/],
]))
  test(`${what} is refused`, () => refused(() => readNpy("x", npy(header, SIX)), said));

test("a version that is not known, and a header that ends too late", () => {
  refused(() => readNpy("x", npy(HEADER, SIX, 9)), /^x is \.npy of version 9, and 1 to 3 are known/);
  refused(() => readNpy("x", npy(HEADER, SIX).subarray(0, 30)), /^x is cut off in its header/);
});

test("an archive that would unpack to too many bytes is refused first", () => {
  const zip = zipSync({ "x.npy": new Uint8Array(9) }, { level: 0 });
  const view = new DataView(zip.buffer, zip.byteOffset);
  const directory = Buffer.from(zip).indexOf("PK\x01\x02", 0, "latin1");
  view.setUint32(directory + 24, 2 ** 31, true);
  refused(() => readNpz(zip), /^all up to x\.npy takes 2048 MB unpacked, and at most 256 MB are read/);
});

/** Where the zip's directory begins. @param {Uint8Array} zip */
const directoryOf = (zip) => Buffer.from(zip).indexOf("PK\x01\x02", 0, "latin1");

test("an entry is unpacked no further than its declared size", () => {
  const zip = zipSync({ "x.npy": new Uint8Array(2 ** 25) }, { level: 1 });
  const view = new DataView(zip.buffer, zip.byteOffset);
  view.setUint32(22, 1000, true);
  view.setUint32(directoryOf(zip) + 24, 1000, true);
  assert.ok(directoryOf(zip) > 25_000);
  zip.fill(0xff, 20_000, directoryOf(zip) - 1); // the bytes after the declared size are not valid deflate
  refused(() => readNpz(zip), /^x\.npy unpacks to more than the 1000 bytes that the zip declares/);
});

test("an entry that ends before its declared size is refused, not filled with zeros", () => {
  const whole = npy(HEADER, SIX);
  const zip = zipSync({ "x.npy": whole.slice(0, -4) }, { level: 9 });
  const view = new DataView(zip.buffer, zip.byteOffset);
  view.setUint32(22, whole.length, true);
  view.setUint32(directoryOf(zip) + 24, whole.length, true);
  refused(() => readNpz(zip), /^x has 20 bytes of numbers, where shape \(2, 3\) of \S+ takes 24/);
});

test("entries that overlap are refused", () => {
  const zip = zipSync({ "x.npy": npy(HEADER, new Float32Array(2 ** 18)) }, { level: 9 });
  const directory = directoryOf(zip);
  const [entry, end] = [zip.subarray(directory, -22), zip.slice(-22)];
  const again = Array.from({ length: 2000 }, (_, i) => {
    const copy = entry.slice();
    copy[copy.length - 5] = i; // of its name
    return Buffer.from(copy);
  });
  new DataView(end.buffer).setUint16(8, again.length, true);
  const bomb = Buffer.concat([zip.subarray(0, directory), ...again, end]);
  refused(() => readNpz(bomb), /^the zip's entries overlap at /);
});

test("a header is no longer than NumPy reads", () => {
  const long = HEADER.replace("\n", `${" ".repeat(10_000)}\n`);
  refused(() => readNpy("x", npy(long, SIX)), /^x has a header of 100\d\d bytes, and at most 10000 are read/);
});

test("a file cut anywhere, or with any byte changed, is read or refused with a message", () => {
  for (const name of ["right", "float64"]) {
    const whole = file(name);
    for (let length = 0; length < whole.length; length += IS_NIGHTLY ? 61 : 183)
      refused(() => readNpz(whole.slice(0, length)), /\w/);
    for (let at = 0; at < whole.length; at += IS_NIGHTLY ? 17 : 51) {
      const changed = whole.slice();
      changed[at] ^= 0xff;
      try {
        readNpz(changed);
      } catch (error) {
        assert.ok(error instanceof HeadscopeError, `byte ${at}: ${error}`);
      }
    }
  }
});

/** @param {string} descr @param {ArrayBufferView} numbers @param {string} [shape] */
const readAs = (descr, numbers, shape = "(3,)") =>
  readNpy("x", npy(`{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }\n`, numbers));

test("numbers of 16 bits are read: float16, bfloat16 of ml_dtypes, and bfloat16 as uint16 by its name", () => {
  const halves = [0x3c00, 0xc100, 0x0001, 0x7c00, 0xfc00, 0x7e00];
  const half = readAs("<f2", Uint16Array.from(halves), "(6,)");
  assert.deepEqual([...half.data], [1, -2.5, 2 ** -24, Infinity, -Infinity, NaN]);
  const bits = Uint16Array.of(0x3f80, 0xc020, 0x7f80);
  const brain = readAs("<V2", bits);
  assert.deepEqual([brain.dtype, ...brain.data], ["bfloat16", 1, -2.5, Infinity]);
  const { known } = splitKnown(new Map([["w_q_bf16", readAs("<u2", bits)]]));
  assert.deepEqual(
    [known.get("wQ")?.dtype, ...(known.get("wQ")?.data ?? [])],
    ["bfloat16", 1, -2.5, Infinity],
  );
});

test("options are read as NumPy saves strings, and an array of numbers may not be text", () => {
  const text = readAs(
    "<U4",
    Uint32Array.from("half", (letter) => letter.charCodeAt(0)),
    "()",
  );
  assert.equal(text.text, "half");
  assert.equal(readAs("|S5", Buffer.from("pairs"), "()").text, "pairs");
  const points = Buffer.from(Uint32Array.from("half\0", (letter) => letter.charCodeAt(0)).buffer).swap32();
  assert.equal(readAs(">U5", points, "()").text, "half");
  assert.equal(readAs("|S64", Buffer.alloc(64, "a"), "()").text, "a".repeat(64));
  for (const [descr, bytes] of /** @type {[string, Buffer][]} */ ([
    ["|S65", Buffer.alloc(65, "a")],
    ["|S4000000", Buffer.alloc(4_000_000, "a")],
  ]))
    refused(() => readAs(descr, bytes, "()"), /is a text of more than 64 characters; expected one word/);
  assert.equal(splitKnown(new Map([["rope", text]])).known.get("rope")?.text, "half");
  refused(() => splitKnown(new Map([["x", text]])), /^x is of dtype '<U4', which is not read/);
});

/** Bits of floats that a conversion could lose: zeros of both signs, the smallest, infinities, NaNs with payloads. */
const BITS = [0, 0x80000000, 1, 0x807fffff, 0x3f800001, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00123];
const odd = new Float32Array(Uint32Array.from([7, ...BITS]).buffer, 4);

const ARRAYS = [
  { name: "x", shape: [1, 3, 3], data: odd },
  { name: "b_o", shape: [1], data: Float32Array.of(0.1) },
  { name: "attention", shape: [2, 96, 1, 1], data: new Float32Array(192).fill(1 / 3) },
];
const archive = Buffer.from(npz(ARRAYS));

/** The entries of the zip's directory, with their facts and contents. */
function entries() {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, "it ends with its end record");
  let at = archive.readUInt32LE(end + 16);
  assert.equal(at + archive.readUInt32LE(end + 12), end, "before which the directory lies");
  assert.deepEqual([archive.readUInt16LE(end + 8), archive.readUInt16LE(end + 10)], [3, 3]);
  return Array.from({ length: 3 }, () => {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const entry = entryAt(archive.readUInt32LE(at + 42), at + 16);
    at += 46 + archive.readUInt16LE(at + 28);
    return entry;
  });
}

/** @param {number} start of its local header @param {number} facts where the directory has its CRC, sizes and the name's length */
function entryAt(start, facts) {
  assert.equal(archive.readUInt32LE(start), 0x04034b50);
  assert.equal(archive.readUInt16LE(start + 8), 0, "stored");
  assert.deepEqual(
    archive.subarray(start + 14, start + 30),
    archive.subarray(facts, facts + 16),
    "told twice alike",
  );
  const [crc, size] = [archive.readUInt32LE(start + 14), archive.readUInt32LE(start + 22)];
  assert.equal(archive.readUInt32LE(start + 18), size);
  const begin = start + 30 + archive.readUInt16LE(start + 26);
  const name = archive.toString("latin1", start + 30, begin);
  return { name, crc, content: archive.subarray(begin, begin + size) };
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
  assert.deepEqual(Buffer.from(npz(ARRAYS)), archive);
});
