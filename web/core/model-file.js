import { show } from "./check.js";
import { HeadscopeError } from "./errors.js";
import { readSafetensors, writeSafetensors } from "./safetensors.js";

/** @import { ModelConfig, TensorOutput } from "./types.js" */

/** Settings in which a file and the model that loads the file must agree. */
const SAME = /** @type {const} */ (["task", "numHeads", "layers", "keysFrom"]);

/** Model.save. @param {Record<string, TensorOutput>} tensors @param {Readonly<ModelConfig>} config @param {number} step */
export function writeModel(tensors, config, step) {
  const described = Object.entries({ ...config, step });
  const metadata = Object.fromEntries(described.map(([name, value]) => [name, String(value)]));
  return writeSafetensors({ tensors, metadata: { format: "headscope", ...metadata } });
}

/**
 * The parameters of a file, in one row.
 * @param {unknown} bytes
 * @param {Record<string, TensorOutput>} known the model's own, in the order of the row
 * @param {Readonly<ModelConfig>} config the model's
 * @returns {{ data: Float32Array, step: number }}
 * @throws {HeadscopeError} code "format" for what is no such file, "shape" for that of another model
 */
export function readModel(bytes, known, config) {
  const { tensors, metadata } = readSafetensors(bytes);
  const { step: written = "0" } = metadata;
  const step = /^\d+$/.test(written) ? Number(written) : NaN;
  if (!Number.isSafeInteger(step))
    throw new HeadscopeError("format", `the file's step ${show(written)} is no number of steps`);
  for (const name of SAME)
    if (name in metadata && metadata[name] !== String(config[name]))
      throw new HeadscopeError(
        "shape",
        `the file is of a model with ${name} ${show(metadata[name])}, and this one's is ${show(config[name])}: make a model as the file's`,
      );
  const parameters = Object.entries(known);
  const apart = parameters.find(([name, { shape }]) => String(tensors[name]?.shape) !== String(shape));
  const name = apart?.[0] ?? Object.keys(tensors).find((each) => !(each in known));
  if (name !== undefined)
    throw new HeadscopeError(
      "shape",
      `${name} has shape ${show(tensors[name]?.shape)} in the file, expected ${show(apart?.[1].shape)}: make a model of the sizes that the file was saved by`,
    );
  for (const [name] of parameters) requireNumbers(name, tensors[name].data);
  return { data: Float32Array.from(parameters.flatMap(([name]) => Array.from(tensors[name].data))), step };
}

/** @param {string} name @param {Float32Array} data */
function requireNumbers(name, data) {
  const at = data.findIndex((value) => !Number.isFinite(value));
  if (at >= 0)
    throw new HeadscopeError(
      "format",
      `${name} holds ${data[at]} at element ${at}, expected finite numbers: save the model before its weights diverge`,
    );
}
