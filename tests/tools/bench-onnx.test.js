// The benchmark's writer of ONNX models.
import assert from "node:assert/strict";
import test from "node:test";
import { onnxModel } from "../bench/onnx-model.js";
import { message, varint } from "../bench/protobuf.js";

/** @param {Uint8Array} bytes */
const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("numbers are written with seven bits per byte, negative ones as 64 bits", () => {
  assert.equal(hex(varint(0)), "00");
  assert.equal(hex(varint(127)), "7f");
  assert.equal(hex(varint(128)), "8001");
  assert.equal(hex(varint(300)), "ac02");
  assert.equal(hex(varint(-1)), "ffffffffffffffffff01");
  assert.equal(hex(varint(2 ** 40)), "808080808020");
  assert.throws(() => varint(0.5), /0.5 is not a whole number/);
});

test("fields are written as in the encoding's documentation", () => {
  assert.equal(hex(message([1, 150])), "089601");
  assert.equal(hex(message([2, "testing"])), "120774657374696e67");
  assert.equal(hex(message([3, message([1, 150])])), "1a03089601");
  assert.equal(hex(message([2, { float: 1 }])), "150000803f");
  assert.equal(hex(message([8, 1], [8, 2], [20, 7])), "40014002a00107");
});

/**
 * Reads the fields of a message, by number.
 * @param {Uint8Array} bytes
 */
function fields(bytes) {
  /** @type {Record<number, (number | Uint8Array)[]>} */
  const found = {};
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const key = number();
    const length = key % 8 === 5 ? 4 : number();
    const value = key % 8 === 0 ? length : bytes.subarray(at, (at += length));
    (found[key >> 3] ??= []).push(value);
  }
  return found;
}

/** @param {number | Uint8Array} bytes */
const below = (bytes) => fields(/** @type {Uint8Array} */ (bytes));
/** @param {(number | Uint8Array)[]} texts */
const texts = (texts) => texts.map((each) => Buffer.from(/** @type {Uint8Array} */ (each)).toString());

test("a model contains its nodes, constants, inputs and outputs", () => {
  const model = fields(
    onnxModel({
      nodes: [
        {
          op: "MatMul",
          inputs: ["x", "w"],
          outputs: ["y"],
          attributes: { axis: -1, perm: [0, 2], f: { float: 1 } },
        },
      ],
      constants: { w: { data: Float32Array.of(1, 2, 3, 4, 5, 6), shape: [3, 2] } },
      inputs: { x: [1, 3] },
      outputs: ["y"],
    }),
  );
  assert.deepEqual(
    model[8].map((each) => below(each)[2][0]),
    [17, 1],
  );
  const graph = below(model[7][0]);
  const node = below(graph[1][0]);
  assert.deepEqual([texts(node[1]), texts(node[2]), texts(node[4])], [["x", "w"], ["y"], ["MatMul"]]);
  assert.deepEqual(
    node[5].map((each) => below(each)[20][0]),
    [2, 7, 1],
  );
  assert.deepEqual(below(node[5][1])[8], [0, 2]);
  const constant = below(graph[5][0]);
  assert.deepEqual([constant[1], constant[2], texts(constant[8])], [[3, 2], [1], ["w"]]);
  assert.equal(
    hex(/** @type {Uint8Array} */ (constant[9][0])),
    "0000803f0000004000004040000080400000a0400000c040",
  );
  const shape = below(below(below(below(graph[11][0])[2][0])[1][0])[2][0]);
  assert.deepEqual(
    shape[1].map((each) => below(each)[1][0]),
    [1, 3],
  );
  assert.deepEqual(texts(below(graph[12][0])[1]), ["y"]);
});
