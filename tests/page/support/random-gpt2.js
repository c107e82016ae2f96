// A GPT-2 of any size, with random weights, as a folder.
import { fileOf, json } from "./checkpoints.js";

/**
 * Its tensors have the names and the order of the file on the hub.
 * @param {{ width: number, layers: number, heads: number, pieces: number, positions: number }} sizes @returns {import("./checkpoints.js").Folder}
 */
export function randomGPT2({ width, layers, heads, pieces, positions }) {
  const block = (/** @type {number} */ layer) =>
    Object.entries({
      "ln_1.weight": [width],
      "ln_1.bias": [width],
      "attn.c_attn.weight": [width, 3 * width],
      "attn.c_attn.bias": [3 * width],
      "attn.c_proj.weight": [width, width],
      "attn.c_proj.bias": [width],
      "ln_2.weight": [width],
      "ln_2.bias": [width],
      "mlp.c_fc.weight": [width, 4 * width],
      "mlp.c_fc.bias": [4 * width],
      "mlp.c_proj.weight": [4 * width, width],
      "mlp.c_proj.bias": [width],
    }).map(([name, shape]) => [`h.${layer}.${name}`, shape]);
  const shapes = /** @type {[string, number[]][]} */ ([
    ["wte.weight", [pieces, width]],
    ["wpe.weight", [positions, width]],
    ...Array.from({ length: layers }, (_, layer) => block(layer)).flat(),
    ["ln_f.weight", [width]],
    ["ln_f.bias", [width]],
  ]);
  const tensors = shapes.map(([name, shape]) => {
    const { buffer } = numbers(shape.reduce((product, size) => product * size));
    return /** @type {const} */ ([name, { dtype: "F32", shape, bytes: new Uint8Array(buffer) }]);
  });
  const config = {
    ...{ model_type: "gpt2", vocab_size: pieces, n_positions: positions },
    ...{ n_embd: width, n_layer: layers, n_head: heads },
  };
  return { "config.json": json(config), "model.safetensors": fileOf(new Map(tensors)) };
}

/** Numbers that look random, from −0.5 to 0.5. @param {number} count */
export function numbers(count) {
  let state = count;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
}
