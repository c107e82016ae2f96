import { inConfig, refused, makeError } from "../text/refusals.js";
import { rolesOf } from "./head-roles.js";
import { learnedModel } from "./learned-model.js";
import { TRAIN_SETTINGS, TRAIN_DEFAULTS, modelOptions, whyUnfit } from "./training-settings.js";
import { TASKS } from "./training-tasks.js";

/**
 * A layer of a trained model as own numbers: the parameters, and the layer's input for a sentence.
 *
 * @typedef {import("../../core/model.js").Model} Model
 * @typedef {import("./own.js").Own} Own
 * @typedef {import("./training-settings.js").Settings & { task: import("../../core/types.js").TaskName, seed: number }} OneStack  settings of a model with one stack of layers
 *
 * @typedef {object} Lesson
 * @property {(settings: import("./settings.js").Settings, layer: number) => { own: Own, settings: Partial<import("./settings.js").Settings> }} read  `settings` that the model determines, such as the words as it reads them; throws the core's error if the model does not know a word or has other sizes
 * @property {() => void} end   frees the model's memory
 */

/**
 * A model, trained as on the page Train: loaded from a file if there is one, otherwise trained now, in small parts.
 * @param {{ training: string, seed: number, heads: number, dModel: number }} settings  `training` has the form of that page's links
 * @param {(step: number, steps: number) => boolean} goesOn  receives the progress; returns whether to go on
 * @returns {Promise<Lesson & { model: Model }>}
 */
export async function learn({ training, seed, heads, dModel }, goesOn) {
  const link = new URLSearchParams(training);
  const settings = /** @type {OneStack} */ ({ ...TRAIN_DEFAULTS, ...settingsIn(link), seed });
  const { steps: all } = TASKS[settings.task];
  const steps = link.has("step")
    ? Math.min(all, Math.max(0, Math.floor(Number(link.get("step")) || 0)))
    : all;
  const { core, model } = await learnedModel(
    { ...settings, heads, dModel, step: steps },
    (core) => core.createModel({ ...modelOptions(settings), numHeads: heads, dModel }),
    goesOn,
  );
  /** @type {ReturnType<typeof rolesOf> | undefined} */
  let roles;
  const of = {
    ...{ model, named: training + seed, task: settings.task },
    rolesIn: (/** @type {number} */ layer) => (roles ??= rolesOf(core, model, TASKS[settings.task]))[layer],
  };
  return {
    model,
    read: (settings, layer) => readBy(of, settings, layer),
    end: () => model.dispose(),
  };
}

/** Tasks of a model with one stack of layers. */
const ONE_STACK = Object.keys(TASKS).filter((task) => task !== "translation");

/** The settings of a training link. @param {URLSearchParams} asked @throws {RangeError} if a setting does not exist */
function settingsIn(asked) {
  const rows = TRAIN_SETTINGS.filter(({ name }) => name !== "heads" && name !== "seed" && asked.has(name));
  return Object.fromEntries(
    rows.map((given) => {
      const row = given.name === "task" ? { ...given, choices: ONE_STACK } : given;
      const text = String(asked.get(row.name));
      const value = row.kind === "count" ? Number(text) : text;
      const said = whyUnfit(row, value);
      if (said) throw makeError(RangeError, refused("of_training", { reason: said }));
      return [row.name, value];
    }),
  );
}

/**
 * @param {{ model: Model, named: string, task: import("../../core/types.js").TaskName, rolesIn: (layer: number) => ReturnType<typeof rolesOf>[number] }} of
 * @param {import("./settings.js").Settings} settings @param {number} layer
 */
function readBy({ model, named, task, rolesIn }, settings, layer) {
  const tokens = wordsReadBy(model, settings.tokens);
  const { query, key, attnMask } = model.inputs(tokens, layer);
  const one = model.layer(layer);
  const { wQ, wK, wV, wO } = one.weights();
  const { config } = one;
  one.dispose();
  checkSizes(settings, config);
  // Without a hidden word there is no mask to pass.
  const mask = Array.from(attnMask.data, Number).some((added) => added !== 0) ? attnMask : undefined;
  const own = /** @type {Own} */ ({
    ...{ attention: null, layer, layers: model.config.layers, given: `${named} ${layer}` },
    ...{ parameters: { wQ, wK, wV, wO }, input: query, source: key, mask },
    ...{ window: mask ? windowOf(mask, tokens.length) : 0, roles: () => rolesIn(layer) },
    output: () => ({ words: model.words, columns: model.parameters()["unembedding.w"] }),
    model: { task, step: model.step, layers: model.config.layers, keysFrom: model.config.keysFrom },
  });
  return { own, settings: { tokens } };
}

/**
 * The sentence in words of the model.
 * @param {Model} model @param {readonly string[]} tokens @throws {Error} the core's error; one that names all unknown words if there are several
 */
function wordsReadBy(model, tokens) {
  try {
    return model.predict(tokens).tokens;
  } catch (error) {
    const said = /** @type {Error & import("../text/refusals.js").Message} */ (error);
    const unknown = said.id === "unknown_word" ? tokens.filter((word) => !isKnown(model, word)) : [];
    if (unknown.length < 2) throw error;
    const { known } = said.parameters;
    throw inConfig(refused("unknown_words", { words: unknown.join(", "), known }));
  }
}

/** @param {Model} model @param {string} word */
function isKnown(model, word) {
  try {
    model.inputs([word], 0);
    return true;
  } catch (error) {
    return (
      /** @type {import("../text/refusals.js").Message} */ (/** @type {unknown} */ (error)).id !==
      "unknown_word"
    );
  }
}

/**
 * Number of following words that each word sees, if the mask hides all earlier words; otherwise 0.
 * @param {import("../../core/types.js").MaskInput} mask @param {number} count of words
 */
function windowOf({ data }, count) {
  const sees = (/** @type {number} */ query, /** @type {number} */ key) =>
    Number(data[query * count + key]) === 0;
  const seesBefore = Array.from({ length: count }, (_, i) => i).some(
    (query) => query > 0 && sees(query, query - 1),
  );
  if (seesBefore) return 0;
  const [first] = Array.from({ length: count }, (_, key) => key).filter((key) => !sees(0, key));
  return (first ?? count) - 1;
}

/**
 * Refuses sizes that differ from the trained weights.
 * @param {import("./settings.js").Settings} settings @param {import("../../core/types.js").Config} config
 */
function checkSizes({ kvHeads, dK, dV, bias }, { numKvHeads, dK: trainedK, dV: trainedV }) {
  const sizes = /** @type {const} */ ([
    ["num_kv_heads", kvHeads, numKvHeads],
    ["d_k", dK, trainedK],
    ["d_v", dV, trainedV],
  ]);
  for (const [name, asked, trained] of sizes)
    if (asked !== null && asked !== trained)
      throw inConfig(refused("trained_with", { name, value: asked, trained }));
  if (bias) throw inConfig(refused("trained_without", { name: "bias" }));
}
