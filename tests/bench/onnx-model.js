import { message } from "./protobuf.js";

// The fields' numbers are those of onnx.proto3 (github.com/onnx/onnx).

/** @typedef {{ op: string, inputs: string[], outputs: string[], domain?: string, attributes?: Record<string, number | { float: number } | number[]> }} Node */
/** @typedef {{ data: Float32Array | BigInt64Array, shape: number[] }} Constant */

/** @typedef {object} Graph
 * @property {Node[]} nodes
 * @property {Record<string, Constant>} constants
 * @property {Record<string, number[]> | string[]} inputs float32, by name: their shapes, or names alone if shapes vary
 * @property {string[]} outputs
 */

const FLOAT = 1;
const INT64 = 7;

/**
 * The bytes of an ONNX model.
 * @param {Graph} graph
 */
export function onnxModel({ nodes, constants, inputs, outputs }) {
  const graph = message(
    ...nodes.map((each) => field(1, node(each))),
    [2, "attention"],
    ...Object.entries(constants).map(([name, constant]) => field(5, tensor(name, constant))),
    ...(Array.isArray(inputs)
      ? inputs.map((name) => field(11, valueInfo(name)))
      : Object.entries(inputs).map(([name, shape]) => field(11, valueInfo(name, shape)))),
    ...outputs.map((name) => field(12, valueInfo(name))),
  );
  return message([1, 8], [8, operators("", 17)], [8, operators("com.microsoft", 1)], [7, graph]);
}

/** @param {number} number @param {Uint8Array} bytes @returns {[number, Uint8Array]} */
const field = (number, bytes) => [number, bytes];

/** @param {string} domain @param {number} version */
const operators = (domain, version) => message([1, domain], [2, version]);

/** @param {Node} node */
function node({ op, inputs, outputs, domain = "", attributes = {} }) {
  return message(
    ...inputs.map((name) => /** @type {[number, string]} */ ([1, name])),
    ...outputs.map((name) => /** @type {[number, string]} */ ([2, name])),
    [4, op],
    ...Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value))),
    [7, domain],
  );
}

/** @param {string} name @param {number | { float: number } | number[]} value a whole number, a float, or whole numbers */
function attribute(name, value) {
  if (Array.isArray(value)) return message([1, name], ...value.map(ints), [20, 7]);
  return typeof value === "number"
    ? message([1, name], [3, value], [20, 2])
    : message([1, name], [2, value], [20, 1]);
}

/** @param {number} value @returns {[number, number]} */
const ints = (value) => [8, value];

/** @param {string} name @param {Constant} constant */
function tensor(name, { data, shape }) {
  const type = data instanceof Float32Array ? FLOAT : INT64;
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return message(
    ...shape.map((size) => /** @type {[number, number]} */ ([1, size])),
    [2, type],
    [8, name],
    [9, raw],
  );
}

/** @param {string} name @param {number[]} [shape] without one, onnxruntime works it out */
function valueInfo(name, shape) {
  const dims = shape?.map((size) => field(1, message([1, size])));
  const type = dims ? message([1, FLOAT], [2, message(...dims)]) : message([1, FLOAT]);
  return message([1, name], [2, message([1, type])]);
}
