import { describedBy } from "../../web/models/state/model.js";
import { parametersOf, parametersOfOutput } from "../../web/models/state/parameters.js";
import { uniform } from "./problem.js";

/**
 * Checkpoints with random weights, with the sizes of published models.
 *
 * @typedef {Record<string, unknown> & { model_type: string }} ModelConfig  config.json, as the hub has it
 * @typedef {object} Checkpoint
 * @property {ModelConfig} config
 * @property {(name: string) => { data: Float32Array, shape: number[] }} tensor  an F32 checkpoint's
 * @property {Generator<Uint8Array<ArrayBuffer>>} parts  bytes of model.safetensors, in order
 */

/** GPT-2 small. The config.json of the hub omits defaults of the family. @type {ModelConfig} */
export const GPT2_SMALL = { model_type: "gpt2" };

/** A Llama of 1.1 billion parameters, the sizes of TinyLlama. @type {ModelConfig} */
export const LLAMA_1B = {
  model_type: "llama",
  hidden_size: 2048,
  intermediate_size: 5632,
  num_attention_heads: 32,
  num_hidden_layers: 22,
  num_key_value_heads: 4,
};

/** The same with 20 of its 22 layers, 1.0 billion parameters: a core holds 2 GB, and one worker cannot keep all. @type {ModelConfig} */
export const LLAMA_KEPT = { ...LLAMA_1B, num_hidden_layers: 20 };

const REPEATED = 2 ** 20; // values; a tensor with more repeats them
const MOST = 0.035; // of a weight's magnitude: about 1 / √d_model of variance

/** @param {ModelConfig} config @param {"F32" | "BF16"} type @returns {Checkpoint} */
export function randomCheckpoint(config, type) {
  const shapes = shapesOf(config);
  const noise = uniform(1)(REPEATED, MOST);
  const values = (/** @type {string} */ name) => (isGain(name) ? new Float32Array(REPEATED).fill(1) : noise);
  return {
    config,
    tensor(name) {
      const shape = /** @type {number[]} */ (shapes.get(name));
      const repeated = values(name);
      const data = new Float32Array(countOf(shape));
      for (let at = 0; at < data.length; at += REPEATED) data.set(repeated.subarray(0, data.length - at), at);
      return { data, shape };
    },
    parts: (function* () {
      yield headerOf(shapes, type);
      const [weights, gains] = [noise, values(".norm.weight")].map((each) => bytesOf(each, type));
      for (const [name, shape] of shapes) {
        const repeated = isGain(name) ? gains : weights;
        for (let left = countOf(shape) * WIDTHS[type]; left > 0; left -= repeated.length)
          yield repeated.subarray(0, left);
      }
    })(),
  };
}

/**
 * The files of a checkpoint, for openCheckpoint(). Its parts share the memory of a few MB that they repeat.
 * @param {Checkpoint} checkpoint @returns {Record<string, Blob>}
 */
export function filesOf({ config, parts }) {
  /** @type {Map<ArrayBuffer, Blob>} */
  const known = new Map();
  const blobs = Array.from(parts, ({ buffer, length }) => {
    const whole = known.get(buffer) ?? new Blob([buffer]);
    known.set(buffer, whole);
    return whole.slice(0, length);
  });
  return {
    "config.json": new Blob([JSON.stringify(config)]),
    "model.safetensors": new Blob(blobs),
  };
}

const WIDTHS = { F32: 4, BF16: 2 };

/** @param {string} name */
const isGain = (name) => /(ln_|norm).*weight$/.test(name);

/** @param {readonly number[]} shape */
const countOf = (shape) => shape.reduce((a, b) => a * b);

/** Names and shapes of the tensors that a model of this config reads. @param {ModelConfig} config @returns {Map<string, number[]>} */
function shapesOf(config) {
  const { description, names, prefix } = describedBy(config);
  const all = [
    ...parametersOf(description, names, prefix),
    ...parametersOfOutput(description, names, prefix),
  ];
  return new Map(all.map(({ names: [name], shape }) => [name, [...shape]]));
}

/** @param {Map<string, number[]>} shapes @param {"F32" | "BF16"} type @returns {Uint8Array<ArrayBuffer>} */
function headerOf(shapes, type) {
  let end = 0;
  const entries = [...shapes].map(([name, shape]) => {
    const begin = end;
    end += countOf(shape) * WIDTHS[type];
    return [name, { dtype: type, shape, data_offsets: [begin, end] }];
  });
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const header = new Uint8Array(8 + text.length);
  new DataView(header.buffer).setBigUint64(0, BigInt(text.length), true);
  header.set(text, 8);
  return header;
}

/** @param {Float32Array} values @param {"F32" | "BF16"} type @returns {Uint8Array<ArrayBuffer>} */
function bytesOf(values, type) {
  const floats = Float32Array.from(values);
  if (type === "F32") return new Uint8Array(floats.buffer);
  return new Uint8Array(Uint16Array.from(new Uint32Array(floats.buffer), (bits) => bits >>> 16).buffer);
}
