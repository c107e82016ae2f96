import { elements } from "../../core/tensor-argument.js";
import { show } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { Config } from "./config.js";
import { FAMILIES, isKnown } from "./families.js";
import { isNumberType } from "./weights.js";
import { parametersOf, parametersOfClassifier, parametersOfOutput } from "./parameters.js";

/** @import { Description } from "./description.js" */
/** @import { Family, Names } from "./families.js" */
/** @import { Layout, Parameter } from "./parameters.js" */
/** @import { Stored } from "./weights.js" */

/**
 * The config of a checkpoint, checked against the names and shapes of its tensors.
 *
 * @typedef {object} Found
 * @property {Description} description
 * @property {ReadonlyMap<string, { name: string, layout?: Layout }>} tensors  by role
 * @property {boolean} predicts  the weights have what predictions are made with
 * @property {import("./families.js").Classifier} [classifier]  of pictures
 * @property {readonly string[]} unused  tensors that the computation does not use
 * @property {number} parameters  count of numbers, tied ones once, without buffers
 * @property {string} [tried]  the model_type of a config that was read as another family's
 */

/** Buffers in older checkpoints that are not parameters: masks, positions, frequencies. */
const BUFFER = /(^|\.)(attn|attention)\.(masked_)?bias$|\.inv_freq$|(^|\.)(position|token_type)_ids$/;

/** @param {Readonly<Record<string, unknown>>} config content of config.json @returns {Family & { name: string }} */
export function familyOf(config) {
  if (!isKnown(config)) throw notKnown(config);
  const { quantization_config: quantised } = config;
  const name = /** @type {string} */ (config.model_type);
  if (quantised) throw modelRefusal("format", "weights_quantised", { method: show(methodOf(quantised)) });
  return { name, ...FAMILIES[name] };
}

/** The error for a model_type that is no family. @param {Readonly<Record<string, unknown>>} config content of config.json */
export function notKnown({ model_type: name }) {
  const known = Object.keys(FAMILIES).join(", ");
  return typeof name === "string"
    ? modelRefusal("config", "unknown_family", { name: show(name), known })
    : modelRefusal("config", "no_model_type", { known });
}

/** @param {any} quantised */
const methodOf = ({ quant_method: method }) => method ?? "quantization_config";

/**
 * The description of a model, and the names of its tensors.
 * @param {Readonly<Record<string, unknown>>} config content of config.json @returns {{ description: Description, names: Names, prefix: string }}
 */
export function describedBy(config) {
  const { name: family, describe, prefix, names: named } = familyOf(config);
  const fields = new Config(config);
  const names = typeof named === "function" ? named(fields) : named;
  const { output } = names;
  fields.mustBeEmpty("pruned_heads", "expected_unpruned");
  const described = describe(fields);
  const description = {
    ...{ family, ...described },
    inputNorm: Boolean(names.inputNorm),
    finalNorm: Boolean(names.finalNorm),
    gated: described.gated ?? Boolean(names.gate ?? names.gateUp),
    outputBias: Boolean(output.bias),
    outputTransform: Boolean(output.dense),
  };
  return { description, names, prefix };
}

/**
 * @param {Readonly<Record<string, unknown>>} config content of config.json @param {ReadonlyMap<string, Stored>} stored
 * @param {{ isTried?: boolean }} [options] isTried: the config is another family's, so that any prefix may stand before its names
 * @returns {Found}
 */
export function modelIn(config, stored, { isTried = false } = {}) {
  const { description, names, prefix: usual } = describedBy(config);
  const { family } = description;
  const { output } = names;
  const prefix = prefixOf(family, endsOf(usual), names, { stored, isTried });
  const needed = output.dense ?? (description.tied ? undefined : output.decoder);
  const has = (/** @type {string} */ module) => stored.has(`${module}.weight`);
  const classifier = output.classifiers?.find((each) => each.every(({ module }) => has(module)));
  const predicts = output.classifiers ? classifier !== undefined : needed === undefined || has(needed);
  const tensors = new Map();
  for (const parameter of parametersOf(description, names, prefix)) place(parameter);
  if (predicts) {
    const parameters = classifier
      ? parametersOfClassifier(description, classifier)
      : parametersOfOutput(description, names, prefix);
    for (const parameter of parameters) place(parameter);
  }

  /** @param {Parameter} parameter */
  function place(parameter) {
    const { role, layout } = parameter;
    tensors.set(role, { name: storedName(parameter, family, stored), layout });
  }

  const used = new Set(Array.from(tensors.values(), ({ name }) => name));
  const copies = description.tied ? [output.biasCopy, `${output.decoder}.weight`] : [];
  const unused = [...stored.keys()].filter(
    (name) => !used.has(name) && !copies.includes(name) && !BUFFER.test(name),
  );
  const count = (/** @type {string} */ name) => elements(/** @type {Stored} */ (stored.get(name)).shape);
  const parameters = [...used, ...unused].reduce((sum, name) => sum + count(name), 0);
  return { description, tensors, predicts, classifier, unused, parameters };
}

/**
 * The prefix of tensor names, found by the embeddings of words or patches. @param {string} family @param {readonly
 * string[]} usual @param {Names} names @param {{ stored: ReadonlyMap<string, Stored>, isTried: boolean }} where
 */
function prefixOf(family, usual, { words, picture }, { stored, isTried }) {
  const module = `${picture?.patches ?? words}.weight`;
  const others = [...(isTried ? stored.keys() : [])].filter((name) => name.endsWith(`.${module}`));
  const prefixes = [...usual, ...others.map((name) => name.slice(0, -module.length))];
  const prefix = prefixes.find((each) => stored.has(each + module));
  if (prefix !== undefined) return prefix;
  const expected = usual.map((each) => each + module).join(", ");
  throw modelRefusal("format", "names_of_another_family", {
    ...{ family, expected, found: show([...stored.keys()].slice(0, FEW)) },
  });
}

/** A prefix, and what remains of it without its first modules. @param {string} prefix "a.b." has "a.b.", "b." and "" */
function endsOf(prefix) {
  const modules = prefix.split(/(?<=\.)/);
  return prefix ? [...modules.map((_, i) => modules.slice(i).join("")), ""] : [""];
}

/** Joins names for a message. */
const FEW = 4;

/**
 * The name of a parameter's tensor. Throws unless its shape is that of the config and its number type is
 * supported.
 * @param {Parameter} parameter @param {string} family @param {ReadonlyMap<string, Stored>} stored
 */
function storedName({ names, shape }, family, stored) {
  const [usual] = names;
  const name = names.find((each) => stored.has(each));
  const tensor = stored.get(name ?? usual);
  if (name === undefined || !tensor)
    throw modelRefusal("format", "parameter_missing", { name: usual, family, shape });
  if (String(tensor.shape) !== String(shape))
    throw modelRefusal("format", "parameter_shape", { name, shape: tensor.shape, expected: shape });
  if (!isNumberType(tensor.dtype)) throw modelRefusal("format", "tensor_type", { name, dtype: tensor.dtype });
  return name;
}
