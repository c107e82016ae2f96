import { attentionPicture } from "./attention-picture.js";
import { batchCall } from "./batch.js";
import { NOTHING_OWN, isAttentionAlone, inputOf, layerOptions } from "./own.js";
import { optionsOf } from "./settings.js";
import { stagesOf, unknownStep } from "./stages.js";

/**
 * One forward pass, ready for drawing: the steps, and their numbers copied from the core on first access.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../core/index.js").Core} Core
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("../../core/types.js").TensorOutput} TensorOutput
 * @typedef {import("../../core/types.js").ForwardInput} ForwardInput
 *
 * @typedef {object} Picture
 * @property {Settings} settings
 * @property {import("../../core/types.js").Fault} fault  the wrong path, or "none"
 * @property {import("./own.js").Own} own  own numbers instead of the page's
 * @property {import("../../core/types.js").Config} config  of the layer
 * @property {readonly Step[]} steps
 * @property {readonly Step[][]} stages
 * @property {import("../../core/core.js").Operations} operations  the core's table of operations
 * @property {(id: string) => Step | undefined} step
 * @property {(id: string) => Float32Array} values   in logical order
 * @property {(id: string) => import("../../core/types.js").StepTensor} tensor  values in a separate copy
 * @property {() => Omit<import("../../core/types.js").Measures, "similarity">} measure
 * @property {() => TensorOutput} similarity  (H, H)
 * @property {(factors: Float32Array) => TensorOutput} blend  of the attention, giving (1, T_q, T_k)
 * @property {import("../../core/index.js").Core["rank"]} rank
 * @property {import("../../core/index.js").Run} run       computes measures of heads; for a batch, the run of the faced sentence alone
 * @property {import("./own.js").OwnPatches | null} [patches]  the image whose patches are among the tokens
 * @property {import("../../core/index.js").Layer | null} layer  null for attention without a layer, for which nothing can be run again
 * @property {ForwardInput | null} call  arguments of the forward pass
 * @property {number} layers   number of layers of the model
 * @property {readonly (readonly string[])[]} [items]  for a batch (batch.js): the words of each sentence, padded to one length
 * @property {Picture} [whole]  for a batch: the picture of all sentences, which faces none
 * @property {readonly number[]} [lengths]  lengths of the sentences without padding
 * @property {number} [item]   the faced sentence, whose words the settings hold
 * @property {(item: number, settings: Settings) => Picture} [at]  returns the picture facing another sentence
 * @property {(item: number, colormap?: Settings["colormap"]) => Picture} [alone]  returns one sentence as a picture of its own, in these
 * colours
 * @property {(name: import("../../core/types.js").WeightName) => import("../../core/types.js").TensorOutput} weight
 * @property {readonly import("../text/refusals.js").Message[]} notices
 * @property {() => void} dispose   frees its memory in the core; copied numbers stay readable
 */

/** The settings that a picture was made with; the settings of a batch facing any sentence. @param {Picture} picture @returns {Settings} */
export const settingsOf = ({ settings, whole }) =>
  whole ? { ...settings, tokens: whole.settings.tokens } : settings;

/**
 * @param {Core} core
 * @param {Settings} given with at least one token
 * @param {{ fault?: import("../../core/types.js").Fault, own?: import("./own.js").Own, given?: (call: ForwardInput) => ForwardInput }} [path]  the
 *   wrong path, own numbers, and a replacement of the call's arguments
 * @returns {Picture}
 * @throws {import("../../core/index.js").HeadscopeError} HeadscopeError from the core; all memory is freed then
 */
export function compute(core, given, path = {}) {
  const { own = NOTHING_OWN } = path;
  if (isAttentionAlone(own)) return attentionPicture(core, given, own);
  return layerPicture(core, { ...given, ...patchNames(given, own) }, path);
}

/** Names of the tokens of a layer's own input, if they are patches of an image. @param {Settings} settings @param {import("./own.js").Own} own */
function patchNames(settings, { patches, input }) {
  if (!patches || !Array.isArray(input?.shape)) return {};
  const count = Number(input.shape.at(-2));
  return patches.wordsFor(settings, count, count);
}

/** @param {Core} core @param {Settings} settings @param {NonNullable<Parameters<typeof compute>[2]>} path @returns {Picture} */
function layerPicture(core, settings, { fault = "none", own = NOTHING_OWN, given = (call) => call }) {
  const { tokens, keyTokens, batchTokens, seed } = settings;
  const borrowed = borrowLayer(core, settings, own);
  const { layer, giveBack } = borrowed;
  try {
    const { dModel } = layer.config;
    const embedded = (/** @type {readonly string[]} */ words) => core.embed(words, { dModel, seed });
    const taken = (/** @type {import("./own.js").Own["input"] | undefined} */ input, words = tokens) =>
      input ? inputOf(input, words) : undefined;
    const one = given({
      query: taken(own.input) ?? embedded(tokens),
      key:
        taken(own.source, keyTokens.length ? keyTokens : tokens) ??
        (keyTokens.length ? embedded(keyTokens) : undefined),
      attnMask: own.mask,
      ...optionsOf(settings, "forward"),
    });
    const batch = batchTokens.length
      ? batchCall(core, settings, { call: one, dModel, own, compute })
      : undefined;
    const call = batch?.call ?? one;
    const run = layer.forward({ ...call, fault });
    const picture = createPicture(core, settings, { fault, own, call }, borrowed, run);
    return batch?.facing(picture) ?? picture;
  } catch (error) {
    giveBack();
    throw error;
  }
}

/**
 * @param {Core} core
 * @param {Settings} settings
 * @param {{ fault: Picture["fault"], own: import("./own.js").Own, call: ForwardInput }} path
 * @param {Borrowed} borrowed
 * @param {import("../../core/index.js").Run} run
 * @returns {Picture}
 */
function createPicture(core, settings, { fault, own, call }, { layer, weights, giveBack }, run) {
  const { tokens, keyTokens } = settings;
  const steps = run.steps;
  const byId = new Map(steps.map((step) => [step.id, step]));
  /** @type {Map<string, Float32Array>} */
  const fetched = new Map();
  /** @type {Omit<import("../../core/types.js").Measures, "similarity"> | undefined} */
  let measured;
  const values = (/** @type {string} */ id) => {
    const data = fetched.get(id) ?? run.tensor(id).data;
    fetched.set(id, data);
    return data;
  };
  return {
    settings: {
      ...settings,
      dModel: layer.config.dModel,
      ...(own.parameters && !own.source && { weights: /** @type {any} */ (own.weights ?? "own") }),
    },
    fault,
    own,
    config: layer.config,
    steps,
    stages: stagesOf(steps),
    operations: core.operations,
    step: (id) => byId.get(id),
    values,
    tensor(id) {
      if (!byId.has(id)) throw unknownStep(id, steps);
      return structuredClone(run.tensor(id));
    },
    run,
    layer,
    call,
    layers: own.layers ?? 1,
    patches: own.input && own.patches,
    measure: () =>
      (measured ??= run.measure({
        tokens,
        keyTokens: keyTokens.length ? keyTokens : tokens,
        similarity: false,
      })),
    similarity: () => run.measure().similarity,
    rank: core.rank.bind(core),
    blend: (factors) => core.blend(/** @type {TensorOutput} */ (run.attention), factors),
    weight: (name) => /** @type {import("../../core/types.js").TensorOutput} */ (weights()[name]),
    notices: run.notices,
    dispose() {
      run.dispose();
      giveBack();
    },
  };
}

/**
 * Shares layers between pictures that differ only in words or mask, because making random weights takes longer than a forward pass. Pictures borrow
 * layers; the last one to give a layer back disposes of it.
 *
 * @typedef {import("../../core/index.js").Layer} Layer
 *
 * @typedef {object} Borrowed
 * @property {Layer} layer
 * @property {() => ReturnType<Layer["weights"]>} weights  a copy shared by all borrowers
 * @property {() => void} giveBack  may be called twice
 *
 * @typedef {{ layer: Layer, users: Set<object>, weights?: ReturnType<Layer["weights"]> }} Held
 */

/** @type {WeakMap<Core, Map<string, Held>>} */
const inUse = new WeakMap();

/**
 * @param {Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {import("./own.js").Own} [own]
 * @returns {Borrowed}
 */
export function borrowLayer(core, settings, own = NOTHING_OWN) {
  const layers = inUse.get(core) ?? new Map();
  inUse.set(core, layers);
  const options = layerOptions(settings, own);
  const key = JSON.stringify([options, own.given]);
  const held = layers.get(key) ?? { layer: layerWith(core, options, own.parameters), users: new Set() };
  layers.set(key, held);
  const user = {};
  held.users.add(user);
  return {
    layer: held.layer,
    weights: () => (held.weights ??= held.layer.weights()),
    giveBack() {
      if (!held.users.delete(user) || held.users.size) return;
      layers.delete(key);
      held.layer.dispose();
    },
  };
}

/** @param {Core} core @param {import("../../core/types.js").LayerOptions} options @param {import("./own.js").Own["parameters"]} parameters */
function layerWith(core, options, parameters) {
  const layer = core.createLayer(options);
  try {
    if (parameters) layer.setWeights(parameters);
    return layer;
  } catch (error) {
    layer.dispose();
    throw error;
  }
}
