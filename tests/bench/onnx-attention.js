import { onnxModel } from "./onnx-model.js";

/** @import { Problem } from "./problem.js" */

/**
 * The plain graph in the form that exporters write: input `x`, outputs `output` and optionally `attention`.
 * @param {Problem} problem
 */
export function plainGraph({ size: { dModel, numHeads, T }, weights, needWeights }) {
  const dK = dModel / numHeads;
  /** @param {string} lane @param {number[]} perm */
  const heads = (lane, perm) => [
    op("Reshape", [lane, "split"], [`${lane}_split`]),
    op("Transpose", [`${lane}_split`], [`${lane}_heads`], { perm }),
  ];
  return onnxModel({
    nodes: [
      ...projections(),
      ...heads("q", [0, 2, 1, 3]),
      ...heads("k", [0, 2, 3, 1]),
      ...heads("v", [0, 2, 1, 3]),
      op("MatMul", ["q_heads", "k_heads"], ["scores"]),
      op("Mul", ["scores", "factor"], ["scaled"]),
      op("Softmax", ["scaled"], ["attention"], { axis: -1 }),
      op("MatMul", ["attention", "v_heads"], ["context"]),
      op("Transpose", ["context"], ["context_t"], { perm: [0, 2, 1, 3] }),
      op("Reshape", ["context_t", "merged"], ["concat"]),
      op("MatMul", ["concat", "wO"], ["output"]),
    ],
    constants: {
      ...matrices(weights, dModel),
      factor: { data: Float32Array.of(1 / Math.sqrt(dK)), shape: [] },
      split: { data: BigInt64Array.from([1, T, numHeads, dK].map(BigInt)), shape: [4] },
      merged: { data: BigInt64Array.from([1, T, dModel].map(BigInt)), shape: [3] },
    },
    inputs: { x: [1, T, dModel] },
    outputs: needWeights ? ["output", "attention"] : ["output"],
  });
}

/**
 * The same with onnxruntime's fused operator: input `x`, output `output`.
 * @param {Problem} problem
 */
export function fusedGraph({ size: { dModel, numHeads, T }, weights }) {
  const attention = op("MultiHeadAttention", ["q", "k", "v"], ["context"], { num_heads: numHeads });
  return onnxModel({
    nodes: [
      ...projections(),
      { ...attention, domain: "com.microsoft" },
      op("MatMul", ["context", "wO"], ["output"]),
    ],
    constants: matrices(weights, dModel),
    inputs: { x: [1, T, dModel] },
    outputs: ["output"],
  });
}

/** @param {string} name @param {string[]} inputs @param {string[]} outputs @param {Record<string, number | number[]>} [attributes] */
const op = (name, inputs, outputs, attributes) => ({ op: name, inputs, outputs, attributes });

const projections = () =>
  ["q", "k", "v"].map((lane) => op("MatMul", ["x", `w${lane.toUpperCase()}`], [lane]));

/** @param {Problem["weights"]} weights @param {number} dModel */
function matrices(weights, dModel) {
  const entries = Object.entries(weights).map(([name, data]) => [name, { data, shape: [dModel, dModel] }]);
  return Object.fromEntries(entries);
}
