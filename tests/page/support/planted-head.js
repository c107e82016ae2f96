// A model of 12 layers with 12 heads in GPT-2's form, one of which looks at the previous token by a formula; the others are nearly even.
import { readFileSync } from "node:fs";
import { inRoot } from "../../../tools/lib/paths.mjs";
import { writeSafetensors } from "../../../web/core/safetensors.js";
import { json } from "./checkpoints.js";

const [LAYERS, HEADS, D_HEAD, PIECES, POSITIONS] = [12, 12, 8, 4096, 64];
const WIDTH = HEADS * D_HEAD;
/** Radians a token of the features that say where a token stands: cos and sin of each. */
const TURNS = [2.1, 1.3, 0.7, 0.31];
const SHARPNESS = 12;

/** Numbers in [-scale, scale), the same in each run. @param {number} scale */
function numbersOf(scale, seed = 7) {
  let state = seed;
  return (/** @type {number} */ count) =>
    Float32Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return scale * (state / 2 ** 31 - 1);
    });
}

/**
 * The files of the model. The head's queries are its positions turned back by one token, and its keys are its positions.
 * @param {{ layer: number, head: number }} planted
 */
export function folderWithHead({ layer, head }) {
  const [words, small] = [numbersOf(1)(PIECES * WIDTH), numbersOf(0.02)];
  for (let i = 0; i < PIECES; i++) words.fill(0, i * WIDTH, i * WIDTH + 2 * TURNS.length);
  const places = new Float32Array(POSITIONS * WIDTH);
  for (let at = 0; at < POSITIONS; at++)
    for (const [i, turn] of TURNS.entries()) {
      places[at * WIDTH + 2 * i] = 3 * Math.cos(turn * at);
      places[at * WIDTH + 2 * i + 1] = 3 * Math.sin(turn * at);
    }
  /** @type {Record<string, { data: Float32Array, shape: number[] }>} */
  const tensors = {
    "wte.weight": { data: words, shape: [PIECES, WIDTH] },
    "wpe.weight": { data: places, shape: [POSITIONS, WIDTH] },
  };
  const matrix = (/** @type {string} */ name, /** @type {number} */ rows, /** @type {number} */ columns) => {
    tensors[`${name}.weight`] = { data: small(rows * columns), shape: [rows, columns] };
    tensors[`${name}.bias`] = { data: new Float32Array(columns), shape: [columns] };
  };
  const norm = (/** @type {string} */ name) => {
    tensors[`${name}.weight`] = { data: new Float32Array(WIDTH).fill(1), shape: [WIDTH] };
    tensors[`${name}.bias`] = { data: new Float32Array(WIDTH), shape: [WIDTH] };
  };
  for (let i = 0; i < LAYERS; i++) {
    norm(`h.${i}.ln_1`);
    norm(`h.${i}.ln_2`);
    matrix(`h.${i}.attn.c_attn`, WIDTH, 3 * WIDTH);
    matrix(`h.${i}.attn.c_proj`, WIDTH, WIDTH);
    matrix(`h.${i}.mlp.c_fc`, WIDTH, D_HEAD);
    matrix(`h.${i}.mlp.c_proj`, D_HEAD, WIDTH);
  }
  norm("ln_f");
  const { data } = tensors[`h.${layer}.attn.c_attn.weight`];
  const set = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ value) =>
    (data[row * 3 * WIDTH + column] = value);
  for (let row = 0; row < WIDTH; row++)
    for (let i = 0; i < D_HEAD; i++) for (const part of [0, WIDTH]) set(row, part + head * D_HEAD + i, 0);
  for (const [i, turn] of TURNS.entries()) {
    const [cos, sin] = [2 * i, 2 * i + 1];
    const query = head * D_HEAD;
    const key = WIDTH + query;
    set(cos, query + cos, SHARPNESS * Math.cos(turn));
    set(sin, query + cos, SHARPNESS * Math.sin(turn));
    set(cos, query + sin, -SHARPNESS * Math.sin(turn));
    set(sin, query + sin, SHARPNESS * Math.cos(turn));
    set(cos, key + cos, 1);
    set(sin, key + sin, 1);
  }
  return {
    "config.json": json({
      ...{ model_type: "gpt2", n_layer: LAYERS, n_head: HEADS, n_embd: WIDTH, n_inner: D_HEAD },
      ...{ vocab_size: PIECES, n_positions: POSITIONS, n_ctx: POSITIONS },
    }),
    "model.safetensors": writeSafetensors({ tensors, metadata: {} }),
    "tokenizer.json": new Uint8Array(readFileSync(inRoot("models/headscope-small/tokenizer.json"))),
  };
}
