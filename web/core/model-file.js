import { show } from "./check.js";
import { refusal } from "./errors.js";
import { readSafetensors, writeSafetensors } from "./safetensors.js";

/** @import { ModelConfig, TensorOutput, TranslatorConfig } from "./types.js" */

/** Settings in which a file and the model that loads the file must agree. */
const SAME = /** @type {const} */ (["task", "numHeads", "layers", "keysFrom"]);

/** Implements Model.save. @param {Record<string, TensorOutput>} tensors @param {Readonly<ModelConfig | TranslatorConfig>} config @param {number} step */
export function writeModel(tensors, config, step) {
  const described = Object.entries({ ...config, step });
  const metadata = Object.fromEntries(described.map(([name, value]) => [name, String(value)]));
  return writeSafetensors({ tensors, metadata: { format: "headscope", ...metadata } });
}

/**
 * The parameters of a file, concatenated.
 * @param {unknown} bytes
 * @param {Record<string, TensorOutput>} known the model's parameters, in the order of concatenation
 * @param {Readonly<ModelConfig | TranslatorConfig>} config configuration of the model
 * @returns {{ data: Float32Array, step: number }}
 * @throws {import("./errors.js").HeadscopeError} code "format" if the bytes are no such file, "shape" if the file is from a different model
 */
export function readModel(bytes, known, config) {
  const { tensors, metadata } = readSafetensors(bytes);
  const { step: written = "0" } = metadata;
  const step = /^\d+$/.test(written) ? Number(written) : NaN;
  if (!Number.isSafeInteger(step))
    throw refusal("format", "file_step", "the file's step {step} is no number of steps", {
      step: show(written),
    });
  const own = /** @type {Readonly<Record<string, unknown>>} */ (config);
  for (const name of SAME)
    if (name in metadata && metadata[name] !== String(own[name]))
      throw refusal(
        "shape",
        "file_of_another_model",
        "the file is of a model with {name} {given}, and this one's is {expected}: make a model as the file's",
        { name, given: show(metadata[name]), expected: show(own[name]) },
      );
  const parameters = Object.entries(known);
  const apart = parameters.find(([name, { shape }]) => String(tensors[name]?.shape) !== String(shape));
  const name = apart?.[0] ?? Object.keys(tensors).find((each) => !(each in known));
  if (name !== undefined)
    throw refusal(
      "shape",
      "file_of_other_sizes",
      "{name} has shape {shape} in the file, expected {expected}: make a model of the sizes that the file was saved by",
      { name, shape: show(tensors[name]?.shape), expected: show(apart?.[1].shape) },
    );
  for (const [name] of parameters) requireNumbers(name, tensors[name].data);
  return { data: concatenate(parameters.map(([name]) => tensors[name].data)), step };
}

/** @param {readonly Float32Array[]} parts */
function concatenate(parts) {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** @param {string} name @param {Float32Array} data */
function requireNumbers(name, data) {
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0)
    throw refusal(
      "format",
      "file_not_finite",
      "{name} holds {value} at element {at}, expected finite numbers: save the model before its weights diverge",
      { name, value: String(data[at]), at },
    );
}
