import { onnxModel } from "./onnx-model.js";

/** @import { Checkpoint } from "./random-checkpoint.js" */
/** @import { Constant, Node } from "./onnx-model.js" */

const LAYERS = 12;
const HEADS = 12;
const D_MODEL = 768;
const EPSILON = 1e-5;

/**
 * GPT-2 of the small size as exporters write it. Inputs: `x` (1, T, d_model), what the first block reads, and `mask` (1, 1, T, T), added to the
 * scores. Outputs: `logits` and `attention0` … `attention11`.
 * @param {Checkpoint} checkpoint in F32
 */
export function gpt2Graph(checkpoint) {
  const graph = new Graph(checkpoint);
  let x = "x";
  for (let layer = 0; layer < LAYERS; layer++) x = block(graph, layer, x);
  graph.norm(x, "ln_f", "final");
  graph.constants.unembed = transposed(graph.tensor("wte.weight"));
  graph.add("MatMul", ["final", "unembed"], ["logits"]);
  const attention = Array.from({ length: LAYERS }, (_, layer) => `attention${layer}`);
  const { nodes, constants } = graph;
  return onnxModel({ nodes, constants, inputs: ["x", "mask"], outputs: ["logits", ...attention] });
}

class Graph {
  /** @type {Node[]} */
  nodes = [];

  /** @type {Record<string, Constant>} */
  constants = {
    factor: { data: Float32Array.of(1 / Math.sqrt(D_MODEL / HEADS)), shape: [] },
    thirds: integers(D_MODEL, D_MODEL, D_MODEL),
    heads: integers(1, -1, HEADS, D_MODEL / HEADS),
    merged: integers(1, -1, D_MODEL),
  };

  /** @param {Checkpoint} checkpoint whose names have the prefix of a head model */
  constructor({ tensor }) {
    this.tensor = (/** @type {string} */ name) => tensor(`transformer.${name}`);
  }

  /** @param {string} op @param {string[]} inputs @param {string[]} outputs @param {Node["attributes"]} [attributes] */
  add(op, inputs, outputs, attributes) {
    this.nodes.push({ op, inputs, outputs, attributes });
  }

  /** @param {string} x @param {string} name of the norm @param {string} y */
  norm(x, name, y) {
    const inputs = [x, this.#parameter(`${name}.weight`), this.#parameter(`${name}.bias`)];
    this.add("LayerNormalization", inputs, [y], { axis: -1, epsilon: { float: EPSILON } });
  }

  /** @param {string} x @param {string} name of the linear layer @param {string} y */
  linear(x, name, y) {
    this.add("MatMul", [x, this.#parameter(`${name}.weight`)], [`${y}_product`]);
    this.add("Add", [`${y}_product`, this.#parameter(`${name}.bias`)], [y]);
  }

  /** @param {string} name */
  #parameter(name) {
    this.constants[name] = this.tensor(name);
    return name;
  }
}

/** @param {Graph} graph @param {number} layer @param {string} x @returns {string} the block's output */
function block(graph, layer, x) {
  const of = (/** @type {string} */ name) => `${name}${layer}`;
  const place = `h.${layer}.`;
  graph.norm(x, `${place}ln_1`, of("normed"));
  graph.linear(of("normed"), `${place}attn.c_attn`, of("qkv"));
  graph.add("Split", [of("qkv"), "thirds"], [of("q"), of("k"), of("v")], { axis: -1 });
  for (const [lane, perm] of LANES) {
    graph.add("Reshape", [of(lane), "heads"], [of(`${lane}_split`)]);
    graph.add("Transpose", [of(`${lane}_split`)], [of(`${lane}_heads`)], { perm });
  }
  graph.add("MatMul", [of("q_heads"), of("k_heads")], [of("scores")]);
  graph.add("Mul", [of("scores"), "factor"], [of("scaled")]);
  graph.add("Add", [of("scaled"), "mask"], [of("masked")]);
  graph.add("Softmax", [of("masked")], [of("attention")], { axis: -1 });
  graph.add("MatMul", [of("attention"), of("v_heads")], [of("context")]);
  graph.add("Transpose", [of("context")], [of("context_t")], { perm: [0, 2, 1, 3] });
  graph.add("Reshape", [of("context_t"), "merged"], [of("concat")]);
  graph.linear(of("concat"), `${place}attn.c_proj`, of("attended"));
  graph.add("Add", [x, of("attended")], [of("middle")]);
  graph.norm(of("middle"), `${place}ln_2`, of("normed_again"));
  graph.linear(of("normed_again"), `${place}mlp.c_fc`, of("up"));
  graph.nodes.push({ op: "FastGelu", inputs: [of("up")], outputs: [of("gelu")], domain: "com.microsoft" });
  graph.linear(of("gelu"), `${place}mlp.c_proj`, of("down"));
  graph.add("Add", [of("middle"), of("down")], [of("y")]);
  return of("y");
}

/** @type {[lane: string, perm: number[]][]} */
const LANES = [
  ["q", [0, 2, 1, 3]],
  ["k", [0, 2, 3, 1]],
  ["v", [0, 2, 1, 3]],
];

/** @param {...number} values @returns {Constant} */
const integers = (...values) => ({ data: BigInt64Array.from(values.map(BigInt)), shape: [values.length] });

/** @param {{ data: Float32Array, shape: number[] }} matrix @returns {Constant} */
function transposed({ data, shape: [rows, columns] }) {
  const out = new Float32Array(data.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = data[i * columns + j];
  return { data: out, shape: [columns, rows] };
}
