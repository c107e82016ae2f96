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
 * @property {Stack} [encoder]  of a model with an encoder and a decoder
 * @property {Stack} [cross]  of the decoder's attention to the encoder's output, with its feed-forward networks
 * @property {boolean} predicts  the weights have what predictions are made with
 * @property {import("./families.js").Classifier} [classifier]  of pictures
 * @property {readonly string[]} unused  tensors that the computation does not use
 * @property {number} parameters  count of numbers, tied ones once, without buffers
 * @property {string} [tried]  the model_type of a config that was read as another family's
 *
 * @typedef {Pick<Found, "description" | "tensors">} Stack
 */

/** Buffers in older checkpoints that are not parameters: masks, positions, frequencies. */
const BUFFER =
  /(^|\.)(attn|attention)\.(masked_)?bias$|\.inv_freq$|(^|\.)(position|token_type)_ids$|\.embed_positions\.(weights|_float_tensor)$/;

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
  fields.mustBeEmpty("pruned_heads", "expected_unpruned");
  const { encoder, ...described } = describe(fields);
  /** @param {Omit<import("./families.js").Described, "encoder">} stack @param {import("./families.js").StackNames} of @returns {Description} */
  const completed = (stack, of) => ({
    ...{ family, ...stack },
    inputNorm: Boolean(of.inputNorm),
    finalNorm: Boolean(of.finalNorm),
    gated: stack.gated ?? Boolean(of.gate ?? of.gateUp),
    outputBias: Boolean(names.output.bias),
    outputTransform: Boolean(names.output.dense),
  });
  const description = completed(described, names);
  if (encoder && names.encoder && names.cross) {
    description.encoder = completed(encoder, names.encoder);
    description.cross = completed({ ...described, causal: false, added: null }, names.cross);
  }
  return { description, names, prefix };
}

/**
 * @param {Readonly<Record<string, unknown>>} config content of config.json @param {ReadonlyMap<string, Stored>} stored
 * @param {{ isTried?: boolean }} [options] isTried: the config is of another family, so any prefix may precede its names
 * @returns {Found}
 */
export function modelIn(config, stored, { isTried = false } = {}) {
  const { description: described, names, prefix: usual } = describedBy(config);
  const isOwn = names.output.isOwnIfStored && stored.has(`${names.output.decoder}.weight`);
  const description = isOwn ? { ...described, tied: false } : described;
  const { family } = description;
  const { output } = names;
  const prefix = prefixOf(family, endsOf(usual), names, { stored, isTried });
  const needed = output.dense ?? (description.tied ? undefined : output.decoder);
  const has = (/** @type {string} */ module) => stored.has(`${module}.weight`);
  const classifier = output.classifiers?.find((each) => each.every(({ module }) => has(module)));
  const predicts = output.classifiers ? classifier !== undefined : needed === undefined || has(needed);
  const tensors = new Map(placed(parametersOf(description, names, prefix)));
  if (predicts) {
    const parameters = classifier
      ? parametersOfClassifier(description, classifier)
      : parametersOfOutput(description, names, prefix);
    for (const [role, place] of placed(parameters)) tensors.set(role, place);
  }
  const encoder = stackOf(description.encoder, names.encoder);
  const cross = stackOf(description.cross, names.cross);

  /** @param {Iterable<Parameter>} parameters @returns {Generator<[string, { name: string, layout?: Layout }]>} */
  function* placed(parameters) {
    for (const parameter of parameters) {
      const { role, layout, isOptional } = parameter;
      if (isOptional && !stored.has(parameter.names[0])) continue;
      yield [role, { name: storedName(parameter, family, stored), layout }];
    }
  }

  /** @param {Description | undefined} stack @param {import("./families.js").StackNames | undefined} of @returns {import("./model.js").Stack | undefined} */
  function stackOf(stack, of) {
    return stack && of && { description: stack, tensors: new Map(placed(parametersOf(stack, of, prefix))) };
  }

  const all = [tensors, encoder?.tensors, cross?.tensors].flatMap((each) => (each ? [...each.values()] : []));
  const used = new Set(all.map(({ name }) => name));
  const copies = [
    ...(description.tied ? [output.biasCopy, `${output.decoder}.weight`] : []),
    ...(names.wordsCopies ?? []).map((each) => `${prefix}${each}.weight`),
  ];
  const unused = [...stored.keys()].filter(
    (name) => !used.has(name) && !copies.includes(name) && !BUFFER.test(name),
  );
  const count = (/** @type {string} */ name) => elements(/** @type {Stored} */ (stored.get(name)).shape);
  const parameters = [...used, ...unused].reduce((sum, name) => sum + count(name), 0);
  return { description, tensors, encoder, cross, predicts, classifier, unused, parameters };
}

/**
 * The prefix of tensor names, found by the embeddings of words or patches. @param {string} family @param {readonly
 * string[]} usual @param {Names} names @param {{ stored: ReadonlyMap<string, Stored>, isTried: boolean }} where
 */
function prefixOf(family, usual, { words, wordsCopies = [], picture }, { stored, isTried }) {
  const module = `${picture?.patches ?? words}.weight`;
  const modules = [module, ...wordsCopies.map((each) => `${each}.weight`)];
  const others = [...(isTried ? stored.keys() : [])].filter((name) => name.endsWith(`.${module}`));
  const prefixes = [...usual, ...others.map((name) => name.slice(0, -module.length))];
  const prefix = prefixes.find((each) => modules.some((one) => stored.has(each + one)));
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
 * The name of a parameter's tensor. Throws unless its shape matches the config and its number type is
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
